/** Whether a repository holds an object, and what tells it from others: read from its files without running git. */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import { isFolder } from '../files/folders.js'
import { readUpTo } from '../files/raw-io.js'
import { OBJECT_ID, readFirstLine, readGitFile, readGitText, withFile } from './files.js'

const PACK_INDEX_V2 = 0xff744f63
const FANOUT_AT = 8
const NAMES_AT = FANOUT_AT + 256 * 4
const MAX_PACKS = 10_000

/** A multi-pack index is not needed: packs keep their own. */
export function hasObject(commonDir: string, sha: string): boolean {
  if (!OBJECT_ID.test(sha)) return false
  const objects = join(commonDir, 'objects')
  // One level, as deep as `git clone --shared` goes; a chain or a ring of alternates costs nothing.
  return [objects, ...readAlternates(objects)].some(
    (dir) => withFile(join(dir, sha.slice(0, 2), sha.slice(2)), () => true) || holdsPacked(dir, sha),
  )
}

function readAlternates(objects: string): string[] {
  const text = readGitText(join(objects, 'info', 'alternates'), 64_000) ?? ''
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines
    .slice(0, 20)
    .map((line) => resolve(objects, line))
    .filter(isFolder)
}

function holdsPacked(objects: string, sha: string): boolean {
  const wanted = Buffer.from(sha, 'hex')
  return listIndexes(join(objects, 'pack')).some(
    (path) => withFile(path, (fd, size) => indexHolds(fd, size, wanted)) ?? false,
  )
}

function listIndexes(packs: string): string[] {
  try {
    const names = readdirSync(packs).filter((name) => name.startsWith('pack-') && name.endsWith('.idx'))
    return names.slice(0, MAX_PACKS).map((name) => join(packs, name))
  } catch {
    return []
  }
}

/** Reads the header, two numbers of the fanout table and about a dozen names. */
function indexHolds(fd: number, size: number, wanted: Buffer): boolean {
  const header = readUpTo(fd, 8, 0)
  if (header.length < 8 || header.readUInt32BE(0) !== PACK_INDEX_V2 || header.readUInt32BE(4) !== 2) return false
  const first = wanted[0] as number
  let low = first === 0 ? 0 : fanout(fd, first - 1)
  let high = fanout(fd, first)
  // Numbers from a file: one that points past its end says nothing.
  if (NAMES_AT + high * wanted.length > size) return false
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = Buffer.compare(readUpTo(fd, wanted.length, NAMES_AT + middle * wanted.length), wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function fanout(fd: number, at: number): number {
  const number = readUpTo(fd, 4, FANOUT_AT + at * 4)
  return number.length === 4 ? number.readUInt32BE(0) : 0
}

const CONFIG_BYTES = 1_000_000
const LOG_LINE_BYTES = 4_096

/** The address of `origin`, else of the only remote, without user name and password; null: none, or not certain. */
export function readRemote(commonDir: string): string | null {
  const urls = readRemotes(commonDir)
  const url = urls.get('origin') ?? (urls.size === 1 ? [...urls.values()][0] : undefined)
  return url === undefined || url === '' ? null : withoutCredentials(url)
}

/** The address of `origin` itself, as git would use it, without user name and password; null: there is none. */
export function readOrigin(commonDir: string): string | null {
  const url = readRemotes(commonDir).get('origin')
  return url === undefined || url === '' ? null : withoutCredentials(url)
}

function readRemotes(commonDir: string): Map<string, string> {
  return parseRemotes(readGitFile(join(commonDir, 'config'), CONFIG_BYTES)?.toString('utf8') ?? '')
}

/** The commit that began this repository, known only where it was made here and not cloned. */
export function readFirstCommit(commonDir: string): string | null {
  const line = readFirstLine(join(commonDir, 'logs', 'HEAD'), LOG_LINE_BYTES)
  return /^0+ ([0-9a-f]{40}|[0-9a-f]{64}) [^\t]*\tcommit \(initial\)/.exec(line ?? '')?.[1] ?? null
}

/** First url of each remote. Tolerant: what is not understood is passed over, as nothing but a comparison rests on it. */
function parseRemotes(text: string): Map<string, string> {
  const urls = new Map<string, string>()
  let remote: string | null = null
  for (const line of text.replace(/\\\r?\n/g, '').split('\n')) {
    const section = /^\s*\[\s*([^\s"\]]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? (section[2]?.replace(/\\(.)/g, '$1') ?? null) : null
    const url = /^\s*(?:\[[^\]]*\])?\s*url\s*=(.*)$/i.exec(line)?.[1]
    if (remote !== null && url !== undefined && !urls.has(remote)) urls.set(remote, plainValue(url))
  }
  return urls
}

function plainValue(raw: string): string {
  const quoted = /^\s*"((?:[^"\\]|\\.)*)"/.exec(raw)?.[1]
  return quoted === undefined ? raw.replace(/\s[#;].*$/, '').trim() : quoted.replace(/\\(.)/g, '$1')
}

/** A token in an address must never reach the disk a second time. `git@host:path` keeps its user: it is no secret. */
function withoutCredentials(url: string): string {
  return safeName(url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')).slice(0, 500)
}
