/** config.json of the home and of a project: read, and changed key by key. What others wrote in it stays. */
import { dirname, join } from 'node:path'
import { ensureDir, readTextFile, replaceDurable } from '../platform/files/files.js'
import { MAX_SETTINGS_BYTES, parseObject, parseSettings, type Settings } from './settings.js'

export function homeConfigPath(home: string): string {
  return join(home, 'config.json')
}

export function readSettings(path: string): Settings {
  const text = readTextFile(path, MAX_SETTINGS_BYTES)
  return text === null ? {} : parseSettings(text, path)
}

/** Undefined takes the key out. */
export function writeSetting(
  path: string,
  home: string,
  change: { key: keyof Settings; value: unknown },
  tag: string,
): void {
  const { key, value } = change
  ensureDir(dirname(path), home)
  const { [key]: _, ...others } = parseObject(readTextFile(path, MAX_SETTINGS_BYTES) ?? '{}', path)
  const changed = value === undefined ? others : { ...others, [key]: value }
  replaceDurable(path, `${JSON.stringify(changed, null, 2)}\n`, tag)
}
