/**
 * The last autosave of a session for its next turn, as JSON: `<home>/hooks/<session>.last.json`. Reading the entry itself
 * takes a tenth of what the end of a turn costs. Believed only where it is whole, of this build, and the entry's file is as
 * it was. Derived: without it the next turn reads the entry.
 */
import type { Entry } from '../core/entry.js'
import { sha256Hex } from '../platform/hash.js'
import { lookQuick, readQuick, writeQuick } from '../platform/quick-file.js'
import { hooksDir, nameBeside } from './hook-state.js'

export interface Last {
  build: string
  /** Of the entry's file, and how it was found: see lookQuick. */
  path: string
  look: string
  entry: Entry
}

const LARGEST = 500_000

/** Best effort. */
export function writeLast(home: string, session: string, last: Omit<Last, 'look'>): void {
  try {
    const json = JSON.stringify({ ...last, look: lookQuick(last.path) })
    if (json.length < LARGEST) writeQuick(hooksDir(home), nameBeside(session, 'last'), `${sha256Hex(json)}\n${json}`)
  } catch {
    // Slower, not worse.
  }
}

export function readLast(home: string, session: string, wanted: Pick<Last, 'build' | 'path'>): Entry | null {
  const text = readQuick(`${hooksDir(home)}/${nameBeside(session, 'last')}`, 2 * LARGEST) ?? ''
  const end = text.indexOf('\n')
  const json = text.slice(end + 1)
  if (end < 0 || sha256Hex(json) !== text.slice(0, end)) return null
  const { build, path, look, entry } = JSON.parse(json) as Last
  return build === wanted.build && path === wanted.path && lookQuick(path) === look ? entry : null
}
