import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isFolder } from './folder.js'
import { readAt, readGitText, withFile } from './git-files.js'

/** Whether a repository holds an object, asked without running git. A multi-pack index is not needed: packs keep their own. */

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const PACK_INDEX_V2 = 0xff744f63
const FANOUT_AT = 8
const NAMES_AT = FANOUT_AT + 256 * 4
const MAX_PACKS = 10_000

export function hasObject(commonDir: string, sha: string): boolean {
  if (!OBJECT_ID.test(sha)) return false
  const objects = join(commonDir, 'objects')
  // One level, as deep as `git clone --shared` goes; a chain or a ring of alternates costs nothing.
  return [objects, ...readAlternates(objects)].some((dir) => holdsLoose(dir, sha) || holdsPacked(dir, sha))
}

function readAlternates(objects: string): string[] {
  const text = readGitText(join(objects, 'info', 'alternates'), 64_000) ?? ''
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines
    .slice(0, 20)
    .map((line) => resolve(objects, line))
    .filter(isFolder)
}

function holdsLoose(objects: string, sha: string): boolean {
  return withFile(join(objects, sha.slice(0, 2), sha.slice(2)), () => true) ?? false
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
  const header = readAt(fd, 0, 8)
  if (header.length < 8 || header.readUInt32BE(0) !== PACK_INDEX_V2 || header.readUInt32BE(4) !== 2) return false
  const first = wanted[0] as number
  let low = first === 0 ? 0 : fanout(fd, first - 1)
  let high = fanout(fd, first)
  // Numbers from a file: one that points past its end says nothing.
  if (NAMES_AT + high * wanted.length > size) return false
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = Buffer.compare(readAt(fd, NAMES_AT + middle * wanted.length, wanted.length), wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function fanout(fd: number, at: number): number {
  const number = readAt(fd, FANOUT_AT + at * 4, 4)
  return number.length === 4 ? number.readUInt32BE(0) : 0
}
