/**
 * Init: tells an agent to call dogear. All that will be written is planned first, from files that are known to be
 * writable; then it is written, whole or not at all. The second time nothing changes.
 */
import { join } from 'node:path'
import { scopeNamed, type Able } from '../../agents/abilities.js'
import { present } from '../../core/present.js'
import type { CopyPart, EditPart, InstallPlace } from '../../agents/install.js'
import { DogearError } from '../../core/errors.js'
import { readTextFile } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { NO_HOME } from '../../platform/home.js'
import type { Program } from '../../platform/process/command.js'
import { envOutside } from './outside.js'
import {
  installedKey,
  installedPath,
  readInstalled,
  writeInstalled,
  type CopiedFile,
  type EditedFile,
  type Installed,
} from '../../store/installed.js'
import {
  applyForeign,
  checkForeign,
  readForeign,
  type ForeignEdit,
  type ForeignFile,
  type Links,
} from '../../store/views/foreign-edit.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface InitRequest {
  /** One of the agent's own. Absent: its first. */
  scope?: string
  program: Program
  version: string
  /** Change the file that a symbolic link leads to. */
  followLinks: boolean
  /** Let the model save and resume without asking the user each time. */
  allowTools: boolean
  dryRun: boolean
}

export interface InitResult {
  scope: string
  files: { path: string; change: 'made' | 'changed' | 'same' }[]
  notes: string[]
  /** Why the agent does not call dogear all the same; absent where it does. */
  undone?: string
  dryRun: boolean
}

export async function init(world: World, agent: Able<'install'>, request: InitRequest): Promise<InitResult> {
  const { program, allowTools, dryRun } = request
  const root = locate(world).worktree
  if (world.userHome === NO_HOME)
    throw new DogearError('bad-input', 'it is not known where your home folder is', {
      expected: 'HOME as a whole path, such as /home/you',
      next: 'set HOME, then run the command again',
    })
  const scope = request.scope === undefined ? agent.install.scopes[0] : scopeNamed(agent, request.scope)
  const key = installedKey(agent.id, scope, root)
  const before = readInstalled(installedPath(world.home, key))
  const place = { scope: scope.name, root, program, allowTools, userHome: world.userHome, env: envOutside(world, root) }
  const links = { follow: request.followLinks, ...present({ root: key.root }) }
  const plan = await planInit(agent, place, links, before)
  const edits = plan.edits.filter(({ file, text }) => file.text !== text)

  if (!dryRun) {
    const record: Installed = {
      ...key,
      version: request.version,
      at: new Date(world.now().ms).toISOString(),
      files: plan.files,
      copies: plan.copies,
      folders: before?.folders ?? [],
      ...present({ memoryView: before?.memoryView }),
    }
    // The record first: should this process die in between, uninstall still knows what to look for.
    const isNew = edits.length > 0 || before === null
    if (isNew) writeInstalled(world.home, record, world.tag)
    const folders = applyForeign(world.home, edits, world.tag)
    if (folders.length > 0)
      writeInstalled(world.home, { ...record, folders: [...record.folders, ...folders] }, world.tag)
  }

  const files = plan.edits.map(({ file, text }) => ({ path: file.path, change: changeOf(file.text, text) }))
  return { scope: scope.name, files, ...present({ undone: plan.undone }), notes: plan.notes, dryRun }
}

function changeOf(before: string | null, after: string | null): 'made' | 'changed' | 'same' {
  if (before === after) return 'same'
  return before === null ? 'made' : 'changed'
}

interface Plan {
  edits: ForeignEdit[]
  files: EditedFile[]
  copies: CopiedFile[]
  notes: string[]
  undone?: string
}

/** Reads; writes nothing. */
async function planInit(
  agent: Able<'install'>,
  place: InstallPlace,
  links: Links,
  before: Installed | null,
): Promise<Plan> {
  const { parts, mode, notes } = (await agent.install.load()).plan(place)
  const plan: Plan = { edits: [], files: [], copies: [], notes: [...notes] }
  for (const part of parts) {
    checkForeign(part.path, links)
    const file = readForeign(part.path)
    if ('put' in part) planEdit(plan, part, file, { before, mode })
    else if ('own' in part) planOwn(plan, file, part.own, { before, mode: part.mode ?? mode })
    else planOwn(plan, file, copyText(part, place.program), { before, mode })
  }
  return plan
}

interface Given {
  before: Installed | null
  mode: number
}

function planEdit(plan: Plan, part: EditPart, file: ForeignFile, { before, mode }: Given): void {
  const known = before?.files.find((one) => one.path === file.path)
  const { text, inserted, notes, undone } = naming(file.path, () => part.put(file.text, known?.inserted))
  plan.edits.push({ file, text, mode })
  plan.files.push({ path: file.path, made: file.text === null || known?.made === true, inserted })
  plan.notes.push(...notes)
  if (undone !== undefined) plan.undone = undone
}

function copyText({ copy, fill = (text) => text }: CopyPart, program: Program): string {
  const from = join(program.root, 'plugin', copy)
  const text = readTextFile(from, 1_000_000)
  if (text !== null) return fill(text)
  throw new DogearError('not-found', `this installation of dogear is not complete: ${from} is missing`, {
    next: 'install dogear again',
  })
}

/** Written where there is none, the same, or the one that an earlier version wrote and nobody has changed. */
function planOwn(plan: Plan, file: ForeignFile, text: string, { before, mode }: Given): void {
  const { path, text: there } = file
  const isReplaceable =
    there === null ||
    there === text ||
    before?.copies.some((one) => one.path === path && one.sha256 === sha256Hex(there)) === true
  if (!isReplaceable) return void plan.notes.push(`${path} is not the one of dogear; it was left as it is.`)
  plan.edits.push({ file, text, mode })
  plan.copies.push({ path, sha256: sha256Hex(text) })
}

function naming<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DogearError) || error.code !== 'bad-input') throw error
    throw new DogearError('bad-input', `${path}: ${error.message}; nothing was changed`, {
      ...present({ expected: error.expected }),
      next: `mend ${path}, then run it again`,
      cause: error,
    })
  }
}
