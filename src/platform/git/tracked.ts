/**
 * Whether a repository tracks anything at a place, read from its index without running git: a hook has to know, and
 * whoever brought the index may have brought what git would wait for. What cannot be read for certain counts as tracked.
 */
import { dirname, relative } from 'node:path'
import { isThere, readGitFile } from './files.js'
import { findGit } from './folder.js'

const INDEX_BYTES = 256_000_000

/** The worktree whose repository tracks the folder, something below it, or a link on the way to it. Null: none does. */
export function trackedBy(folder: string): string | null {
  let broken: string | null = null
  for (let at = folder; ;) {
    const git = findGit(at, (found) => (broken = found))
    if (broken !== null) return broken
    if (!git) return null
    const { worktree, gitDir } = git
    if (worktree !== null && holdsPath(gitDir, relative(worktree, folder))) return worktree
    // A repository within another one: the outer may have tracked it before there was an inner one.
    const top = worktree ?? gitDir
    if (top === dirname(top)) return null
    at = dirname(top)
  }
}

function holdsPath(gitDir: string, path: string): boolean {
  // What lies in the .git folder itself is never tracked.
  if (path.split('/')[0] === '.git') return false
  return holds(`${gitDir}/index`, gitDir, path, true)
}

function holds(file: string, gitDir: string, path: string, mayShare: boolean): boolean {
  if (!isThere(file)) return false
  const bytes = readGitFile(file, INDEX_BYTES)
  const index = bytes && (readIndex(bytes, 20) ?? readIndex(bytes, 32))
  if (!index || index.names.some((entry) => isAtOrAround(entry, path))) return true
  // Of a split index most entries stand in another file. One that was taken out since still counts.
  if (index.shared === null) return false
  return !mayShare || holds(`${gitDir}/sharedindex.${index.shared}`, gitDir, path, false)
}

interface IndexEntry {
  name: string
  mode: number
}

const SUBMODULE = 0o160000

function isAtOrAround({ name, mode }: IndexEntry, path: string): boolean {
  const [entry, wanted] = [folded(name), folded(path)]
  if (wanted === '' || entry === wanted || entry.startsWith(`${wanted}/`)) return true
  // A folder that a sparse index holds as one entry, or a link that the repository can lead elsewhere.
  if (entry.endsWith('/')) return `${wanted}/`.startsWith(entry)
  return mode !== SUBMODULE && wanted.startsWith(`${entry}/`)
}

/** Where the disk takes several spellings for one name. */
function folded(path: string): string {
  return process.platform === 'linux' ? path : path.normalize('NFC').toLowerCase()
}

const HEADER = 12
const MODE_AT = 24
const OBJECT_AT = 40
const EXTENDED = 0x4000
/** A name may go on from the one before it. No real index is so short that its names are this many times as long. */
const MAX_GROWTH = 8

/** `hash`: how many bytes an object's name has, which only the configuration says; with the wrong one nothing fits. */
function readIndex(bytes: Buffer, hash: 20 | 32): { names: IndexEntry[]; shared: string | null } | null {
  const version = bytes.length < HEADER + hash ? 0 : bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return null
  const end = bytes.length - hash
  const names: IndexEntry[] = []
  let at = HEADER
  let before = ''
  let letters = 0
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + OBJECT_AT + hash + 2 > end) return null
    const start = at
    const mode = bytes.readUInt32BE(at + MODE_AT)
    if (!isMode(mode)) return null
    at += OBJECT_AT + hash
    const isExtended = (bytes.readUInt16BE(at) & EXTENDED) !== 0
    if (isExtended && version < 3) return null
    at += isExtended ? 4 : 2
    let kept = ''
    if (version === 4) {
      const cut = readCount(bytes, at)
      if (cut === null || cut.value > before.length) return null
      kept = before.slice(0, before.length - cut.value)
      at = cut.next
    }
    const nul = bytes.indexOf(0, at)
    if (nul < 0 || nul >= end) return null
    // One letter for each byte, so that a count of bytes cuts at the right place.
    before = kept + bytes.toString('latin1', at, nul)
    letters += before.length
    if (letters > MAX_GROWTH * bytes.length) return null
    names.push({ name: Buffer.from(before, 'latin1').toString('utf8'), mode })
    // Filled up with NULs to eight bytes, one at least.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7)
  }
  const shared = readShared(bytes, at, end, hash)
  return shared === undefined ? null : { names, shared }
}

function isMode(mode: number): boolean {
  return [0o040000, 0o100644, 0o100664, 0o100755, 0o120000, SUBMODULE].includes(mode)
}

/** As in the offsets of packs: seven bits a byte, and one more for each that follows. */
function readCount(bytes: Buffer, start: number): { value: number; next: number } | null {
  let byte = bytes[start] ?? 0
  let value = byte & 127
  let at = start + 1
  for (; byte & 128; at++) {
    if (at >= start + 5) return null
    byte = bytes[at] ?? 0
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, next: at }
}

/** The name of the index that this one is split from. Null: it is whole. Undefined: this is no index. */
function readShared(bytes: Buffer, start: number, end: number, hash: number): string | null | undefined {
  let at = start
  for (; at + 8 <= end;) {
    const size = bytes.readUInt32BE(at + 4)
    const isLink = bytes.toString('latin1', at, at + 4) === 'link'
    at += 8
    if (isLink && size >= hash) {
      const name = bytes.toString('hex', at, at + hash)
      return /^0*$/.test(name) ? null : name
    }
    at += size
  }
  return at === end ? null : undefined
}
