/**
 * The files in which Claude Code is told what to run: where they lie for each of the three scopes, and what stands in
 * them. A file that cannot be read says nothing.
 */
import { join } from 'node:path'
import { nodeAt, scanJson, valueOf, type Path } from '../../core/text/json/scan.js'
import { readTextFile } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { LAUNCHER } from '../install.js'
import { parseStatusCommand } from './wiring.js'

export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

export interface ClaudePlaces {
  settings: string
  /** The file that names MCP servers, and where in it ours stands. */
  servers: { file: string; path: string[] }
  skill: string
  launcher: string
  /** Others have this file too: nothing in it may name a place on this machine. */
  shared: boolean
}

export interface ClaudeHere {
  userHome: string
  env: Readonly<Record<string, string | undefined>>
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
      launcher: join(configRoot(here), 'hooks', LAUNCHER),
      shared: false,
    }
  return {
    settings: join(folder, 'settings.json'),
    servers: { file: join(here.root, '.mcp.json'), path: ['mcpServers', 'dogear'] },
    skill,
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
    launcher: join(root, 'hooks', LAUNCHER),
    shared: false,
  }
}

export function configRoot({ env, userHome }: Pick<ClaudeHere, 'env' | 'userHome'>): string {
  return env['CLAUDE_CONFIG_DIR'] || join(userHome, '.claude')
}

function stateFile({ env, userHome }: ClaudeHere): string {
  return join(env['CLAUDE_CONFIG_DIR'] || userHome, '.claude.json')
}

/** What an administrator has set for the whole machine. */
export function managedSettings(platform: string): string {
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

const MOST_BYTES = 50_000_000
const NEAREST_FIRST: readonly Scope[] = ['local', 'project', 'user']

export function readSettingsFiles(here: ClaudeHere): SettingsFile[] {
  const managed = { scope: 'managed' as const, path: managedSettings(process.platform) }
  const own = NEAREST_FIRST.map((scope) => ({ scope, path: placesFor(scope, here).settings }))
  return [managed, ...own].map((file) => ({ ...file, ...readSettings(file.path) }))
}

export function readSettings(path: string): Pick<SettingsFile, 'text' | 'problem'> {
  try {
    const text = readTextFile(realPathOf(path), MOST_BYTES)
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

export function readAt(text: string, path: Path): unknown {
  return valueOf(nodeAt(scanJson(text), path))
}

export function eventsIn(text: string): string[] {
  const hooks = readAt(text, ['hooks'])
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? Object.keys(hooks) : []
}

export function groupsOf(text: string, name: string): unknown[] {
  const groups = readAt(text, ['hooks', name])
  return Array.isArray(groups) ? groups : []
}

export function handlersOf(group: unknown): unknown[] {
  const { hooks } = (group ?? {}) as { hooks?: unknown }
  return Array.isArray(hooks) ? hooks : []
}
