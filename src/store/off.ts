/**
 * Where hooks are switched off: `<home>/off`, a folder in each line, `*` for everywhere. Every hook looks, so it is one small
 * file and this imports little; where it cannot be read, they are on.
 */
import { readQuick, writeQuick } from '../platform/files/quick-file.js'

const EVERYWHERE = '*'
const MAX_BYTES = 1_000_000

export function readOff(home: string): string[] {
  return (readQuick(`${home}/off`, MAX_BYTES, home) ?? '').split('\n').filter((line) => line !== '')
}

/** Of the folders an event names, the first decides: there the session is at work. */
export function isOff(home: string, [folder = '']: readonly string[]): boolean {
  return readOff(home).some((one) => one === EVERYWHERE || folder === one || folder.startsWith(`${one}/`))
}

/** `folder`: null for everywhere. False: so it was. What is switched on everywhere is on in every folder. */
export function switchHooks(home: string, folder: string | null, on: boolean): boolean {
  const before = readOff(home)
  const one = folder ?? EVERYWHERE
  const after = on ? (folder === null ? [] : before.filter((line) => line !== one)) : [...new Set([...before, one])]
  if (after.length === before.length) return false
  writeQuick(home, 'off', after.map((line) => `${line}\n`).join(''), home)
  return true
}
