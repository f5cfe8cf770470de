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
import { envOutside } from '../../platform/git/outside.js'
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
import { keepWays, type OldSkill, switchSkillsOff, switchSkillsOn, waysOf } from './old-skills.js'

export interface InitRequest {
  /** One of the agent's own. Absent: its first. */
  scope?: string
  program: Program
  version: string
  /** Change the file that a symbolic link leads to. */
  followLinks: boolean
  /** Let the model save and resume without asking the user each time. */
  allowTools: boolean
  /** Checkpoint skills that were found: their ways are kept, and those in `skillsOff` are switched off. */
  skills: readonly OldSkill[]
  skillsOff: readonly string[]
  dryRun: boolean
}

export interface InitResult {
  scope: string
  files: { path: string; change: 'made' | 'changed' | 'same' | 'off' }[]
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
  const ways = waysOf(world, request.skills)
  const off = dryRun ? [...request.skillsOff] : switchSkillsOff(request.skillsOff)
  const plan = await planInit(agent, place, links, { before, off }).catch((error: unknown) => {
    switchSkillsOn(off)
    throw error
  })
  const edits = plan.edits.filter(({ file, text }) => file.text !== text)

  if (!dryRun) {
    const record: Installed = {
      ...key,
      version: request.version,
      at: new Date(world.now().ms).toISOString(),
      files: plan.files,
      copies: plan.copies,
      folders: before?.folders ?? [],
      ...present({ memoryView: before?.memoryView, ways: ways ?? before?.ways }),
      ...(off.length > 0 || before?.skillsOff
        ? { skillsOff: [...new Set([...(before?.skillsOff ?? []), ...off])] }
        : {}),
    }
    // The record first: should this process die in between, uninstall still knows what to look for.
    const isNew = edits.length > 0 || before === null || ways !== null || off.length > 0
    if (isNew) writeInstalled(world.home, record, world.tag)
    if (ways) keepWays(world, ways)
    const folders = applyForeign(world.home, edits, world.tag)
    if (folders.length > 0)
      writeInstalled(world.home, { ...record, folders: [...record.folders, ...folders] }, world.tag)
  }

  const files = [
    ...off.map((path) => ({ path, change: 'off' as const })),
    ...plan.edits.map(({ file, text }) => ({ path: file.path, change: changeOf(file.text, text) })),
    ...(ways ? [{ path: ways.path, change: 'changed' as const }] : []),
  ]
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
  { before, off }: { before: Installed | null; off: readonly string[] },
): Promise<Plan> {
  const { parts, mode, notes } = (await agent.install.load()).plan(place)
  const plan: Plan = { edits: [], files: [], copies: [], notes: [...notes] }
  for (const part of parts) {
    const read = readForeign(part.path)
    const file = off.includes(part.path) ? { ...read, text: null } : read
    // What is left alone may be read-only, or a link.
    const text = 'put' in part ? null : 'own' in part ? part.own : copyText(part, place.program)
    if (text !== null && !isReplaceable(file, text, before)) {
      plan.notes.push(`${file.path} is not the one of dogear; it was left as it is.`)
      continue
    }
    checkForeign(part.path, links)
    if ('put' in part) planEdit(plan, part, file, { before, mode })
    else planOwn(plan, file, text ?? '', 'own' in part ? (part.mode ?? mode) : mode)
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

/** There is none, the same, or the one that an earlier version wrote and nobody has changed. */
function isReplaceable({ path, text: there }: ForeignFile, text: string, before: Installed | null): boolean {
  if (there === null || there === text) return true
  return before?.copies.some((one) => one.path === path && one.sha256 === sha256Hex(there)) === true
}

function planOwn(plan: Plan, file: ForeignFile, text: string, mode: number): void {
  plan.edits.push({ file, text, mode })
  plan.copies.push({ path: file.path, sha256: sha256Hex(text) })
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
