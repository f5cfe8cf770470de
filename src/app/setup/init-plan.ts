/** What init will write, and where. Reads; writes nothing. */
import { join } from 'node:path'
import { addHooks, addServer, addStatusLine, type Edited, openText } from '../../agents/claude-code/settings-edit.js'
import { placesFor, type ClaudePlaces, type Scope } from '../../agents/claude-code/install.js'
import { effectiveStatusLine, enabledPlugin } from '../../agents/claude-code/settings.js'
import { statusCommand } from '../../agents/claude-code/wiring.js'
import { type Exec, hookGroups, LAUNCHER, mcpServer, servesDogear } from '../../agents/claude-code/wiring.js'
import { readAt } from '../../agents/claude-code/settings.js'
import { DogearError } from '../../core/errors.js'
import { readTextFile } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import type { Program } from '../../platform/process/command.js'
import { readForeign, type ForeignEdit, type ForeignFile } from '../../store/views/foreign-edit.js'
import type { CopiedFile, EditedFile, Installed } from '../../store/installed.js'
import type { World } from '../world.js'

export interface InitRequest {
  scope: Scope
  program: Program
  version: string
  /** Change the file that a symbolic link leads to. */
  followLinks: boolean
  dryRun: boolean
}

export interface InitPlan {
  steps: ForeignEdit[]
  files: EditedFile[]
  copies: CopiedFile[]
  /** For the user: what was left alone, and why. */
  notes: string[]
}

interface Planning {
  request: InitRequest
  places: ClaudePlaces
  before: Installed | null
  /** The plugin does hooks, server and skill already. */
  plugin: string | null
  elsewhere: string | undefined
  mode: number
}

export function planInit(world: World, root: string, request: InitRequest, before: Installed | null): InitPlan {
  const here = { userHome: world.userHome, env: world.env, root }
  const places = placesFor(request.scope, here)
  const plugin = enabledPlugin(here)
  const elsewhere = request.scope === 'local' ? effectiveStatusLine(here) : undefined
  const mode = request.scope === 'project' ? 0o644 : 0o600
  const planning = { request, places, before, plugin, elsewhere, mode }
  const parts = [
    planCopy(planning, LAUNCHER, places.launcher),
    planSettings(planning),
    ...(plugin === null ? [planServers(planning), planCopy(planning, SKILL, places.skill)] : []),
  ]
  const said = plugin === null ? [] : [`The plugin ${plugin} is on: it brings hooks, tools and skill by itself.`]
  return {
    steps: parts.flatMap((part) => part.steps),
    files: parts.flatMap((part) => part.files),
    copies: parts.flatMap((part) => part.copies),
    notes: [...said, ...parts.flatMap((part) => part.notes)],
  }
}

function planSettings(planning: Planning): InitPlan {
  const { places, plugin } = planning
  return planFile(planning, places.settings, (opened, notes) => {
    const hooked = plugin === null ? addHooks(opened, hookGroups(execFor(planning, '${CLAUDE_PROJECT_DIR}'))) : opened
    // A status line is a matter of taste, and what is shared is everybody's.
    if (places.shared) return hooked
    const exec = execFor(planning, '')
    const lined = addStatusLine(hooked, (wraps) => statusCommand(exec, wraps), planning.elsewhere)
    if (lined === false) notes.push('The status line is no command, so it was left as it is.')
    return lined || hooked
  })
}

function planServers(planning: Planning): InitPlan {
  const { file, path } = planning.places.servers
  return planFile(planning, file, (opened, notes) => {
    // Unlike hooks, servers are started without that variable being known: then it is the folder they start in.
    const added = addServer(opened, path, mcpServer(execFor(planning, '${CLAUDE_PROJECT_DIR:-.}')))
    if (added === false && !servesDogear(readAt(opened.text, path)))
      notes.push(`There is another MCP server named "dogear" in ${file}; it was left as it is.`)
    return added || opened
  })
}

function planFile(planning: Planning, path: string, edit: (opened: Edited, notes: string[]) => Edited): InitPlan {
  const { request, before, mode } = planning
  const file = readForeign(path, request.followLinks)
  const known = before?.files.find((one) => one.path === file.path)
  const notes: string[] = []
  const { text, inserted } = naming(file.path, () => edit(openText(file.text, known?.inserted), notes))
  const made = file.text === null || known?.made === true
  return { steps: [{ file, text, mode }], files: [{ path: file.path, made, inserted }], copies: [], notes }
}

const SKILL = join('skills', 'dogear', 'SKILL.md')

/** `name`: in the folder of the plugin. */
function planCopy(planning: Planning, name: string, to: string): InitPlan {
  const { request, before, mode } = planning
  const from = join(request.program.root, 'plugin', name)
  const text = readTextFile(from, 1_000_000)
  if (text === null) throw incomplete(from)
  const file = readForeign(to, request.followLinks)
  if (!isReplaceable(file, text, before))
    return { steps: [], files: [], copies: [], notes: [`${file.path} is not the one of dogear; it was left as it is.`] }
  return { steps: [{ file, text, mode }], files: [], copies: [{ path: file.path, sha256: sha256Hex(text) }], notes: [] }
}

/** None there, the same, or the one an earlier version copied and nobody has changed. */
function isReplaceable({ path, text: there }: ForeignFile, text: string, before: Installed | null): boolean {
  if (there === null || there === text) return true
  return before?.copies.some((copy) => copy.path === path && copy.sha256 === sha256Hex(there)) === true
}

function execFor({ request, places }: Planning, project: string): Exec {
  if (places.shared) return { command: 'node', launcher: `${project}/.claude/hooks/${LAUNCHER}` }
  return { command: request.program.node, launcher: places.launcher, root: request.program.root }
}

function naming<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DogearError) || error.code !== 'bad-input') throw error
    throw new DogearError('bad-input', `${path}: ${error.message}; nothing was changed`, {
      ...(error.expected === undefined ? {} : { expected: error.expected }),
      next: `mend ${path}, then run it again`,
      cause: error,
    })
  }
}

function incomplete(path: string): DogearError {
  return new DogearError('not-found', `this installation of dogear is not complete: ${path} is missing`, {
    next: 'install dogear again',
  })
}
