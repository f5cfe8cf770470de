/**
 * Lists that only grow, a line each, in which a line is found by its first word: whose an entry is, what was purged. Once more than a few
 * words were asked for they are found by a table, so that a home with a hundred thousand lines costs no more for each.
 */
import { openParts, statOf } from '../platform/files/files.js'

interface List {
  ino: bigint
  /** A line end, and then the file as far as it was read. */
  bytes: Buffer
  length: number
  asked: number
  /** Where the lines begin that are in the table. */
  table: Uint32Array | null
  lines: number
  /** Up to here the lines are in the table. */
  entered: number
}

const MAX_BYTES = 512_000_000
const SPACE = 32
const NEWLINE = 10
/** To go through a long file a few times costs as much as to make the table. */
const BEFORE_TABLE = 6
const lists = new Map<string, List>()

/** What stands behind the word on the first line that begins with it; undefined: no whole line does. */
export function findInList(path: string, word: string): string | undefined {
  const list = read(path)
  if (!list || word === '') return undefined
  const key = Buffer.from(word)
  const at = ++list.asked > BEFORE_TABLE ? findByTable(list, key) : findByEye(list, key)
  if (at === 0) return undefined
  const end = list.bytes.indexOf(NEWLINE, at)
  return list.bytes.toString('utf8', Math.min(at + key.length + 1, end), end)
}

/** What was appended since is read; what is another file by now is read anew. */
function read(path: string): List | null {
  const stat = statOf(path)
  if (!stat) return null
  let list = lists.get(path)
  if (!list || list.ino !== stat.ino || stat.size < list.length - 1) {
    list = { ino: stat.ino, bytes: Buffer.from('\n'), length: 1, asked: 0, table: null, lines: 0, entered: 1 }
    lists.set(path, list)
  }
  const from = list.length - 1
  if (stat.size === from) return list
  const parts = openParts(path, MAX_BYTES)
  if (!parts) return null
  try {
    append(list, Buffer.from(parts.read(from, stat.size - from), 'latin1'))
  } finally {
    parts.close()
  }
  return list
}

function append(list: List, more: Buffer): void {
  const length = list.length + more.length
  if (length > list.bytes.length) {
    const room = Buffer.alloc(roomFor(list.bytes.length, length))
    list.bytes.copy(room, 0, 0, list.length)
    list.bytes = room
  }
  more.copy(list.bytes, list.length)
  list.length = length
}

/** A file that is read once needs no room to grow. */
function roomFor(had: number, wanted: number): number {
  return had <= 1 ? wanted : Math.max(wanted, had * 2)
}

function findByEye({ bytes, length }: List, key: Buffer): number {
  const wanted = Buffer.concat([Buffer.of(NEWLINE), key])
  for (let at = bytes.indexOf(wanted); at >= 0 && at < length; at = bytes.indexOf(wanted, at + 1))
    if (endsAt(bytes, at + wanted.length) && isWhole(bytes, at + 1, length)) return at + 1
  return 0
}

function findByTable(list: List, key: Buffer): number {
  enterAll(list)
  const { bytes, table } = list as List & { table: Uint32Array }
  for (let slot = hashOf(key, 0, key.length) % table.length; ; slot = (slot + 1) % table.length) {
    const at = table[slot] as number
    if (at === 0 || isWord(bytes, at, key)) return at
  }
}

function enterAll(list: List): void {
  const { bytes, length } = list
  for (let end = bytes.indexOf(NEWLINE, list.entered); end >= 0 && end < length;) {
    // Half of it stays empty: an empty place is where a search ends.
    if (!list.table || (list.lines + 1) * 2 > list.table.length) grow(list)
    enter(list, list.entered)
    list.entered = end + 1
    end = bytes.indexOf(NEWLINE, list.entered)
  }
  list.table ??= new Uint32Array(1)
}

function grow(list: List): void {
  const before = list.table
  list.table = new Uint32Array(Math.max(1024, (before?.length ?? 0) * 4))
  list.lines = 0
  for (const at of before ?? []) if (at > 0) enter(list, at)
}

function enter(list: List, at: number): void {
  const { bytes } = list
  const table = list.table as Uint32Array
  let end = at
  while (!endsAt(bytes, end)) end++
  if (end === at) return
  const key = bytes.subarray(at, end)
  let slot = hashOf(bytes, at, end) % table.length
  for (let there = table[slot] as number; there > 0; there = table[slot] as number) {
    if (isWord(bytes, there, key)) return
    slot = (slot + 1) % table.length
  }
  table[slot] = at
  list.lines++
}

function isWord(bytes: Buffer, at: number, key: Buffer): boolean {
  return bytes.compare(key, 0, key.length, at, at + key.length) === 0 && endsAt(bytes, at + key.length)
}

function endsAt(bytes: Buffer, at: number): boolean {
  return bytes[at] === SPACE || bytes[at] === NEWLINE
}

function isWhole(bytes: Buffer, at: number, length: number): boolean {
  const end = bytes.indexOf(NEWLINE, at)
  return end >= 0 && end < length
}

/** FNV-1a: what is found is compared, so a hash that somebody chose costs time at most. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return hash >>> 0
}
