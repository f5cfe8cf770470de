/** How Claude Code names the folder of a project, and where it keeps its automatic memory: exactly as the client does it. */
import { isAbsolute, join } from 'node:path'
import { readTextFile } from '../../platform/files/files.js'
import type { Machine, MemoryPlace } from '../agent.js'

const SETTINGS_BYTES = 1_000_000
const MAX_SLUG_LENGTH = 200
const OWN_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The folder of all its folders. */
export function configRoot({ env, userHome }: Machine): string {
  return env['CLAUDE_CONFIG_DIR'] || join(userHome, '.claude')
}

/** Null: the memory is switched off. The folder need not be there yet. */
export function memoryFolder(place: MemoryPlace): string | null {
  const root = configRoot(place)
  const settings = readSettings(join(root, 'settings.json'))
  if (isOff(place.env['CLAUDE_CODE_DISABLE_AUTO_MEMORY'], settings.enabled)) return null
  return memoryDirectory(settings.directory, place.userHome) ?? join(root, 'projects', folderName(place), 'memory')
}

function folderName({ root, env }: MemoryPlace): string {
  return ownName(env) ?? slugOf(process.platform === 'darwin' ? root.normalize('NFC') : root)
}

interface Settings {
  enabled: unknown
  directory: unknown
}

/** Only the user's own settings: those of a project come with the repository. Settings that cannot be read say nothing. */
function readSettings(path: string): Settings {
  try {
    const text = readTextFile(path, SETTINGS_BYTES) ?? ''
    if (!text.includes('autoMemory')) return { enabled: undefined, directory: undefined }
    const { autoMemoryEnabled, autoMemoryDirectory } = JSON.parse(text) as Record<string, unknown>
    return { enabled: autoMemoryEnabled, directory: autoMemoryDirectory }
  } catch {
    return { enabled: undefined, directory: undefined }
  }
}

/** The variable can also say that it is on, whatever the settings say. */
function isOff(variable: string | undefined, enabled: unknown): boolean {
  if (variable === '0' || variable === 'false') return false
  return variable === '1' || variable === 'true' || enabled === false
}

/** Absolute or below the user's home; anything else is ignored, as the client does. */
function memoryDirectory(written: unknown, userHome: string): string | null {
  if (typeof written !== 'string') return null
  const path = written.startsWith('~/') ? join(userHome, written.slice(2)) : written
  return isAbsolute(path) ? path : null
}

/** The client's own rule. It is lossy: what a file says about its folder decides. */
export function slugOf(path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-')
  if (slug.length <= MAX_SLUG_LENGTH) return slug
  let hash = 0
  for (let i = 0; i < path.length; i++) hash = ((hash << 5) - hash + path.charCodeAt(i)) | 0
  return `${slug.slice(0, MAX_SLUG_LENGTH)}-${Math.abs(hash).toString(36)}`
}

/** The name that the user gave the folder instead; it counts only beside a configuration folder of its own. */
export function ownName(env: Readonly<Record<string, string | undefined>>): string | null {
  const own = env['CLAUDE_CODE_PROJECT_DIR_NAME']
  return env['CLAUDE_CONFIG_DIR'] && own && OWN_NAME.test(own) ? own : null
}
