/**
 * Packs on disk: `<workstream>/packs/<first>_<last>_<parent>.dgp`. The first line is a sealed record with the ids, lengths
 * and the SHA-256 of what follows: the very bytes of the entries, one after the other, compressed.
 *
 * A pack is there before the first of its unpacked files goes. So whoever looks at the unpacked files first and at the packs
 * second misses nothing; what is in both is the same.
 */
import { sep } from 'node:path'
import { generationOf, mayHold, parsePackName, type Pack } from '../../core/entry/pack.js'
import { MAX_ENTRY_BYTES, openRecord, sealRecord } from '../../core/entry/seal.js'
import { listDir, readBytesFile, statOf } from '../../platform/files/files.js'
import { compress, decompress } from '../../platform/files/compress.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { Few } from './few.js'

export interface PackedEntry {
  id: string
  bytes: Uint8Array
}

interface Index {
  ids: string[]
  lengths: number[]
  bytes: number
  sha256: string
  /** Where the compressed bytes begin. */
  start: number
}

const MAX_PACK_BYTES = 70_000_000
const NEWLINE = 10

export function packsDir(workstream: string): string {
  return `${workstream}${sep}packs`
}

export function packPath(workstream: string, { file }: Pick<Pack, 'file'>): string {
  return `${packsDir(workstream)}${sep}${file}`
}

/** The packs of a folder of packs, by their names alone. */
export function packsAmong(names: readonly string[]): Pack[] {
  return names.map(parsePackName).filter((pack) => pack !== null)
}

/** A workstream by the names of its files, of which none is opened. */
export interface Line {
  /** In the order of the disk. */
  unpacked: string[]
  packs: Pack[]
}

/** What heads are made from. A pack stands for all that is in it, under its last id. */
export interface Survey {
  ids: string[]
  /** By the last id: from which generation on it covers all, and what continues from outside it. */
  packs: Map<string, { from: number; parents: string[] }>
  count: number
}

/**
 * Unpacked files that lie in a pack, too, are left by a packing that was cut off; two packs overlap where two packed at once.
 * Only where the generations allow for that, an index is read.
 */
export function surveyLine(workstream: string, { unpacked, packs }: Line): Survey {
  if (packs.length === 0) return { ids: unpacked, packs: new Map(), count: unpacked.length }
  const doubtful = new Map([...doubtfulPacks(unpacked, packs)].map((pack) => [pack, new Set(idsOf(workstream, pack))]))
  const held = new Set([...doubtful.values()].flatMap((ids) => [...ids]))
  const spans: Survey['packs'] = new Map()
  let count = held.size
  for (const pack of packs.toSorted((a, b) => b.to - a.to)) {
    const { from, to, last, parent } = pack
    if (!doubtful.has(pack)) count += to - from + 1
    const around = [...doubtful].find(([{ last: other }, ids]) => spans.has(other) && ids.has(last))?.[0].last ?? last
    const span = spans.get(around) ?? { from, parents: [] }
    span.from = Math.min(span.from, from)
    if (parent !== null) span.parents.push(parent)
    spans.set(around, span)
  }
  const outside = held.size === 0 ? unpacked : unpacked.filter((id) => !held.has(id))
  return { ids: [...outside, ...spans.keys()], packs: spans, count: count + outside.length }
}

function doubtfulPacks(unpacked: readonly string[], packs: readonly Pack[]): Set<Pack> {
  const sorted = packs.toSorted((a, b) => a.from - b.from)
  const doubtful = new Set<Pack>()
  let widest = sorted[0] as Pack
  for (const pack of sorted.slice(1)) {
    if (pack.from <= widest.to) doubtful.add(widest).add(pack)
    if (pack.to > widest.to) widest = pack
  }
  for (const id of unpacked) {
    const generation = generationOf(id)
    // Of packs that do not overlap it is this one or none.
    const nearest = sorted[lastAtMost(sorted, generation)]
    if (nearest && generation <= nearest.to && mayHold(nearest, id)) doubtful.add(nearest)
  }
  return doubtful
}

/** The place of the last pack that begins there or before; -1: none. */
function lastAtMost(sorted: readonly Pack[], generation: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as Pack).from <= generation) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function printPack(entries: readonly PackedEntry[]): Uint8Array {
  const body = compress(Buffer.concat(entries.map(({ bytes }) => bytes)))
  const index = {
    pack: 1,
    bytes: body.length,
    sha256: sha256Hex(body),
    entries: entries.map(({ id, bytes }) => [id, bytes.length]),
  }
  return Buffer.concat([Buffer.from(`${sealRecord(index)}\n`), body])
}

/** The entries of a pack; null where a byte of it is not as it was written. Their own seals are the reader's to check. */
function openPack(bytes: Uint8Array, pack: Pack): PackedEntry[] | null {
  const index = parseIndex(bytes)
  if (!index || index.ids[0] !== pack.first || index.ids.at(-1) !== pack.last) return null
  const body = bytes.subarray(index.start)
  if (body.length !== index.bytes || sha256Hex(body) !== index.sha256) return null
  const size = index.lengths.reduce((sum, length) => sum + length, 0)
  const plain = decompress(body, size)
  if (plain?.length !== size) return null
  let at = 0
  return index.ids.map((id, i) => ({ id, bytes: plain.subarray(at, (at += index.lengths[i] as number)) }))
}

/** Null: gone. Undefined: damaged. Throws where it cannot be read. */
export function readPack(path: string, pack: Pack): PackedEntry[] | null | undefined {
  const bytes = readBytesFile(path, MAX_PACK_BYTES)
  return bytes && (openPack(bytes, pack) ?? undefined)
}

/** What it holds. Of a damaged one, what its name tells. */
export function idsOf(workstream: string, pack: Pack): readonly string[] {
  const path = packPath(workstream, pack)
  const known = indexes.get(path)
  if (known) return known
  const bytes = readBytesFile(path, MAX_PACK_BYTES)
  const ids = bytes && parseIndex(bytes)?.ids
  if (!ids) return bytes ? [pack.first, pack.last] : []
  if (indexes.size >= MAX_INDEXES) indexes.clear()
  indexes.set(path, ids)
  return ids
}

/** A pack never changes, so these hold for as long as the process lives. */
const indexes = new Map<string, readonly string[]>()
const MAX_INDEXES = 2000

export type Found = { bytes: Uint8Array; path: string } | { bytes: null; path: string; detail: string }

/** One entry of a workstream's packs. Null: none of them holds it. */
export function findPacked(workstream: string, id: string): Found | null {
  const before = lastListed?.workstream === workstream ? lastListed.packs : null
  const found = before && findIn(workstream, before, id)
  if (found) return found
  const packs = packsAmong(listDir(packsDir(workstream)))
  lastListed = { workstream, packs }
  return findIn(workstream, packs, id)
}

/** For whoever reads a whole workstream: where the entry is not among these, they are listed again. */
let lastListed: { workstream: string; packs: Pack[] } | undefined

function findIn(workstream: string, packs: readonly Pack[], id: string): Found | null {
  for (const pack of packs) {
    const path = packPath(workstream, pack)
    const stat = mayHold(pack, id) ? statOf(path) : null
    // What was read before may be purged by now, or made again without what was forgotten.
    if (!stat || !idsOf(workstream, pack).includes(id)) continue
    const bytes = openedPack(path, pack, `${stat.ino}:${stat.changedNs}`)?.get(id)
    return bytes ? { bytes, path } : { bytes: null, path, detail: heldBy(pack) }
  }
  return null
}

export function heldBy({ from, to }: Pack): string {
  return `with the ${to - from + 1} autosaves that are packed in it`
}

/** Undefined: damaged. */
function openedPack(path: string, pack: Pack, file: string): ReadonlyMap<string, Uint8Array> | undefined {
  const known = opened.get(path)
  if (known?.file === file) return known.held
  const entries = readPack(path, pack)
  if (!entries) return undefined
  const held = new Map(entries.map((entry) => [entry.id, entry.bytes]))
  opened.put(path, { file, held })
  return held
}

/** A search goes through many workstreams by time, so more than one is open at once. */
const opened = new Few<{ file: string; held: ReadonlyMap<string, Uint8Array> }>(8)

function parseIndex(bytes: Uint8Array): Index | null {
  const end = bytes.indexOf(NEWLINE)
  const record = openRecord(Buffer.from(bytes.subarray(0, Math.max(0, end))).toString('utf8'))
  if (record?.['pack'] !== 1 || !Array.isArray(record['entries'])) return null
  const { entries: rows, bytes: size, sha256 } = record
  if (!rows.every(isRow) || typeof size !== 'number' || typeof sha256 !== 'string') return null
  return { ids: rows.map(([id]) => id), lengths: rows.map(([, length]) => length), bytes: size, sha256, start: end + 1 }
}

function isRow(row: unknown): row is [id: string, length: number] {
  const [id, length] = Array.isArray(row) ? (row as unknown[]) : []
  return typeof id === 'string' && Number.isInteger(length) && Number(length) >= 0 && Number(length) <= MAX_ENTRY_BYTES
}
