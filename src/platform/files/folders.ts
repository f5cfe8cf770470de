/**
 * Folders of the store: private, durable, and really ours. A folder that others may write to, or a link in its place,
 * would let them place entries or catch what is written.
 */
import { chmodSync, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { isOwn } from './quick-file.js'
import { errnoOf, retryInterrupted, storageError, syncDir } from './raw-io.js'

/** Folders found safe by this process: each is looked at once. */
const known = new Set<string>()

/** Every missing level, each synced into its parent before the next is made. */
export function makeLevels(path: string): void {
  if (lstatOf(path)) return
  const parent = dirname(path)
  if (parent !== path) makeLevels(parent)
  makeFolder(path)
  syncDir(parent)
}

/** The same below a home, where every level must be the user's own. */
export function makeOwnLevels(path: string, home: string): void {
  try {
    // Before: nothing is made where a link leads, be it an empty folder.
    checkLevels(path, home)
    makeLevels(path)
  } catch (cause) {
    if (lstatOf(home)) throw cause
    const { code, message } = storageError(cause, `cannot make the folder ${path}`)
    throw new DogearError(code, message, {
      expected: 'a home in a folder that you may write to',
      next: 'set DOGEAR_HOME to the whole path of a folder of your own',
      cause,
    })
  }
  checkLevels(path, home)
}

/** From `home`'s own name down to that of the folder. */
export function syncLevels(path: string, home: string): void {
  for (const level of levelsBelow(home, path)) syncDir(dirname(level))
}

/** Throws `unsafe` at the first level from `home` down that is a link or open to others. */
export function checkLevels(path: string, home: string): void {
  if (known.has(path)) return
  for (const level of levelsBelow(home, path)) checkFolder(level, level === home)
}

function makeFolder(path: string): void {
  try {
    retryInterrupted(() => mkdirSync(path, 0o700))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return
    throw error
  }
  // A umask that takes the owner's own rights would lock the owner out.
  if (process.platform !== 'win32' && ((lstatOf(path)?.mode ?? 0o700) & 0o777) !== 0o700) chmodSync(path, 0o700)
}

function checkFolder(path: string, isHome: boolean): void {
  if (known.has(path)) return
  // The home itself may be reached through a link of the user's; below it nothing of ours is ever a link.
  const stat = isHome ? statSync(path, { throwIfNoEntry: false }) : lstatOf(path)
  if (!stat) return
  const problem = problemOf(stat)
  if (problem) throw unsafeFolder(path, problem)
  known.add(path)
}

function problemOf(stat: Stats): { reason: string; next: string } | null {
  if (isOwn(stat)) return null
  if (stat.isSymbolicLink())
    return { reason: 'it is a symbolic link', next: 'remove the link, or look who placed it there' }
  if (!stat.isDirectory()) return { reason: 'it is not a folder', next: 'move what is there away' }
  if (stat.uid !== process.getuid?.() && stat.uid !== 0)
    return {
      reason: `it belongs to another user (id ${stat.uid})`,
      next: 'run dogear as that user, or set DOGEAR_HOME to a folder of your own',
    }
  return { reason: 'other users may write to it', next: 'chmod 700 it' }
}

function unsafeFolder(path: string, problem: { reason: string; next: string }): DogearError {
  return new DogearError('unsafe', `the folder ${path} is not safe to keep entries in: ${problem.reason}`, {
    expected: 'a folder of your own that only you can write to (0700)',
    next: problem.next,
  })
}

/** From `home` down to `path`; only the folder itself where it lies elsewhere. */
function levelsBelow(home: string, path: string): string[] {
  // As we build them; else it takes a closer look.
  const isPlain = path.startsWith(home + sep) && !path.includes('..')
  const inside = isPlain ? path.slice(home.length + 1) : relative(home, path)
  if (inside === '') return [home]
  if (inside.split(sep)[0] === '..' || inside === path) return [path]
  const levels = [home]
  let level = home
  for (const part of inside.split(sep)) levels.push((level = level.endsWith(sep) ? level + part : level + sep + part))
  return levels
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/** False also where it cannot be looked at. */
export function isFolder(path: string): boolean {
  try {
    // An error that is thrown takes longer than all the rest, and this is asked of many that are not there.
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}
