/**
 * Where an entry was saved: the folder and the name of the machine. They say nothing to anybody else, and entries travel; so
 * an entry names a place by a mark that only this home can read, and the place itself stays here:
 *
 *   own/places/<mark>   the host and the worktree
 *
 * Nearly all entries of a home come from a few places, so a save seldom writes one. Entries from before hold both themselves.
 */
import type { Entry } from '../core/entry/entry.js'
import { ELSEWHERE } from '../core/sync/elsewhere.js'
import { changeItems } from '../core/entry/page-keys.js'
import { openRecord, sealRecord } from '../core/entry/seal.js'
import { present } from '../core/present.js'
import { safeName } from '../core/redact/safe-name.js'
import { createDurable, ensureDir, readTextFile, settleDir, statOf } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { placesDir } from './paths.js'

interface Place {
  host?: string
  worktree?: string
}

const MARK = /^[0-9a-f]{16}$/
const MAX_BYTES = 40_000
const known = new Map<string, Place | null>()

/** The entry as it is written. Its place would be found again after a power cut when this returns. */
export function withoutPlace(home: string, entry: Entry, secret: string, tag: string): Entry {
  const { host, ...by } = entry.by
  const { worktree, ...where } = entry.where
  const bare = { ...withoutOwnHosts(entry), by, where }
  if (worktree === ELSEWHERE || (host === undefined && worktree === undefined)) return bare
  const safe = (text: string | undefined): string | undefined => (text === undefined ? text : safeName(text))
  const place = present<Place>({ host: safe(host), worktree: safe(worktree) })
  const mark = sha256Hex([secret, place.host ?? '', place.worktree ?? ''].join('\n')).slice(0, 16)
  const path = `${placesDir(home)}/${mark}`
  if (!statOf(path)) {
    ensureDir(placesDir(home), home)
    settleDir(placesDir(home), home)
    createDurable(path, sealRecord({ ...place }), tag)
  }
  return { ...bare, extraKeys: { ...entry.extraKeys, place: mark } }
}

/** Puts the place into an entry that was read, which it changes. */
export function addPlace(home: string, entry: Entry): void {
  const { place: mark } = entry.extraKeys
  if (typeof mark !== 'string' || !MARK.test(mark)) return
  const path = `${placesDir(home)}/${mark}`
  if (!known.has(path)) known.set(path, readPlace(path))
  const place = known.get(path)
  if (place?.host !== undefined) entry.by.host ??= place.host
  const worktree = place ? place.worktree : ELSEWHERE
  if (worktree !== undefined) entry.where.worktree ??= worktree
  // What is not known here is kept with the entry, should it be written once more.
  if (place) delete entry.extraKeys['place']
}

function readPlace(path: string): Place | null {
  try {
    const { host, worktree } = openRecord(readTextFile(path, MAX_BYTES) ?? '') ?? {}
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
    const place = present<Place>({ host: text(host), worktree: text(worktree) })
    return Object.keys(place).length === 0 ? null : place
  } catch {
    return null
  }
}

/** Its items name the machine they come from only where that is somebody else's. */
function withoutOwnHosts(entry: Entry): Entry {
  return changeItems(entry, (item) => {
    if (item.origin?.host === undefined || item.origin.foreign) return item
    const { host: _, ...origin } = item.origin
    return { ...item, origin }
  })
}
