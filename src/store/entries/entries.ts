/** Entries on disk: one immutable file each. A damaged one is named, and never hides the good ones. */
import type { Entry } from '../../core/entry/entry.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { checkSeal, MAX_ENTRY_BYTES, sealText } from '../../core/entry/seal.js'
import { DogearError } from '../../core/errors.js'
import { checkDir, createDurable, ensureDir, readBytesFile, settleDir, statOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { errnoOf } from '../../platform/files/raw-io.js'
import { withoutForgotten } from '../forgotten.js'
import { ensureKey, isOwnText, markedText } from '../own.js'
import { entryPath, workstreamDir, type Project } from '../paths.js'
import { addPlace, withoutPlace } from '../place.js'
import { addAuthor } from '../sync/authors.js'
import { Few } from './few.js'
import { idsInHome } from './listing.js'
import { findPacked, packsDir } from './packs.js'
import { markShelf } from './shelves.js'

type DamageReason =
  | 'empty'
  | 'zeroed'
  | 'truncated'
  | 'altered'
  | 'unsealed'
  | 'unreadable'
  | 'unparsable'
  | 'misplaced'

export interface Damage {
  project: string
  name: string
  id: string
  path: string
  reason: DamageReason
  message: string
}

type Read = { entry: Entry; damage?: undefined } | { entry?: undefined; damage: Damage }

/** Returns when the entry would survive a power cut. An entry of the same id and bytes is the same entry. */
export function createEntry(project: Project, entry: Entry, tag: string): void {
  const text = ownText(project, entry, tag)
  if (createText(project, entry, text, tag) === 'differs') throw taken(entryPath(project, entry.name, entry.id))
}

/** As it is written by this home: without what is only of this machine, marked and sealed. */
function ownText({ home }: Project, entry: Entry, tag: string): string {
  const key = ensureKey(home, () => idsInHome(home), tag)
  const left = withoutForgotten(home, entry, true)
  return sealText(markedText(key, printEntry(withoutPlace(home, left, key.secret, tag))), sha256Hex)
}

/**
 * Writes the very bytes of an entry that was made elsewhere. `text` is what the entry was read from, or has been printed and
 * sealed from it. `same`: it is here already; `differs`: another text has its id, and nothing was written.
 */
export function createForeign(project: Project, entry: Entry, text: string, tag: string): Created {
  ensureKey(project.home, () => idsInHome(project.home), tag)
  const packed = packedBytes(project, entry)
  if (packed) return textOf(packed) === text ? 'same' : 'differs'
  return createText(project, entry, text, tag)
}

export type Created = 'created' | 'same' | 'differs'

function createText(project: Project, entry: Entry, text: string, tag: string): Created {
  const path = entryPath(project, entry.name, entry.id)
  if (Buffer.byteLength(text) > MAX_ENTRY_BYTES) throw tooBig(text)
  const isNew = createInFolder(project, entry, path, text, tag)
  markShelf(project, entry.name)
  if (isNew) return 'created'
  const there = readBytesFile(path, MAX_ENTRY_BYTES)
  if (!there || !Buffer.from(text).equals(there)) return 'differs'
  settleDir(path, project.home)
  return 'same'
}

/** The bytes of an entry as they lie on the disk. Null: there is none. */
export function readEntryText(project: Project, name: string, id: string): string | null {
  const bytes = readBytesFile(entryPath(project, name, id), MAX_ENTRY_BYTES) ?? packedBytes(project, { name, id })
  return bytes && textOf(bytes)
}

function packedBytes(project: Project, { name, id }: Pick<Entry, 'name' | 'id'>): Uint8Array | null {
  const dir = workstreamDir(project, name)
  checkDir(packsDir(dir), project.home)
  return findPacked(dir, id)?.bytes ?? null
}

/** For a process that lives for a moment and needs one entry at several places: an entry never changes. */
export function readAndKeep(project: Project, name: string, id: string): Read | null {
  const read = readEntry(project, name, id)
  if (read?.entry) keepEntry(project, read.entry)
  return read
}

/** The same for one that it has just made. */
export function keepEntry(project: Project, entry: Entry): void {
  remembered = { path: entryPath(project, entry.name, entry.id), entry }
}

let remembered: { path: string; entry: Entry } | undefined

/**
 * Entries are read into one place, each over the one before: a build of the search index reads a hundred thousand of them,
 * and what lies outside of the heap is given back only when the heap is collected.
 */
const ROOM_BYTES = 65_536
let room: Buffer | undefined

/** Null: no such file. */
export function readEntry(project: Project, name: string, id: string): Read | null {
  const path = entryPath(project, name, id)
  if (remembered?.path === path) return { entry: remembered.entry }
  const damaged = (reason: DamageReason, detail?: string): Read => ({
    damage: describeDamage(project, { name, id, path, reason }, detail),
  })
  let bytes: Uint8Array | null
  try {
    checkDir(workstreamDir(project, name), project.home)
    bytes = readBytesFile(path, MAX_ENTRY_BYTES, (room ??= Buffer.allocUnsafeSlow(ROOM_BYTES)))
  } catch (error) {
    return damaged('unreadable', error instanceof Error ? error.message : String(error))
  }
  if (bytes === null) return readPacked(project, name, id)
  const text = textOf(bytes)
  const known = recent.get(path)
  if (known?.size === bytes.length && known.text === text)
    return { entry: asKnownHere(project, { ...known.entry }, text) }
  const seal = checkSeal(bytes, sha256Hex)
  if (seal !== 'intact') return damaged(seal)
  const read = parseAtPlace(project, text, { name, id }, damaged)
  if (read.entry) recent.put(path, { size: bytes.length, text, entry: { ...read.entry } })
  return read
}

/** A save asks for the head it continues at five places. What reads the same is the same, and need not be parsed again. */
const recent = new Few<{ size: number; text: string; entry: Entry }>(4)

/** Only after its own file was looked for: see packs.ts. */
function readPacked(project: Project, name: string, id: string): Read | null {
  const dir = workstreamDir(project, name)
  const damaged = (path: string, reason: DamageReason, detail?: string): Read => ({
    damage: describeDamage(project, { name, id, path, reason }, detail),
  })
  try {
    checkDir(packsDir(dir), project.home)
    const found = findPacked(dir, id)
    if (!found) return null
    if (!found.bytes) return damaged(found.path, 'altered', found.detail)
    const seal = checkSeal(found.bytes, sha256Hex)
    if (seal !== 'intact') return damaged(found.path, seal)
    return parseAtPlace(project, textOf(found.bytes), { name, id }, (reason, detail) =>
      damaged(found.path, reason, detail),
    )
  } catch (error) {
    return damaged(packsDir(dir), 'unreadable', error instanceof Error ? error.message : String(error))
  }
}

/** Whether there is such an entry, readable or not. */
export function hasEntry(project: Project, name: string, id: string): boolean {
  return statOf(entryPath(project, name, id)) !== null || hasPacked(project, name, id)
}

function hasPacked(project: Project, name: string, id: string): boolean {
  checkDir(packsDir(workstreamDir(project, name)), project.home)
  return findPacked(workstreamDir(project, name), id) !== null
}

export function describeDamage(project: Project, where: Omit<Damage, 'project' | 'message'>, detail?: string): Damage {
  const why = detail ? `${REASONS[where.reason]} (${detail})` : REASONS[where.reason]
  return { project: project.key, ...where, message: `${where.path} ${why}; dogear verify --repair sets it aside` }
}

const REASONS: Record<DamageReason, string> = {
  empty: 'is empty',
  zeroed: 'holds zero bytes where its text should be',
  truncated: 'is cut off: its end is missing',
  altered: 'was changed after it was saved',
  unsealed: 'has no check line, so dogear did not write it',
  unreadable: 'cannot be read',
  unparsable: 'is not in the form of an entry',
  misplaced: 'does not belong where it lies',
}

function parseAtPlace(
  project: Project,
  text: string,
  { name, id }: { name: string; id: string },
  damaged: (reason: DamageReason, detail: string) => Read,
): Read {
  try {
    const entry = parseEntry(text)
    if (entry.id !== id || entry.name !== name) return damaged('misplaced', `it says it is ${entry.name} ${entry.id}`)
    return { entry: asKnownHere(project, entry, text) }
  } catch (error) {
    return damaged('unparsable', error instanceof Error ? error.message : String(error))
  }
}

/** What the file does not say: whose it is, what its marks stand for on this machine, and what is to be forgotten. */
function asKnownHere({ home }: Project, parsed: Entry, text: string): Entry {
  const entry = withoutForgotten(home, parsed, false)
  if (isOwnText(home, entry.id, text)) delete entry.foreign
  else entry.foreign = true
  addPlace(home, entry)
  addAuthor(home, entry)
  return entry
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

/** A purge may take the folder away between making and using it; then it is made again. False: the name is taken. */
function createInFolder(project: Project, entry: Entry, path: string, text: string, tag: string): boolean {
  const dir = workstreamDir(project, entry.name)
  for (let attempt = 1; ; attempt++) {
    ensureDir(dir, project.home)
    try {
      // Whoever wrote what this one continues here has made the levels durable before. What it continues may lie elsewhere: the
      // line had no name, or another one.
      const isContinued = entry.parents.some((id) => statOf(entryPath(project, entry.name, id)) !== null)
      if (!isContinued) settleDir(dir, project.home)
      return createDurable(path, text, tag)
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || attempt === 3) throw error
    }
  }
}

export function tooBig(text: string): DogearError {
  return new DogearError('too-big', `the entry would have ${Buffer.byteLength(text)} bytes`, {
    expected: `at most ${MAX_ENTRY_BYTES} bytes`,
    next: 'shorten it: name files and commits instead of copying them',
  })
}

function taken(path: string): DogearError {
  return new DogearError('damaged', `${path} exists already and holds something else; it was not changed`, {
    next: 'run dogear verify, then save again',
  })
}
