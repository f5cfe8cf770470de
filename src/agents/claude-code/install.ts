/** Where Claude Code looks for what it is told, for each of the three scopes. */
import { join } from 'node:path'
import { LAUNCHER } from './wiring.js'

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
