/**
 * Packing a workstream: autosaves that nobody looks at any more go into packs. A pack is written and synced, read back and
 * every entry in it checked, gets its name, its folder is synced, and only then its unpacked files go. Cut off anywhere, every
 * entry is still there, unpacked or packed or both; the next packing takes away what is in both.
 */
import {
  mayHold,
  MIN_PACKED,
  packName,
  parsePackName,
  planPacks,
  type Pack,
  type Packable,
  type Row,
} from '../../core/entry/pack.js'
import { parseId } from '../../core/entry/id.js'
import { checkSeal, MAX_ENTRY_BYTES } from '../../core/entry/seal.js'
import { DogearError } from '../../core/errors.js'
import { createDurable, ensureDir, readBytesFile, removeFile, settleDir, statOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { withLock } from '../../platform/files/lock.js'
import { entryPath, locksDir, workstreamDir, type Project } from '../paths.js'
import { readEntry } from './entries.js'
import { listLine, listWorkstreams, sortIds } from './listing.js'
import { quarantined } from './heads.js'
import { idsOf, type PackedEntry, packPath, packsDir, printPack, readPack } from './packs.js'

/** With more unpacked entries than these a workstream is packed whether or not its session has ended. */
const MAX_UNPACKED = 64

/** Whether a session that goes on has left so many that they are to be packed now. Names alone are looked at. */
export function isPackDue(project: Project, name: string, sinceMs: number): boolean {
  const { unpacked } = listLine(project, name)
  return (
    unpacked.length > MAX_UNPACKED && unpacked.filter((id) => (parseId(id)?.ms ?? 0) >= sinceMs).length > MAX_UNPACKED
  )
}

interface PackOptions {
  /** As Date.now() counts: after that no second pack is begun. */
  untilMs?: number
}

/** How many entries were packed. Nothing where another process is at it. */
export function packLine(project: Project, name: string, tag: string, options: PackOptions = {}): number {
  if (listLine(project, name).unpacked.length <= MIN_PACKED) return 0
  const lock = `${locksDir(project.home)}/pack-${project.key}`
  const locked = withLock(lock, tag, () => packLocked(project, name, tag, options.untilMs ?? Infinity), { waitMs: 0 })
  return locked.held ? locked.value : 0
}

/** Every workstream that has too many unpacked ones, however long it takes. */
export function packProject(project: Project, tag: string): void {
  for (const name of listWorkstreams(project))
    if (listLine(project, name).unpacked.length > MAX_UNPACKED) packLine(project, name, tag)
}

function packLocked(project: Project, name: string, tag: string, untilMs: number): number {
  finishEarlier(project, name)
  const rows = planLine(project, name, untilMs)
  if (rows.length === 0) return 0
  const dir = packsDir(workstreamDir(project, name))
  // Made before what is packed is read: a workstream that is purged meanwhile takes it along, and nothing comes back.
  ensureDir(dir, project.home)
  settleDir(dir, project.home)
  let packed = 0
  for (const row of rows) {
    if (packed > 0 && Date.now() >= untilMs) break
    if (packRow(project, name, row, tag)) packed += row.ids.length
  }
  return packed
}

/** As many entries are read where time is short. */
const FEW = 4 * MAX_UNPACKED

/**
 * Which entries go into which pack; changes nothing. A workstream with something damaged in it, or set aside, stays as it is:
 * there every file may be needed to tell the heads. Where time is short the newest are looked at: what continues them is
 * among them.
 */
function planLine(project: Project, name: string, untilMs: number): Row[] {
  const aside = quarantined(project, name)
  if (aside.unpacked.length + aside.packs.length > 0) return []
  const { unpacked, packs } = listLine(project, name)
  const ids = sortIds(unpacked)
  const entries: Packable[] = []
  for (const id of untilMs === Infinity ? ids : ids.slice(-FEW)) {
    const read = readEntry(project, name, id)
    if (read?.damage) return []
    if (!read) continue
    const { lane, kind, parents, by, foreign } = read.entry
    const bytes = statOf(entryPath(project, name, id))?.size ?? 0
    entries.push({ id, lane, kind, parents, user: by.user, bytes, ...(foreign && { foreign }) })
  }
  return planPacks(entries, packs)
}

/** False: a file has changed or gone since the plan was made, or there is such a pack, and it is damaged. */
function packRow(project: Project, name: string, { ids, parent }: Row, tag: string): boolean {
  const dir = workstreamDir(project, name)
  const pack = parsePackName(packName(ids[0] as string, ids.at(-1) as string, parent)) as Pack
  const entries = ids.map((id): PackedEntry | null => {
    const bytes = readBytesFile(entryPath(project, name, id), MAX_ENTRY_BYTES)
    return bytes && checkSeal(bytes, sha256Hex) === 'intact' ? { id, bytes } : null
  })
  if (!entries.every((entry) => entry !== null)) return false
  const isCreated = createDurable(packPath(dir, pack), printPack(entries), tag, (temp) => {
    if (!isSame(readPack(temp, pack) ?? [], entries)) throw notAsWritten(temp)
  })
  if (isCreated) removeUnpacked(project, name, entries)
  return isCreated
}

/** A process that was killed may have left unpacked files of what it had packed, and the name of the pack unsynced. */
function finishEarlier(project: Project, name: string): void {
  const { unpacked, packs } = listLine(project, name)
  const dir = workstreamDir(project, name)
  for (const pack of packs) {
    if (!unpacked.some((id) => mayHold(pack, id) && idsOf(dir, pack).includes(id))) continue
    const entries = readPack(packPath(dir, pack), pack) ?? []
    settleDir(packsDir(dir), project.home)
    removeUnpacked(
      project,
      name,
      entries.filter(({ bytes }) => checkSeal(bytes, sha256Hex) === 'intact'),
    )
  }
}

/** Those alone that still are what was packed, byte for byte. */
function removeUnpacked(project: Project, name: string, packed: readonly PackedEntry[]): void {
  for (const { id, bytes } of packed) {
    const path = entryPath(project, name, id)
    const there = readBytesFile(path, MAX_ENTRY_BYTES)
    if (there && Buffer.from(bytes).equals(there)) removeFile(path)
  }
}

function isSame(read: readonly PackedEntry[], entries: readonly PackedEntry[]): boolean {
  return (
    read.length === entries.length &&
    read.every(({ id, bytes }, i) => {
      const wanted = entries[i] as PackedEntry
      return id === wanted.id && Buffer.from(bytes).equals(wanted.bytes) && checkSeal(bytes, sha256Hex) === 'intact'
    })
  )
}

function notAsWritten(path: string): DogearError {
  return new DogearError('disk-failed', `${path} does not hold what was written to it; no entry was touched`, {
    next: 'check the disk',
  })
}
