/**
 * The trash: `trash/<yyyy-mm-dd>/<path within the project>`, or `…/outside/<path on this machine>` for a file that lay
 * elsewhere. The path says where a thing belongs, so restoring needs no record that could be lost; the date says when it
 * went, so purging needs no clock but the caller's.
 */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { DogearError } from '../core/errors.js'
import { isName } from '../core/choose/name.js'
import { isSafeForm, safeName } from '../core/redact/safe-name.js'
import { looseMonth } from '../core/choose/loose.js'
import {
  ensureDir,
  linkDurable,
  listDir,
  moveDurable,
  removeTree,
  settleDir,
  statOf,
  unlinkDurable,
} from '../platform/files/files.js'
import { copyDurable } from '../platform/files/foreign-files.js'
import { randomBytes } from '../platform/files/hash.js'
import { errnoOf } from '../platform/files/raw-io.js'
import { tagOfTemp } from '../platform/files/temp-file.js'
import { idsOfFiles } from './entries/listing.js'
import { sweepDir } from './entries/sweep.js'
import { moveRedacted } from './set-aside.js'
import { packsDir } from './entries/packs.js'
import { type Project, trashDir, workstreamDir } from './paths.js'

export interface TrashItem {
  /** yyyy-mm-dd, when it went. */
  date: string
  /** Where it belongs, with forward slashes: a path within the project, or `outside/` and a path on this machine. */
  origin: string
  path: string
  isFolder: boolean
}

const DATE = /^\d{4}-\d\d-\d\d$/
const CLASH = /~\d+$/
const GOING = '.going-'
const OUTSIDE = 'outside'
const MAX_CLASHES = 10_000

/** Where the file or folder is now, or null if it was gone. `origin`: where it belongs, if not where it lies. */
export function moveToTrash(project: Project, path: string, today: string, origin: string = path): string | null {
  const inside = relative(project.dir, origin)
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..')
    throw new DogearError('internal', `${origin} is not part of the project, so it has no place in its trash`)
  const place = join(datedDir(project, today), inside)
  ensureDir(dirname(place), project.home)
  settleDir(dirname(place), trashDir(project))
  return moveAside(path, place)
}

/** The same for a file that lies outside the home, maybe on another disk. */
export function moveOutsideToTrash(
  project: Project,
  path: string,
  today: string,
  origin: string = path,
): string | null {
  // The `C:` of Windows is no name for a folder.
  const asName = (part: string): string => (process.platform === 'win32' ? part.replaceAll(':', '%3A') : part)
  const parts = safeName(resolve(origin)).split(sep).filter(Boolean).map(asName)
  const place = join(datedDir(project, today), OUTSIDE, ...parts)
  ensureDir(dirname(place), project.home)
  settleDir(dirname(place), trashDir(project))
  sweepDir(dirname(place))
  return moveAside(path, place, moveRedacted)
}

/** How a file is moved that may hold secrets: null where it holds none. */
type MoveRedacted = (path: string, to: string) => boolean | null

/** Moves to `place`, or to `place~2`, `place~3`, … where something is there. Null: it was gone. */
export function moveAside(path: string, place: string, redacted: MoveRedacted = () => null): string | null {
  for (let attempt = 1; attempt <= MAX_CLASHES; attempt++) {
    const to = attempt === 1 ? place : suffixed(place, attempt)
    if (statOf(to)) continue
    const stat = statOf(path)
    if (!stat) return null
    // Only files can be linked: some systems follow a link in doing so, and none links a folder.
    if (stat.isFile ? (redacted(path, to) ?? moveFile(path, to)) : moveDurable(path, to)) return to
  }
  throw new DogearError('disk-failed', `there is no free name left for ${place}`, { next: 'dogear trash purge' })
}

/**
 * Takes a whole workstream away by one rename. `seen` are the ids the caller judged; a save that came in meanwhile wins:
 * the folder is put back and the answer is null.
 */
export function trashWorkstream(project: Project, name: string, seen: readonly string[], today: string): string | null {
  const dir = workstreamDir(project, name)
  const place = moveToTrash(project, dir, today)
  if (place === null) return null
  const judged = new Set(seen)
  if (idsOfFiles(listDir(place)).every((id) => judged.has(id))) return place
  putBack(project, place, dir)
  return null
}

/** Newest first. Throws when a listing fails: half a list must not pass for the whole. */
export function readTrash(project: Project): TrashItem[] {
  const dates = listDir(trashDir(project)).filter((name) => DATE.test(name))
  return dates
    .sort()
    .reverse()
    .flatMap((date) => itemsIn(project, date, []))
}

/** Puts a file or folder back where it belongs. Refuses where something is there again. */
export function restoreFromTrash(project: Project, item: TrashItem): string {
  if (isSafeForm(item.origin)) throw unknownPlace(item)
  const home = homeOf(project, item)
  if (isOutside(item)) ensureDir(dirname(home))
  else ensureDir(dirname(home), project.home)
  if (statOf(home)) throw occupied(item, home)
  const done = item.isFolder ? moveDurable(item.path, home) : moveFile(item.path, home)
  if (!done) throw statOf(home) ? occupied(item, home) : gone(item)
  return home
}

/** The dated folders from before that day (yyyy-mm-dd). */
export function planPurge(project: Project, before: string): TrashItem[] {
  return readTrash(project).filter((item) => item.date < before)
}

/**
 * Deletes for good, and the emptied dated folders with it. Each thing first gets a name that no list shows: a purge that is
 * killed leaves whole things in the trash, and what it had begun to delete is deleted by the next.
 */
export function applyPurge(project: Project, items: readonly TrashItem[]): void {
  for (const name of listDir(trashDir(project))) if (name.startsWith(GOING)) removeTree(join(trashDir(project), name))
  for (const item of items) {
    const going = join(trashDir(project), GOING + Buffer.from(randomBytes(16)).toString('hex'))
    if (moveDurable(item.path, going)) removeTree(going)
  }
  for (const date of new Set(items.map((item) => item.date))) {
    if (itemsIn(project, date, []).length === 0) removeTree(datedDir(project, date))
  }
}

function datedDir(project: Project, date: string): string {
  if (!DATE.test(date)) throw new DogearError('internal', `"${date}" is not a date`, { expected: 'yyyy-mm-dd' })
  return join(trashDir(project), date)
}

/** Every file is an item, but a workstream's folder is one as a whole. */
function itemsIn(project: Project, date: string, parts: string[]): TrashItem[] {
  const dir = join(datedDir(project, date), ...parts)
  return listDir(dir)
    .filter((name) => tagOfTemp(name) === null)
    .sort()
    .flatMap((name) => {
      const path = join(dir, name)
      const inside = [...parts, name]
      const isFolder = statOf(path)?.isDirectory ?? false
      if (isFolder && !isWorkstream(inside)) return itemsIn(project, date, inside)
      return [{ date, origin: originOf(inside), path, isFolder }]
    })
}

function isWorkstream(parts: readonly string[]): boolean {
  const name = (parts.at(-1) ?? '').replace(CLASH, '')
  if (parts[0] === 'loose') return parts.length === 3 && looseMonth(name) === parts[1]
  return parts.length === 2 && parts[0] === 'entries' && isName(name)
}

function originOf(parts: readonly string[]): string {
  const [last = '', ...before] = parts.toReversed()
  const plain = last.replace(/~\d+(\.[a-z]+)?$/, '$1')
  return [...before.reverse(), plain].join('/')
}

/** Before the ending, so that the file stays what it is to other programs. */
function suffixed(place: string, attempt: number): string {
  const ending = /\.[a-z]+$/.exec(place.slice(place.lastIndexOf(sep)))?.[0] ?? ''
  return `${place.slice(0, place.length - ending.length)}~${attempt}${ending}`
}

/** Never onto something: false if `to` exists or `path` is gone. A kill in between leaves both names, which harms nobody. */
function moveFile(path: string, to: string): boolean {
  if (!statOf(path) || !linkOrCopy(path, to)) return false
  unlinkDurable(path)
  return true
}

function linkOrCopy(path: string, to: string): boolean {
  try {
    return linkDurable(path, to)
  } catch (error) {
    if (errnoOf(error) === 'EXDEV') return copyDurable(path, to)
    throw error
  }
}

function isOutside(item: TrashItem): boolean {
  return item.origin.startsWith(`${OUTSIDE}/`)
}

function homeOf(project: Project, item: TrashItem): string {
  const parts = item.origin.split('/')
  if (!isOutside(item)) return join(project.dir, ...parts)
  const [first = '', ...rest] = parts.slice(1)
  return join(process.platform === 'win32' ? `${first.replace('%3A', ':')}${sep}` : `${sep}${first}`, ...rest)
}

function putBack(project: Project, place: string, dir: string): void {
  if (!statOf(dir) && moveDurable(place, dir)) return
  for (const [from, to] of [[place, dir] as const, [packsDir(place), packsDir(dir)] as const]) {
    const files = listDir(from).filter((name) => statOf(join(from, name))?.isDirectory === false)
    if (files.length > 0) ensureDir(to, project.home)
    for (const name of files) moveFile(join(from, name), join(to, name))
  }
  removeTree(place)
}

function occupied(item: TrashItem, home: string): DogearError {
  return new DogearError('bad-input', `${item.origin} was not restored: there is something at ${home} again`, {
    next: 'move that away, then restore again',
  })
}

function unknownPlace(item: TrashItem): DogearError {
  return new DogearError('bad-input', `${item.origin} was not restored: a secret stood in the path it had`, {
    next: `copy it yourself: it lies at ${item.path}`,
  })
}

function gone(item: TrashItem): DogearError {
  return new DogearError('not-found', `${item.path} is no longer in the trash`)
}
