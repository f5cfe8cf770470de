/** One edit of a layout, done on the disk: all of it, or refused with nothing changed. */
import { basename, dirname, join, relative, sep } from 'node:path'
import { DogearError } from '../../core/errors.js'
import type { Edit, Layout, TextFile } from '../../layouts/layout.js'
import { ensureDir, readBytesFile, statOf } from '../../platform/files/files.js'
import { appendForeign, makeFolderLike, mayWrite } from '../../platform/files/foreign-files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { createWith, replaceSeen, type Writer } from '../../platform/files/replace-seen.js'
import { realPathOf } from '../../platform/place.js'
import type { Project } from '../paths.js'
import { moveOutsideToTrash } from '../trash.js'
import { MAX_BYTES, targetOf, type Target } from './survey.js'

/** What an edit needs to know: where, and what the planner saw there. */
interface Bench {
  base: Base
  layout: Layout
  files: readonly TextFile[]
  writer: Writer
}

/** `changed` and `removed` name the file; `again`: somebody else changed it since it was seen, nothing was done. */
export type Outcome = { changed: string } | { removed: string } | { again: true } | null

const MAX_CLASHES = 10_000
const AGAIN = { again: true } as const

/** Null: there was nothing to do. Throws a DogearError where the edit is refused. */
export function applyEdit(bench: Bench, edit: Edit): Outcome {
  const target = targetOf(bench.base.folder, bench.layout, edit.path)
  checkRights(target.path)
  if (edit.do !== 'create') checkFile(target.path)
  if (edit.do === 'remove') return remove(bench, edit.path, target)
  makeFolders(bench.base.folder, dirname(target.path))
  if (edit.do === 'create') return create(bench, edit)
  if (edit.do === 'append') return append(bench, edit, target)
  return write(bench, edit, target)
}

function write(bench: Bench, edit: Edit & { do: 'write' }, target: Target): Outcome {
  const seen = seenAt(bench, edit.path)
  if (seen === edit.text) return null
  const done =
    seen === undefined
      ? createWith(target.path, edit.text, modeFor(bench, edit.path), bench.writer)
      : replaceSeen(target.path, Buffer.from(seen, 'utf8'), edit.text, bench.writer, target.linked)
  return done ? { changed: edit.path } : AGAIN
}

function create(bench: Bench, { path, text }: Edit & { do: 'create' }): Outcome {
  for (let attempt = 1; attempt <= MAX_CLASHES; attempt++) {
    const name = attempt === 1 ? path : suffixed(path, attempt)
    const target = join(bench.base.folder, ...name.split('/'))
    if (!statOf(target) && createWith(target, text, modeFor(bench, path), bench.writer)) return { changed: name }
  }
  throw new DogearError('disk-failed', `there is no free name left for ${path}`, { next: 'move old files away' })
}

function append(bench: Bench, { path, text }: Edit & { do: 'append' }, target: Target): Outcome {
  if (text === '') return null
  appendForeign(target.path, text, modeFor(bench, path))
  return { changed: path }
}

function remove(bench: Bench, path: string, target: Target): Outcome {
  if (target.linked) throw linkStays(path)
  const now = readBytesFile(target.path, MAX_BYTES)
  if (now === null) return null
  if (Buffer.compare(now, Buffer.from(seenAt(bench, path) ?? '', 'utf8')) !== 0) return AGAIN
  return bench.base.trash(target.path) === null ? null : { removed: path }
}

function seenAt({ files }: Bench, path: string): string | undefined {
  return files.find((file) => file.path === path)?.text
}

/**
 * The umask of this process keeps its own files private, so it says nothing about files of others. A new file gets the
 * rights of one beside it, else what is usual: readable by all in a worktree, private in an agent's memory.
 */
function modeFor({ base, layout, files }: Bench, path: string): number {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = files.find((file) => file.path.slice(0, file.path.lastIndexOf('/') + 1) === folder)
  const mode = beside && statOf(join(base.folder, ...beside.path.split('/')))
  if (mode?.isFile) return (mode.mode & 0o666) | 0o600
  return layout.base === 'memory' ? 0o600 : 0o644
}

/** The base itself is made private, what is missing below it like the folder above. */
function makeFolders(base: string, folder: string): void {
  ensureDir(base)
  const inside = relative(base, folder)
  if (inside === '' || inside.split(sep)[0] === '..') return
  let level = base
  for (const part of inside.split(sep)) makeFolderLike((level = join(level, part)))
}

/** A rename asks only for the folder's rights; a file that is read-only is meant to stay as it is all the same. */
function checkRights(path: string): void {
  for (const place of [path, dirname(path)]) if (statOf(place) && !mayWrite(place)) throw readOnly(place)
}

function checkFile(path: string): void {
  const stat = statOf(path)
  if (!stat || stat.isFile) return
  throw new DogearError('unsafe', `${path} is not a file`, {
    expected: 'a regular file, or none',
    next: 'move what is there away',
  })
}

/** Before the ending: notes-2.md. */
function suffixed(path: string, attempt: number): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = /[^.](\.[^.]+)$/.exec(name)?.[1] ?? ''
  return `${path.slice(0, path.length - ending.length)}-${attempt}${ending}`
}

function readOnly(path: string): DogearError {
  return new DogearError('no-permission', `${path} is read-only, so it was left as it is`, {
    expected: 'a file and a folder you may write to',
    next: `chmod u+w '${path}', then save again`,
  })
}

function linkStays(path: string): DogearError {
  return new DogearError('unsafe', `${path} is a symbolic link, so it was not removed`, {
    expected: 'a regular file',
    next: 'remove the link yourself if nothing else needs it',
  })
}

/** The folder in which a layout keeps its files, and what is needed to edit there. */
export interface Base {
  /** By its real path. */
  folder: string
  /** The folder of its lock, below the home: nothing of ours stays in a folder of others. */
  lock: string
  /** How long another process is waited for. */
  waitMs?: number
  /** Where the file is now, null if it was gone. `origin`: where it belongs, if not where it lies. */
  trash: (path: string, origin?: string) => string | null
}

/** `today`: yyyy-mm-dd, for the trash. */
export function baseFor(project: Project, folder: string, today: string): Base {
  const real = realFolder(folder)
  return {
    folder: real,
    lock: join(project.home, 'locks', sha256Hex(real).slice(0, 32)),
    trash: (path, origin) => moveOutsideToTrash(project, path, today, origin),
  }
}

/** Also of a folder that is yet to be made: it must have the same lock before and after. */
function realFolder(path: string): string {
  const missing: string[] = []
  let there = path
  while (!statOf(there) && dirname(there) !== there) {
    missing.unshift(basename(there))
    there = dirname(there)
  }
  return join(realPathOf(there), ...missing)
}
