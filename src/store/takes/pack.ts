/**
 * One take in one file: the manifest, a table of where each content lies, and the contents that are new, each compressed by
 * itself and named by its SHA-256. One fsync, one rename, and it is acknowledged. A content that an older take holds is not
 * written again.
 */
import { parseTake, printTake, type Take } from '../../core/undo/take.js'
import { type BytePath, parsePath, printPath } from '../../core/undo/bytes.js'
import { compress, decompress } from '../../platform/files/compress.js'
import { createDurable, openParts, replaceDurable } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'

export interface Pack {
  take: Take
  /** Contents by hash: the id of the take that holds them. */
  heldBy: Map<string, string>
  /** What is known of each path: how it looked, and its hash; a hash of `SECRET` was seen to hold one. */
  seen: Map<BytePath, Seen>
  /** What follows the header. */
  own: Map<string, Content>
  dataAt: number
}

export interface Seen {
  /** A digest of size, times and inode. Empty: it was too young to rely on. */
  stamp: string
  hash: string
}

/** In the place of the hash of what may not be named by one. */
export const SECRET = 'secret'

interface Content {
  isPlain: boolean
  at: number
  length: number
  size: number
}

const MAGIC = 'dogear-take 1'
const HEADER = /^dogear-take 1 (\d{1,9}) (\d{1,9}) ([0-9a-f]{64})\n/
const MAX_HEADER = 120
/** With all caps at their most. */
const MAX_PACK_BYTES = 700_000_000
/** Shorter ones would not become shorter. */
const MIN_COMPRESSED = 100

export interface NewPack extends Pick<Pack, 'take' | 'heldBy' | 'seen'> {
  /** Contents that no take holds yet, by hash. */
  fresh: ReadonlyMap<string, Uint8Array>
}

/** As it can be read from now on. Null: there is a take of that id. */
export function writePack(path: string, pack: NewPack, tag: string): Pack | null {
  const { bytes, written } = packed(pack)
  return createDurable(path, bytes, tag) ? written : null
}

/** The same take, with more contents of its own. */
export function replacePack(path: string, pack: NewPack, tag: string): void {
  replaceDurable(path, packed(pack).bytes, tag)
}

function packed({ take, heldBy, seen, fresh }: NewPack): { bytes: Uint8Array; written: Pack } {
  const parts: Uint8Array[] = []
  const own = new Map<string, Content>()
  const lines: string[] = []
  let at = 0
  for (const [hash, bytes] of fresh) {
    const small = bytes.length < MIN_COMPRESSED ? bytes : compress(bytes, QUICKLY)
    const isPlain = small.length >= bytes.length
    const data = isPlain ? bytes : small
    own.set(hash, { isPlain, at, length: data.length, size: bytes.length })
    lines.push(`+ ${hash} ${isPlain ? 'p' : 'b'} ${at} ${data.length} ${bytes.length}`)
    parts.push(data)
    at += data.length
  }
  for (const [hash, id] of heldBy) if (!fresh.has(hash)) lines.push(`= ${hash} ${id}`)
  lines.push(...seenLines(seen))
  const manifest = Buffer.from(printTake(take))
  const table = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const head = Buffer.concat([manifest, table])
  const header = Buffer.from(`${MAGIC} ${manifest.length} ${table.length} ${sha256Hex(head)}\n`)
  const holders = new Map([...heldBy, ...[...own.keys()].map((hash): [string, string] => [hash, take.id])])
  const written = { take, heldBy: holders, seen, own, dataAt: header.length + head.length }
  return { bytes: Buffer.concat([header, head, ...parts]), written }
}

function seenLines(seen: NewPack['seen']): string[] {
  return [...seen].map(([name, { stamp, hash }]) => `~ ${stamp || '-'} ${hash} ${printPath(name)}`)
}

const SEEN = 'seen'
const MAX_SEEN_BYTES = 4_000_000

/**
 * A later look found the same state as the take of this id, and what was too young then is not any more: no new take, but the
 * next look need not read it again. Derived, and believed only beside that very take.
 */
export function keepSeen(dir: string, home: string, id: string, seen: NewPack['seen']): void {
  writeQuick(dir, SEEN, [id, ...seenLines(seen), ''].join('\n'), home)
}

/** What is known of each path since that take. */
export function seenSince(dir: string, home: string, { take, seen }: Pack): Pack['seen'] {
  const [id, ...lines] = (readQuick(`${dir}/${SEEN}`, MAX_SEEN_BYTES, home) ?? '').split('\n')
  return (id === take.id ? parseTable(id, lines.join('\n'))?.seen : undefined) ?? seen
}

/** In hundredths of a second for a megabyte, where a save takes longer and wins a tenth. */
const QUICKLY = 2

/** Null: it is not there, or not whole. */
export function readPack(path: string): Pack | null {
  const file = openQuietly(path)
  if (!file) return null
  try {
    const header = HEADER.exec(file.read(0, MAX_HEADER))
    if (!header) return null
    const [first, manifest, table] = [header[0].length, Number(header[1]), Number(header[2])]
    const head = Buffer.from(file.read(first, manifest + table), 'latin1')
    if (head.length !== manifest + table || sha256Hex(head) !== header[3]) return null
    const take = parseTake(head.toString('utf8', 0, manifest))
    const rows = take && parseTable(take.id, head.toString('utf8', manifest))
    return rows && { take, ...rows, dataAt: first + manifest + table }
  } finally {
    file.close()
  }
}

function parseTable(id: string, text: string): Pick<Pack, 'heldBy' | 'seen' | 'own'> | null {
  const rows: Pick<Pack, 'heldBy' | 'seen' | 'own'> = { heldBy: new Map(), seen: new Map(), own: new Map() }
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [sign, first = '', second = '', ...rest] = line.split(' ')
    if (sign === '=') rows.heldBy.set(first, second)
    else if (sign === '+') {
      const [at, length, size] = rest.map(Number)
      if (at === undefined || length === undefined || size === undefined) return null
      rows.own.set(first, { isPlain: second === 'p', at, length, size })
      rows.heldBy.set(first, id)
    } else if (sign === '~') {
      const path = parsePath(rest.join(' '))
      if (path === null) return null
      rows.seen.set(path, { stamp: first === '-' ? '' : first, hash: second })
    } else return null
  }
  return rows
}

/** Null: it is not in there, or not as it was written. */
export function readContent(path: string, { own, dataAt }: Pack, hash: string): Uint8Array | null {
  const content = own.get(hash)
  const file = content && openQuietly(path)
  if (!content || !file) return null
  try {
    const data = Buffer.from(file.read(dataAt + content.at, content.length), 'latin1')
    const bytes = content.isPlain ? data : decompress(data, content.size)
    return bytes && bytes.length === content.size && sha256Hex(bytes) === hash ? bytes : null
  } finally {
    file.close()
  }
}

function openQuietly(path: string): ReturnType<typeof openParts> {
  try {
    return openParts(path, MAX_PACK_BYTES)
  } catch {
    return null
  }
}
