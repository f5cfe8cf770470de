/**
 * Folders with a repository that many tests begin with: made once for the whole run, by git, and copied for each of them.
 * Making one takes half a dozen processes.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `make` is told where, once for all calls with this key. */
export function prepare(key: string, into: string, make: (dir: string) => void): void {
  const shelf = join(tmpdir(), 'dogear-prepared')
  const place = join(shelf, createHash('sha256').update(key).digest('hex').slice(0, 20))
  if (!existsSync(place)) {
    mkdirSync(shelf, { recursive: true })
    const fresh = mkdtempSync(join(shelf, 'new-'))
    make(fresh)
    // The examples of hooks that git puts into every repository are a third of all files.
    for (const name of hooksIn(fresh)) rmSync(join(fresh, '.git', 'hooks', name))
    moveThere(fresh, place)
  }
  copyTree(place, into)
  restamp(place, into)
}

function hooksIn(dir: string): string[] {
  const folder = join(dir, '.git', 'hooks')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sample')) : []
}

/** Another worker may have been faster. */
function moveThere(fresh: string, place: string): void {
  try {
    renameSync(fresh, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    rmSync(fresh, { recursive: true })
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const item of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [`${from}/${item.name}`, `${to}/${item.name}`]
    if (item.isDirectory()) copyTree(source, target)
    else if (item.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else copyFileSync(source, target)
  }
  const { mode } = lstatSync(from)
  if ((lstatSync(to).mode & 0o7777) !== (mode & 0o7777)) chmodSync(to, mode & 0o7777)
}

/** The index says of each file what it looked like on the disk when git last read it, and the copies look different. */
function restamp(from: string, to: string): void {
  const path = join(to, '.git', 'index')
  if (!existsSync(path)) return
  const index = readFileSync(path)
  if (index.readUInt32BE(4) !== 2) throw new Error(`an index of version 2 is expected in ${to}`)
  let at = 12
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const end = index.indexOf(0, at + 62)
    const name = index.toString('utf8', at + 62, end)
    const [before, now] = [from, to].map((dir) => looksOf(join(dir, name))) as [number[], number[]]
    // What was changed there since stays changed.
    if (before.every((word, i) => index.readUInt32BE(at + (WORDS[i] as number)) === word))
      now.forEach((word, i) => index.writeUInt32BE(word, at + (WORDS[i] as number)))
    at += Math.ceil((end + 1 - at) / 8) * 8
  }
  createHash('sha1')
    .update(index.subarray(0, -20))
    .digest()
    .copy(index, index.length - 20)
  writeFileSync(path, index)
}

/** Where an entry of the index has: ctime, mtime (each in seconds and nanoseconds), dev, ino, uid, gid, size. */
const WORDS = [0, 4, 8, 12, 16, 20, 28, 32, 36]

function looksOf(path: string): number[] {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stat) return WORDS.map(() => -1)
  const second = 1_000_000_000n
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat
  const words = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino, uid, gid, size]
  return words.map((word) => Number(word & 0xffffffffn))
}
