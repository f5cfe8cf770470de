/** Where an agent keeps the plans of its plan mode. */
import { isAbsolute, join, resolve } from 'node:path'
import { listFolders } from '../platform/files.js'
import { isInside, readPlainFile, readWorkFile } from './work-file.js'

export interface PlanPlace {
  /** As in agents/reader: 'claude-code', 'gemini-cli', … */
  agent: string
  worktree: string
  userHome: string
  session?: string
  env: Readonly<Record<string, string | undefined>>
}

const SETTINGS_BYTES = 1_000_000

/** Most agents have none: [] for those. */
export function plansFolders(place: PlanPlace): string[] {
  if (place.agent === 'claude-code') return [claudePlans(place)]
  if (place.agent === 'gemini-cli') return geminiPlans(place)
  if (place.agent === 'copilot-cli') return copilotPlans(place)
  return []
}

/** `plansDirectory` counts from the project's root, and is ignored where it leads out of it: so says Claude Code. */
function claudePlans({ worktree, userHome, env }: PlanPlace): string {
  const config = env['CLAUDE_CONFIG_DIR'] || join(userHome, '.claude')
  const settings = [
    readWorkFile(worktree, join('.claude', 'settings.local.json'), SETTINGS_BYTES),
    readWorkFile(worktree, join('.claude', 'settings.json'), SETTINGS_BYTES),
    readPlainFile(join(config, 'settings.json'), SETTINGS_BYTES),
  ]
  const said = settings.map((file) => plansDirectoryIn(file?.text)).find((folder) => folder !== undefined)
  const folder = said === undefined ? null : resolve(worktree, said)
  return folder !== null && isInside(worktree, folder) ? folder : join(config, 'plans')
}

function plansDirectoryIn(json: string | undefined): string | undefined {
  try {
    const { plansDirectory } = JSON.parse(json ?? '{}') as { plansDirectory?: unknown }
    return typeof plansDirectory === 'string' && plansDirectory !== '' ? plansDirectory : undefined
  } catch {
    return undefined
  }
}

/** The folder between `tmp` and the session is named after the project in a way that changed between versions. */
function geminiPlans({ userHome, session, env }: PlanPlace): string[] {
  const told = env['GEMINI_PLANS_DIR']
  if (told && isAbsolute(told)) return [told]
  if (!isFolderName(session)) return []
  const tmp = join(userHome, '.gemini', 'tmp')
  return foldersIn(tmp).map((project) => join(tmp, project, session, 'plans'))
}

/** One `plan.md` beside the session's events. */
function copilotPlans({ userHome, session }: PlanPlace): string[] {
  return isFolderName(session) ? [join(userHome, '.copilot', 'session-state', session)] : []
}

/** The id comes from a file: it must not lead elsewhere. */
function isFolderName(session: string | undefined): session is string {
  return session !== undefined && /^[\w-][\w.-]*$/.test(session)
}

function foldersIn(path: string): string[] {
  try {
    return listFolders(path)
  } catch {
    return []
  }
}
