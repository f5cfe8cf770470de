/**
 * Init: tells Claude Code to call dogear. All that will be written is planned first, from files that are known to be
 * writable; then it is written, whole or not at all. The second time nothing changes.
 */
import { applyForeign } from '../../store/views/foreign-edit.js'
import { installedPath, readInstalled, writeInstalled, type Installed } from '../../store/installed.js'
import type { Scope } from '../../agents/claude-code/install.js'
import { planInit, type InitPlan, type InitRequest } from './init-plan.js'
import { planMemoryView, switchMemoryView } from './uninstall.js'
import type { World } from '../world.js'
import { locate } from '../locate.js'

export interface InitResult {
  scope: Scope
  files: { path: string; change: 'made' | 'changed' | 'same' }[]
  /** The config.json in which the view of MEMORY.md is switched on; absent where it stays as it is. */
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
  const memoryView = planMemoryView(world, request.scope)
  if (!request.dryRun) carryOut(world, request, { ...plan, memoryView }, before, key)
  return {
    scope: request.scope,
    files,
    ...(memoryView === undefined ? {} : { memoryView }),
    notes: plan.notes,
    dryRun: request.dryRun,
  }
}

/** The record first: should this process die in between, uninstall still knows what to look for. */
function carryOut(
  world: World,
  request: InitRequest,
  plan: InitPlan & { memoryView: string | undefined },
  before: Installed | null,
  key: Pick<Installed, 'agent' | 'scope' | 'root'>,
): void {
  const edits = plan.steps.filter(({ file, text }) => file.text !== text)
  const memoryView = plan.memoryView ?? before?.memoryView
  const record: Installed = {
    ...key,
    version: request.version,
    at: new Date(world.now().ms).toISOString(),
    files: plan.files,
    copies: plan.copies,
    folders: before?.folders ?? [],
    ...(memoryView === undefined ? {} : { memoryView }),
  }
  const isNew = edits.length > 0 || before === null || plan.memoryView !== undefined
  if (isNew) writeInstalled(world.home, record, world.tag)
  const folders = applyForeign(world.home, edits, world.tag)
  if (plan.memoryView !== undefined) switchMemoryView(world, request.scope)
  if (folders.length > 0) writeInstalled(world.home, { ...record, folders: [...record.folders, ...folders] }, world.tag)
}

function changeOf(before: string | null, after: string | null): 'made' | 'changed' | 'same' {
  if (before === after) return 'same'
  return before === null ? 'made' : 'changed'
}
