/**
 * What is this user's own: what this home wrote. A secret that never leaves the home marks every entry it writes; what lay
 * there before there was a secret was listed once; and of the rest, what the user has called their own. Everything else,
 * be it imported, copied in or edited, is somebody else's.
 *
 *   own/key           the secret, and which of the lists below counts
 *   own/before-<hex>  the ids of the entries that were there when the secret was made
 *   own/mine.jsonl    the ids of entries that came from outside and are the user's own
 *   own/gone.jsonl    the ids of entries that were purged here: they do not come back
 *   own/places        where entries were saved: see place.ts
 *   own/forgotten.jsonl  what the user wants forgotten: see forgotten.ts
 *   own/content, own/looks  what of a work tree is own, and since when it is looked at: see own-content.ts, looks.ts
 */
import { isMarkedOwn, markOwn } from '../core/entry/own-line.js'
import { openRecord, sealRecord } from '../core/entry/seal.js'
import {
  appendDurable,
  createDurable,
  ensureDir,
  listDir,
  readTextFile,
  removeFile,
  settleDir,
  statOf,
} from '../platform/files/files.js'
import { randomBytes, sha256Hex } from '../platform/files/hash.js'
import { ownDir } from './paths.js'
import { authorState } from './sync/authors.js'
import { findInList } from './word-list.js'

interface Key {
  secret: string
  /** The name of the list of what was there before. */
  before: string
}

const MINE = 'mine.jsonl'
const GONE = 'gone.jsonl'
const MAX_KEY_BYTES = 1000
/** Of each home, for a process that reads many entries: a key never changes. */
const keys = new Map<string, Key>()

/** The text of an entry with the mark of this home. */
export function markedText({ secret }: Key, text: string): string {
  return markOwn(text, secret, sha256Hex)
}

/**
 * From now on it can be told what is own. Returns when that would survive a power cut. `idsHere` lists all that is in the home,
 * and is asked once in the life of it: before the first mark is made.
 */
export function ensureKey(home: string, idsHere: () => Iterable<string>, tag: string): Key {
  // Read again: marks of a key that is gone would be nobody's.
  keys.delete(home)
  const known = readKey(home)
  if (known) return known
  const dir = ownDir(home)
  ensureDir(dir, home)
  settleDir(dir, home)
  // One that was torn says nothing: it is made anew, and what is here now counts as own. A disk that fails is no reason to.
  if (readTextFile(`${dir}/key`, MAX_KEY_BYTES) !== null) {
    // Unless another process has made it meanwhile: what that one marks would be nobody's.
    const made = readKey(home)
    if (made) return made
    removeFile(`${dir}/key`)
  }
  const key = { secret: hexOf(randomBytes(32)), before: `before-${hexOf(randomBytes(8))}` }
  // The list first: a key without it would make everything foreign that was here.
  createDurable(`${dir}/${key.before}`, [...idsHere()].sort().join('\n') + '\n', tag)
  const isFirst = createDurable(`${dir}/key`, sealRecord(key), tag)
  const counts = readKey(home) ?? key
  // Another process was faster, or one was killed on its way: only one list counts.
  for (const name of listDir(dir))
    if (name.startsWith('before-') && name !== counts.before && (isFirst || name === key.before))
      removeFile(`${dir}/${name}`)
  return counts
}

/** A new text of an entry, marked where the one it takes the place of was. */
export function markAgain(home: string, before: string, text: string): string {
  const key = readKey(home)
  return key && isMarkedOwn(before, key.secret, sha256Hex) ? markedText(key, text) : text
}

/** Whether this home wrote the text, or the user has said that it is theirs. Without a key everything is. */
export function isOwnText(home: string, id: string, text: string): boolean {
  const key = readKey(home)
  if (!key || isMarkedOwn(text, key.secret, sha256Hex)) return true
  return isListed(home, key.before, id) || isListed(home, MINE, JSON.stringify(id))
}

/** Changes with every answer that decides what is own: what was derived from them holds while it stays the same. */
export function ownState(home: string): string {
  const key = readKey(home)
  return key ? `${key.before.slice(-8)}.${statOf(`${ownDir(home)}/${MINE}`)?.size ?? 0}${authorState(home)}` : ''
}

/** The user says that these are theirs. */
export function callMine(home: string, ids: readonly string[]): void {
  addTo(home, MINE, ids)
}

/** These were purged, and must not come back. */
export function callGone(home: string, ids: readonly string[]): void {
  addTo(home, GONE, ids)
}

/** Null: the home has none yet, so nothing was ever saved with it. */
export function readSecret(home: string): string | null {
  return readKey(home)?.secret ?? null
}

export function isGone(home: string, id: string): boolean {
  return isListed(home, GONE, JSON.stringify(id))
}

function readKey(home: string): Key | null {
  const known = keys.get(home)
  if (known) return known
  const text = readOrNone(`${ownDir(home)}/key`, MAX_KEY_BYTES)
  const { secret, before } = (text === null ? null : openRecord(text)) ?? {}
  if (typeof secret !== 'string' || typeof before !== 'string') return null
  const key = { secret, before }
  keys.set(home, key)
  return key
}

function isListed(home: string, list: string, line: string): boolean {
  try {
    return findInList(`${ownDir(home)}/${list}`, line) === ''
  } catch {
    // It cannot be read: then nothing is listed.
    return false
  }
}

/** In one write, so that a power cut takes all or none but the last. */
function addTo(home: string, list: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  ensureDir(ownDir(home), home)
  appendDurable(`${ownDir(home)}/${list}`, ids.map((id) => JSON.stringify(id)).join('\n'))
}

function readOrNone(path: string, maxBytes: number): string | null {
  try {
    return readTextFile(path, maxBytes)
  } catch {
    return null
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
