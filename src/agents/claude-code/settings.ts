/**
 * The files in which Claude Code is told what to run: where they lie for each of the three scopes, what stands in them,
 * and where dogear is named. A file that cannot be read says nothing.
 */
import { readTextFile } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import type { Machine } from '../agent.js'
import { LAUNCHER } from '../install.js'
import { configRoot } from './folders.js'
import { eventsIn, groupsOf, handlersOf, readAt } from '../common/json-edit.js'
import { isOurHandler, lineNamingDogear, namesShell, servesDogear, wordsOf } from '../common/line.js'
import { parseStatusCommand } from './wiring.js'
import { join } from 'node:path'

export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

export interface ClaudePlaces {
  settings: string
  /** The file that names MCP servers, and where in it ours stands. */
  servers: { file: string; path: string[] }
  skill: string
  /** `/checkpoint`: a built-in of that name stands back behind a file of the user's. */
  command: string
  launcher: string
  /** Others have this file too: nothing in it may name a place on this machine. */
  shared: boolean
}

export interface ClaudeHere extends Machine {
  /** The worktree, for the scopes of a project. */
  root: string
}

export function placesFor(scope: Scope, here: ClaudeHere): ClaudePlaces {
  if (scope === 'user') return userPlaces(here)
  const folder = join(here.root, '.claude')
  const skill = join(folder, 'skills', 'dogear', 'SKILL.md')
  if (scope === 'local')
    return {
      settings: join(folder, 'settings.local.json'),
      servers: { file: stateFile(here), path: ['projects', here.root, 'mcpServers', 'dogear'] },
      skill: join(configRoot(here), 'skills', 'dogear', 'SKILL.md'),
      command: join(configRoot(here), 'commands', 'checkpoint.md'),
      launcher: join(configRoot(here), 'hooks', LAUNCHER),
      shared: false,
    }
  return {
    settings: join(folder, 'settings.json'),
    servers: { file: join(here.root, '.mcp.json'), path: ['mcpServers', 'dogear'] },
    skill,
    command: join(folder, 'commands', 'checkpoint.md'),
    launcher: join(folder, 'hooks', LAUNCHER),
    shared: true,
  }
}

function userPlaces(here: ClaudeHere): ClaudePlaces {
  const root = configRoot(here)
  return {
    settings: join(root, 'settings.json'),
    servers: { file: stateFile(here), path: ['mcpServers', 'dogear'] },
    skill: join(root, 'skills', 'dogear', 'SKILL.md'),
    command: join(root, 'commands', 'checkpoint.md'),
    launcher: join(root, 'hooks', LAUNCHER),
    shared: false,
  }
}

function stateFile({ env, userHome }: ClaudeHere): string {
  return join(env['CLAUDE_CONFIG_DIR'] || userHome, '.claude.json')
}

/** What an administrator has set for the whole machine. */
function managedSettings(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json'
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json'
  return '/etc/claude-code/managed-settings.json'
}

export interface SettingsFile {
  scope: Scope | 'managed'
  path: string
  /** Null: there is none. */
  text: string | null
  /** Why it cannot be read. */
  problem?: string
}

const MAX_BYTES = 50_000_000
const NEAREST_FIRST: readonly Scope[] = ['local', 'project', 'user']

export function readSettingsFiles(here: ClaudeHere): SettingsFile[] {
  const managed = { scope: 'managed' as const, path: managedSettings(process.platform) }
  const own = NEAREST_FIRST.map((scope) => ({ scope, path: placesFor(scope, here).settings }))
  return [managed, ...own].map((file) => ({ ...file, ...readSettings(file.path) }))
}

function readSettings(path: string): Pick<SettingsFile, 'text' | 'problem'> {
  try {
    const text = readTextFile(realPathOf(path), MAX_BYTES)
    if (text !== null) readAt(text, [])
    return { text }
  } catch (error) {
    return { text: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Its full name, where a plugin called dogear is switched on. */
export function enabledPlugin(here: ClaudeHere): string | null {
  for (const { text } of readSettingsFiles(here)) {
    const plugins = text === null ? undefined : readAt(text, ['enabledPlugins'])
    if (typeof plugins !== 'object' || plugins === null) continue
    const named = Object.entries(plugins).find(([name]) => name.startsWith('dogear@'))
    if (named) return named[1] === false ? null : named[0]
  }
  return null
}

/** The status line command that holds as long as the nearest file has none. */
export function effectiveStatusLine(here: ClaudeHere): string | undefined {
  const commands = readSettingsFiles(here)
    .filter(({ scope }) => scope === 'project' || scope === 'user')
    .map(({ text }) => (text === null ? undefined : readAt(text, ['statusLine', 'command'])))
  const command = commands.find((one) => typeof one === 'string')
  const ours = command === undefined ? null : parseStatusCommand(command)
  return ours ? ours.wraps : command
}

export interface Registered {
  from: Scope | 'plugin'
  path: string
  events: string[]
  /** How the hook is started, its variables filled in. Empty: only by what is strange. */
  command: string
  args: string[]
  /** Whatever else in that file names the launcher: nothing that init writes, so nothing that is known. */
  strange: string[]
  /** It names a Node: so dogear wrote it before 0.6.0. */
  isOldForm: boolean
  /** Of the plugin. */
  version?: string
}

/** Where Claude Code is told to call dogear: by settings files, and by the plugin. */
export function readRegistered(here: ClaudeHere): Registered[] {
  const bySettings = readSettingsFiles(here).flatMap(({ scope, path, text }) => {
    const found = text === null || scope === 'managed' ? null : handlersIn(text, { '${CLAUDE_PROJECT_DIR}': here.root })
    return found && scope !== 'managed' ? [{ from: scope, path, ...found }] : []
  })
  const plugin = readPlugin(here)
  return plugin ? [...bySettings, plugin] : bySettings
}

type Handlers = Pick<Registered, 'events' | 'command' | 'args' | 'strange' | 'isOldForm'>

/** Null: the file has nothing to do with dogear. */
function handlersIn(text: string, variables: Readonly<Record<string, string>>): Handlers | null {
  const fill = (word: string): string =>
    Object.entries(variables).reduce((filled, [name, value]) => filled.replaceAll(name, value), word)
  const found = eventsIn(text).flatMap((name) =>
    groupsOf(text, name)
      .flatMap(handlersOf)
      .filter((handler) => lineNamingDogear(handler) !== null)
      .map((handler) => ({ name, line: lineNamingDogear(handler) ?? '', words: wordsOf(handler), handler })),
  )
  const first = found.find(({ handler }) => isOurHandler(handler, 'claude-code'))
  const isLikeFirst = ({ words }: (typeof found)[number]): boolean => words.join('\0') === first?.words.join('\0')
  if (found.length === 0) return null
  const [command = '', ...args] = first?.words.map(fill) ?? []
  return {
    events: found.filter(isLikeFirst).map(({ name }) => name),
    command,
    args,
    isOldForm: !namesShell(command),
    strange: [...new Set(found.filter((one) => !isLikeFirst(one)).map(({ line }) => line))],
  }
}

/** Null: not switched on, or not to be found where plugins are kept. */
function readPlugin(here: ClaudeHere): Registered | null {
  const name = enabledPlugin(here)
  const folder = name === null ? null : installPath(here, name)
  if (folder === null) return null
  const path = join(folder, 'hooks', 'hooks.json')
  const { text } = readSettings(path)
  const found = text === null ? null : handlersIn(text, { '${CLAUDE_PLUGIN_ROOT}': folder })
  const version = readAtQuietly(join(folder, '.claude-plugin', 'plugin.json'), ['version'])
  return found && { from: 'plugin', path, ...found, ...(typeof version === 'string' ? { version } : {}) }
}

function installPath(here: ClaudeHere, name: string): string | null {
  const installs = readAtQuietly(join(configRoot(here), 'plugins', 'installed_plugins.json'), ['plugins', name])
  const all = (Array.isArray(installs) ? installs : [installs]) as { installPath?: unknown }[]
  const paths = all.map((one) => one?.installPath).filter((path) => typeof path === 'string')
  return paths.at(-1) ?? null
}

/** The files in which a server for dogear is named. */
export function readServers(here: ClaudeHere): string[] {
  return SCOPES.flatMap((scope) => {
    const { file, path } = placesFor(scope, here).servers
    return servesDogear(readAtQuietly(file, path)) ? [file] : []
  })
}

function readAtQuietly(path: string, at: readonly string[]): unknown {
  const { text } = readSettings(path)
  return text === null ? undefined : readAt(text, at)
}
