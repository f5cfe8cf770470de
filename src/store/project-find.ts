import { join } from 'node:path'
import { createDurable, ensureDir, readTextFile, replaceDerived, statOf } from '../platform/files.js'
import { type Place, readPlace } from '../platform/place.js'
import { type Project, indexDir, projectAt } from './paths.js'
import { type ProjectRecord, listProjectFolders, readRecord } from './project-file.js'
import { isProjectKey, projectKey, successorKey } from './project-key.js'
import { type Wanted, isSameFolder, matchRecords } from './project-match.js'

/** From the place that identifies a project to its folder in the home. */

export interface Found {
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
    const found = choose(home, wanted, matchRecords(wanted, records, readPlace))
    if (found) return { wanted, found }
  }
  return null
}

export function newProject(home: string, dir: string): Found {
  const project = projectAt(home, projectKey(dir))
  const place = isFolder(project) && hasMoved(project) ? readPlace(dir) : null
  return { project: place ? projectAt(home, successorKey(project.key, identityOf(place))) : project, exists: false }
}

/** After a save to a project that is not named for this place: find it quickly from now on, and keep its old place free. */
export function rememberMove(project: Project, place: Place, before: ProjectRecord | null, tag: string): void {
  const origin = before?.roots.find(({ path }) => projectKey(path) === project.key)
  const now = origin && readPlace(origin.path)
  if (origin && !(now && isSameFolder(origin, now)) && !hasMoved(project)) {
    createDurable(movedMark(project), `${place.path}\n`, tag)
  }
  if (readShortcut(project.home, place)?.key === project.key) return
  ensureDir(indexDir(project.home), project.home)
  replaceDerived(shortcutPath(project.home, place), project.key, tag)
}

function choose(home: string, wanted: Wanted, matches: readonly ProjectRecord[]): Found | null {
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
    const root = readRecord(project)?.roots.find(({ path }) => path === place.path)
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

function identityOf({ dev, ino, birth }: Place): string {
  return `${dev} ${ino} ${birth}`
}
