/** Several files of others changed together: all of them, or none. Nobody's edit is written over. */
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { ensureDir, moveDurable, readBytesFile, statOf, unlinkDurable } from '../../platform/files/files.js'
import { makeFolderLike, mayWrite } from '../../platform/files/foreign-files.js'
import { withLock } from '../../platform/files/lock.js'
import { realPathOf } from '../../platform/place.js'
import { moveRedacted } from '../set-aside.js'
import { createWith, replaceSeen, type Writer } from '../../platform/files/replace-seen.js'

export interface ForeignFile {
  /** Where it is written: the file itself, where its name was a link that may be followed. */
  path: string
  /** Null: there is none. */
  bytes: Uint8Array | null
  text: string | null
}

export interface ForeignEdit {
  file: ForeignFile
  /** Null takes the file away. */
  text: string | null
  /** Of a new file. */
  mode: number
}

const MAX_BYTES = 50_000_000

/** Which links a command may go through. */
export interface Links {
  /** The user has said that what they lead to may be changed. */
  follow: boolean
  /** The worktree the command is about: what leads out of it came with the repository, perhaps. */
  root?: string
}

/** Through links, which `checkForeign` judges. */
export function readForeign(path: string): ForeignFile {
  const real = realFilePath(path)
  const bytes = readBytesFile(real, MAX_BYTES)
  return { path: real, bytes, text: bytes && textOf(bytes, real) }
}

/** Refuses what could not or must not be written, before anything is. `path`: as the command has it. */
export function checkForeign(path: string, links: Links): void {
  const link = linkOn(path, links.root)
  if (link !== null && !links.follow) throw isLink(link)
  const real = realFilePath(path)
  for (const place of [real, nearestFolder(dirname(real))]) if (statOf(place) && !mayWrite(place)) throw readOnly(place)
}

/** The first link on the way to a file: the folders below `root`, where it lies there, and the file itself. */
export function linkOn(path: string, root: string | undefined): string | null {
  const inside = root === undefined ? '' : relative(root, dirname(path))
  const parts = isAbsolute(inside) || inside.split(sep)[0] === '..' ? [] : inside.split(sep).filter(Boolean)
  let level = root ?? ''
  const folders = parts.map((part) => (level = join(level, part)))
  return [...folders, path].find((one) => statOf(one)?.isLink) ?? null
}

/** Also of a file that is yet to be made: it must have the same path before and after. */
function realFilePath(path: string): string {
  if (statOf(path)) return realPathOf(path)
  const folder = nearestFolder(dirname(path))
  return join(realPathOf(folder), relative(folder, path))
}

/** Returns the folders that were made. */
export function applyForeign(home: string, edits: readonly ForeignEdit[], tag: string): string[] {
  ensureDir(join(home, 'locks'), home)
  const lock = withLock(join(home, 'locks', 'install'), tag, (token) => {
    const writer: Writer = { token, tag, keep: (aside, target) => keepAside(home, aside, target) }
    return applyAll(edits, writer)
  })
  if (lock.held) return lock.value
  throw new DogearError('disk-failed', 'another dogear is changing these files right now', { next: 'run it again' })
}

function applyAll(edits: readonly ForeignEdit[], writer: Writer): string[] {
  const done: ForeignEdit[] = []
  const folders: string[] = []
  try {
    for (const edit of edits) {
      if (edit.text !== null) folders.push(...makeFolders(dirname(edit.file.path)))
      applyOne(edit, writer)
      done.push(edit)
    }
    return folders
  } catch (error) {
    for (const edit of done.toReversed()) undo(edit, writer)
    throw error
  }
}

function applyOne({ file: { path, bytes }, text, mode }: ForeignEdit, writer: Writer): void {
  if (text === null) return bytes === null ? undefined : removeSeen(path, bytes)
  const done = bytes === null ? createWith(path, text, mode, writer) : replaceSeen(path, bytes, text, writer, true)
  if (!done) throw changedMeanwhile(path)
}

function removeSeen(path: string, seen: Uint8Array): void {
  const now = readBytesFile(path, MAX_BYTES)
  if (now !== null && Buffer.compare(now, seen) !== 0) throw changedMeanwhile(path)
  unlinkDurable(path)
}

/** Best effort: the first error is the one to tell. */
function undo({ file, text, mode }: ForeignEdit, writer: Writer): void {
  try {
    if (text === null) createWith(file.path, file.text ?? '', mode, writer)
    else if (file.bytes === null) removeSeen(file.path, Buffer.from(text))
    else replaceSeen(file.path, Buffer.from(text), file.text ?? '', writer, true)
  } catch {
    // What stays behind is ours, and uninstall knows it.
  }
}

function makeFolders(folder: string): string[] {
  if (statOf(folder)) return []
  const above = makeFolders(dirname(folder))
  makeFolderLike(folder)
  return [...above, folder]
}

function nearestFolder(folder: string): string {
  return statOf(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** Edits of another program crossed ours: what it wrote is not lost. */
function keepAside(home: string, aside: string, target: string): void {
  const folder = join(home, 'installed', 'crossed')
  ensureDir(folder, home)
  const to = join(folder, `${Date.now()}-${basename(target)}`)
  if (moveRedacted(aside, to) === null) moveDurable(aside, to)
}

function textOf(bytes: Uint8Array, path: string): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (Buffer.compare(Buffer.from(text, 'utf8'), bytes) === 0) return text
  throw new DogearError('bad-input', `${path} is not UTF-8 text, so it cannot be changed without harm`, {
    expected: 'UTF-8',
    next: 'save it as UTF-8, then run it again',
  })
}

function isLink(path: string): DogearError {
  return new DogearError('unsafe', `${path} is a symbolic link to ${realPathOf(path)}; nothing was changed`, {
    expected: 'no link there, or your word that what it leads to may be changed',
    next: 'the same command with --follow-links',
  })
}

function readOnly(path: string): DogearError {
  return new DogearError('no-permission', `${path} is read-only; nothing was changed`, {
    expected: 'a file and a folder you may write to',
    next: `chmod u+w '${path}', then run it again; where a program manages it, tell that program`,
  })
}

function changedMeanwhile(path: string): DogearError {
  return new DogearError(
    'disk-failed',
    `${path} was changed by another program at the same moment; nothing was changed`,
    {
      next: 'run it again',
    },
  )
}
