import type { Place } from '../platform/place.js'
import type { ProjectRecord, Root } from './project-file.js'

/** Which known project is this place? Pure: what must be looked up on the disk is handed in. */

export interface Wanted {
  place: Place
  /** The folder of the files, where the place is the .git folder inside it: it may have been a project before `git init`. */
  folder?: string
  remote?: string
  /** Absent: no repository, so nothing to compare by content. */
  hasCommit?: (sha: string) => boolean
}

export type ReadPlace = (path: string) => Place | null

/** All that match by the strongest rule that any matches by. More than one: nobody can tell. */
export function matchRecords(wanted: Wanted, records: readonly ProjectRecord[], readPlace: ReadPlace): ProjectRecord[] {
  const rules = [isHere, isNextDoor, hasMovedHere, isTheSameHistory]
  for (const rule of rules) {
    const found = records.filter((record) => rule(wanted, record, readPlace))
    if (found.length > 0) return found
  }
  return []
}

/** Recorded at this very path: the same folder, or a new one in its place (cloned again) while the old is nowhere else. */
function isHere(wanted: Wanted, record: ProjectRecord, readPlace: ReadPlace): boolean {
  const root = record.roots.find(({ path }) => path === wanted.place.path)
  if (!root) return false
  return isSameFolder(root, wanted.place) || !record.roots.some((other) => livesElsewhere(other, wanted, readPlace))
}

/** A folder that was a project already and has become a repository since. */
function isNextDoor(wanted: Wanted, record: ProjectRecord): boolean {
  return record.kind === 'folder' && record.roots[0]?.path === wanted.folder
}

/** The very folder that was recorded elsewhere, where it no longer is. */
function hasMovedHere(wanted: Wanted, record: ProjectRecord, readPlace: ReadPlace): boolean {
  const { dev, ino, birth } = wanted.place
  const root = record.roots.find(
    (known) => known.dev === dev && known.ino === ino && known.birth === birth && birth !== '0',
  )
  return root !== undefined && !livesElsewhere(root, wanted, readPlace)
}

/** Every place it was at is gone, and this repository holds what that one held: moved across disks, or cloned again. */
function isTheSameHistory(wanted: Wanted, record: ProjectRecord, readPlace: ReadPlace): boolean {
  const { hasCommit, remote } = wanted
  const commits = [record.head, record.firstCommit].filter((sha) => sha !== undefined)
  if (!hasCommit || commits.length === 0 || record.remote !== remote) return false
  return record.roots.every(({ path }) => readPlace(path) === null) && commits.every(hasCommit)
}

/** A copy (cp -r) is another project: while the recorded folder stands where it was recorded, it keeps its project. */
function livesElsewhere(root: Root, wanted: Wanted, readPlace: ReadPlace): boolean {
  const now = readPlace(root.path)
  // The old path may be a link to the new one.
  return now !== null && now.path !== wanted.place.path && isSameFolder(root, now)
}

/** The number of a disk may change when it is mounted again; number and birth of a folder on it do not. */
export function isSameFolder(a: Place, b: Place): boolean {
  return a.ino === b.ino && (a.dev === b.dev || (a.birth === b.birth && a.birth !== '0'))
}
