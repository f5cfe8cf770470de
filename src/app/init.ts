/**
 * Init: tells Claude Code to call dogear. All that will be written is planned first, from files that are known to be
 * writable; then it is written, whole or not at all. The second time nothing changes.
 */
import { applyForeign } from '../store/foreign-edit.js'
import { installedPath, readInstalled, writeInstalled, type Installed } from '../store/installed.js'
import type { Scope } from '../agents/claude-code/install.js'
import { planInit, type InitPlan, type InitRequest } from './init-plan.js'
import { switchMemoryView } from './memory-view.js'
import type { World } from './world.js'
import { locate } from './locate.js'

export interface InitResult {
  scope: Scope
  files: { path: string; change: 'made' | 'changed' | 'same' }[]
  /** Where the view of MEMORY.md is switched on, if it was not. */
  memoryView?: string
  notes: string[]
  dryRun: boolean
}

export function init(world: World, request: InitRequest): InitResult {
  const root = locate(world).worktree
  const key = { agent: 'claude-code', scope: request.scope, ...(request.scope === 'user' ? {} : { root }) }
  const before = readInstalled(installedPath(world.home, key))
  const plan = planInit(world, root, request, before)
  const files = plan.steps.map(({ file, text }) => ({ path: file.path, change: changeOf(file.text, text) }))
  if (request.dryRun) return { scope: request.scope, files, notes: plan.notes, dryRun: true }
  const memoryView = carryOut(world, request, plan, before, key)
  return {
    scope: request.scope,
    files,
    ...(memoryView === undefined ? {} : { memoryView }),
    notes: plan.notes,
    dryRun: false,
  }
}

/** The record first: should this process die in between, uninstall still knows what to look for. */
function carryOut(
  world: World,
  request: InitRequest,
  plan: InitPlan,
  before: Installed | null,
  key: Pick<Installed, 'agent' | 'scope' | 'root'>,
): string | undefined {
  const edits = plan.steps.filter(({ file, text }) => file.text !== text)
  const record: Installed = {
    ...key,
    version: request.version,
    at: new Date(world.now().ms).toISOString(),
    files: plan.files,
    copies: plan.copies,
    folders: before?.folders ?? [],
    ...(before?.memoryView === undefined ? {} : { memoryView: before.memoryView }),
  }
  if (edits.length > 0 || before === null) writeInstalled(world.home, record, world.tag)
  const folders = applyForeign(world.home, edits, world.tag)
  const memoryView = switchMemoryView(world, request.scope)
  if (folders.length > 0 || memoryView !== undefined)
    writeInstalled(
      world.home,
      { ...record, folders: [...record.folders, ...folders], ...(memoryView === undefined ? {} : { memoryView }) },
      world.tag,
    )
  return memoryView
}

function changeOf(before: string | null, after: string | null): 'made' | 'changed' | 'same' {
  if (before === after) return 'same'
  return before === null ? 'made' : 'changed'
}
