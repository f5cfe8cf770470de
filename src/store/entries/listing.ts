/** Which lines a project has, and which entries a line: the names on the disk, packed or not. */
import { join } from 'node:path'
import { compareIds } from '../../core/entry/id.js'
import { checkDir, listDir, listFolders } from '../../platform/files/files.js'
import { projectsDir, workstreamDir, type Project } from '../paths.js'
import { idsOf, type Line, packsAmong, packsDir } from './packs.js'
import { looseShelves, namedShelf, namesOn } from './shelves.js'
import { sweepNames } from './sweep.js'

/** Oldest first. Temporary files of dead processes met on the way are swept. */
export function listEntryIds(project: Project, name: string): string[] {
  return sortIds(readEntryIds(project, name))
}

/** The same in no order. */
function readEntryIds(project: Project, name: string): string[] {
  const { unpacked, packs } = listLine(project, name)
  if (packs.length === 0) return unpacked
  const dir = workstreamDir(project, name)
  return [...new Set([...unpacked, ...packs.flatMap((pack) => idsOf(dir, pack))])]
}

/** The unpacked files first: see packs.ts. */
export function listLine(project: Project, name: string): Line {
  const dir = workstreamDir(project, name)
  checkDir(dir, project.home)
  const names = listDir(dir)
  sweepNames(dir, names)
  const packed = listPacks(project, name)
  if (packed.length > 0) sweepNames(packsDir(dir), packed)
  return { unpacked: idsOfFiles(names), packs: packsAmong(packed) }
}

/** The names in the folder of packs. */
function listPacks(project: Project, name: string): string[] {
  const dir = packsDir(workstreamDir(project, name))
  const names = listDir(dir)
  if (names.length > 0) checkDir(dir, project.home)
  return names
}

/** Workstreams, then the lines of sessions that nobody has named, the newest month first. */
export function listWorkstreams(project: Project): string[] {
  return [namedShelf(project), ...looseShelves(project)].flatMap((shelf) => namesOn(project, shelf))
}

export function idsOfFiles(names: readonly string[]): string[] {
  const ids: string[] = []
  for (const name of names) if (ENTRY_FILE.test(name)) ids.push(name.slice(0, -3))
  return ids
}

const ENTRY_FILE = /^\d{8}T\d{9}Z-[1-9]\d{0,8}-[0-9a-z]{12}\.md$/

/** Times have a fixed width, so the alphabet sorts all but ids of one millisecond. */
export function sortIds(ids: string[]): string[] {
  ids.sort()
  for (let start = 0, end = 1; end <= ids.length; end++) {
    if (ids[end]?.slice(0, 19) === ids[start]?.slice(0, 19) && end < ids.length) continue
    if (end - start > 1) ids.splice(start, end - start, ...ids.slice(start, end).sort(compareIds))
    start = end
  }
  return ids
}

/** All that lies in a home. No entry is read. */
export function* idsInHome(home: string): Generator<string> {
  for (const key of listFolders(projectsDir(home))) {
    const project = { home, key, dir: join(projectsDir(home), key) }
    for (const name of listWorkstreams(project)) yield* readEntryIds(project, name)
  }
}
