/** From the place that identifies a project to its folder in the home. */
import { join } from 'node:path'
import { isSafeForm, safeName } from '../../core/redact/safe-name.js'
import { createDurable, ensureDir, readTextFile, replaceDerived, statOf } from '../../platform/files/files.js'
import { readPlace, type Place } from '../../platform/place.js'
import { indexDir, projectAt, type Project } from '../paths.js'
import {
  isProjectKey,
  listProjectFolders,
  projectKey,
  readRecord,
  successorKey,
  type ProjectRecord,
  type Root,
} from './file.js'

interface Found {
  project: Project
  exists: boolean
  note?: string
}

/** By name alone: two looks at the disk, whatever the number of projects. */
export function findByName(home: string, dir: string): Found | null {
  const project = projectAt(home, projectKey(dir))
  return isFolder(project) && !hasMoved(project) ? { project, exists: true } : null
}

/** By looking through the records: the first of the places that a project is known for. */
export function findByRecord<T extends Wanted>(home: string, places: readonly T[]): { wanted: T; found: Found } | null {
  for (const wanted of places) {
    const project = readShortcut(home, wanted.place)
    if (project) return { wanted, found: { project, exists: true } }
  }
  const records = listProjectFolders(home)
    .map(readRecord)
    .filter((record) => record !== null)
  for (const wanted of places) {
    const found = foundAmong(home, wanted, matchRecords(wanted, records, readPlace))
    if (found) return { wanted, found }
  }
  return null
}

export function newProject(home: string, dir: string): Found {
  const project = projectAt(home, projectKey(dir))
  const place = isFolder(project) && hasMoved(project) ? readPlace(dir) : null
  return {
    project: place ? projectAt(home, successorKey(project.key, `${place.dev} ${place.ino} ${place.birth}`)) : project,
    exists: false,
  }
}

/** After a save to a project that is not named for this place: find it quickly from now on, and keep its old place free. */
export function rememberMove(project: Project, place: Place, before: ProjectRecord | null, tag: string): void {
  const origin = before?.roots.find(({ path }) => projectKey(path) === project.key)
  const now = origin && readPlace(origin.path)
  if (origin && !(now && isSameFolder(origin, now)) && !hasMoved(project)) {
    createDurable(movedMark(project), `${safeName(place.path)}\n`, tag)
  }
  if (readShortcut(project.home, place)?.key === project.key) return
  ensureDir(indexDir(project.home), project.home)
  replaceDerived(shortcutPath(project.home, place), project.key, tag)
}

function foundAmong(home: string, wanted: Wanted, matches: readonly ProjectRecord[]): Found | null {
  const [only] = matches
  if (!only) return null
  if (matches.length === 1) return { project: projectAt(home, only.key), exists: true }
  const names = matches.map(({ key }) => key).join(', ')
  const note = `this could be any of these projects that were saved elsewhere: ${names}. It is taken for a new one.`
  return { ...newProject(home, wanted.place.path), note }
}

/** Derived, so believed only if the record it leads to agrees. */
function readShortcut(home: string, place: Place): Project | null {
  try {
    const key = readTextFile(shortcutPath(home, place), 100)
    if (key === null || !isProjectKey(key)) return null
    const project = projectAt(home, key)
    const root = readRecord(project)?.roots.find(({ path }) => path === safeName(place.path))
    return root && isSameFolder(root, place) ? project : null
  } catch {
    return null
  }
}

function shortcutPath(home: string, place: Place): string {
  return join(indexDir(home), `${projectKey(place.path)}.moved`)
}

function isFolder(project: Project): boolean {
  return statOf(project.dir)?.isDirectory === true
}

/** Whether the place that a project is named for is no longer its own, told without reading its record. */
function hasMoved(project: Project): boolean {
  return statOf(movedMark(project)) !== null
}

function movedMark(project: Project): string {
  return join(project.dir, 'moved')
}

export interface Wanted {
  place: Place
  /** The folder of the files, where the place is the .git folder inside it: it may have been a project before `git init`. */
  folder?: string
  remote?: string
  /** Absent: no repository, so nothing to compare by content. */
  hasCommit?: (sha: string) => boolean
}

type ReadPlace = (path: string) => Place | null

/** Pure: what must be looked up on the disk is handed in. All that match by the strongest rule that any matches by. More than one: nobody can tell. */
function matchRecords(wanted: Wanted, records: readonly ProjectRecord[], placeAt: ReadPlace): ProjectRecord[] {
  const rules = [isHere, isNextDoor, hasMovedHere, isTheSameHistory]
  for (const rule of rules) {
    const found = records.filter((record) => rule(wanted, record, placeAt))
    if (found.length > 0) return found
  }
  return []
}

/** Recorded at this very path: the same folder, or a new one in its place (cloned again) while the old is nowhere else. */
function isHere(wanted: Wanted, record: ProjectRecord, placeAt: ReadPlace): boolean {
  const root = record.roots.find(({ path }) => path === safeName(wanted.place.path))
  if (!root) return false
  return isSameFolder(root, wanted.place) || !record.roots.some((other) => livesElsewhere(other, wanted, placeAt))
}

/** A folder that was a project already and has become a repository since. */
function isNextDoor(wanted: Wanted, record: ProjectRecord): boolean {
  return record.kind === 'folder' && wanted.folder !== undefined && record.roots[0]?.path === safeName(wanted.folder)
}

/** The very folder that was recorded elsewhere, where it no longer is. */
function hasMovedHere(wanted: Wanted, record: ProjectRecord, placeAt: ReadPlace): boolean {
  const { dev, ino, birth } = wanted.place
  const root = record.roots.find(
    (known) => known.dev === dev && known.ino === ino && known.birth === birth && birth !== '0',
  )
  return root !== undefined && !livesElsewhere(root, wanted, placeAt)
}

/** Every place it was at is gone, and this repository holds what that one held: moved across disks, or cloned again. */
function isTheSameHistory(wanted: Wanted, record: ProjectRecord, placeAt: ReadPlace): boolean {
  const { hasCommit, remote } = wanted
  const commits = [record.head, record.firstCommit].filter((sha) => sha !== undefined)
  if (!hasCommit || commits.length === 0 || record.remote !== remote) return false
  // Whether a path that is only known by its safe form is still there cannot be told.
  const isGone = ({ path }: Root): boolean => !isSafeForm(path) && placeAt(path) === null
  return record.roots.every(isGone) && commits.every(hasCommit)
}

/** A copy (cp -r) is another project: while the recorded folder stands where it was recorded, it keeps its project. */
function livesElsewhere(root: Root, wanted: Wanted, placeAt: ReadPlace): boolean {
  const now = placeAt(root.path)
  // The old path may be a link to the new one.
  return now !== null && now.path !== wanted.place.path && isSameFolder(root, now)
}

/** The number of a disk may change when it is mounted again; number and birth of a folder on it do not. */
function isSameFolder(a: Place, b: Place): boolean {
  return a.ino === b.ino && (a.dev === b.dev || (a.birth === b.birth && a.birth !== '0'))
}
