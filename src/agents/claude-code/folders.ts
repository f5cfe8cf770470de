/** Where Claude Code keeps its automatic memory of a project: computed exactly as the client does it. */
import { isAbsolute, join, resolve } from 'node:path'
import { readTextFile } from '../../platform/files.js'
import type { MemoryPlace } from '../agent.js'
import { ownName, slugOf } from './slug.js'

const SETTINGS_BYTES = 1_000_000

/** Null: the memory is switched off. The folder need not be there yet. */
export function memoryFolder(place: MemoryPlace): string | null {
  const told = place.told || place.env['DOGEAR_MEMORY_DIR']
  if (told) return resolve(place.cwd, expandHome(told, place.userHome))
  const root = place.env['CLAUDE_CONFIG_DIR'] || join(place.userHome, '.claude')
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
  const path = expandHome(written, userHome)
  return isAbsolute(path) ? path : null
}

function expandHome(path: string, userHome: string): string {
  return path.startsWith('~/') ? join(userHome, path.slice(2)) : path
}
