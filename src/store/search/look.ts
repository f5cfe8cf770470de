/**
 * What all workstream folders look like, as one text of names and one row of numbers. While every one of them still looks
 * as it did after the last update, nothing has to be compared entry by entry, and nothing has to be listed: a folder that
 * looks the same holds the same names.
 */
import { sep } from 'node:path'
import { isLoose } from '../../core/choose/loose.js'
import { isName } from '../../core/choose/name.js'
import { addStamp, addStampsIn, type FolderStamps, looksLike, SETTLED_MS } from '../../platform/files/folder-stamps.js'
import { statOf } from '../../platform/files/files.js'
import type { Database } from '../../platform/sqlite.js'
import { entriesDir, looseDir, projectAt, projectsDir } from '../paths.js'
import { listProjectFolders } from '../projects/file.js'
import type { Folder } from './hits.js'
import { looseShelves } from '../entries/shelves.js'

export interface Look {
  /**
   * A line for each folder: an empty one for that of the projects, `/<key>` for the workstreams of one, then these;
   * `/<key>/` and `/<key>/<month>` for its sessions without a name, then these.
   */
  names: string
  numbers: Float64Array
}

/** Null: something changed just now. */
export function readLook(home: string, nowMs: number): Look | null {
  const stamps: FolderStamps = { names: [], numbers: [] }
  const settledBefore = nowMs - SETTLED_MS
  // Each folder is looked at before it is listed: what comes in between shows the next time.
  if (!addStamp(stamps, projectsDir(home), '', settledBefore)) return null
  for (const project of listProjectFolders(home)) {
    // A name has no slash, so what follows cannot be another project's.
    const mark = `/${project.key}`
    if (!addStamp(stamps, entriesDir(project), mark, settledBefore)) return null
    if (!addStampsIn(stamps, entriesDir(project), isName, settledBefore)) return null
    if (!addStamp(stamps, looseDir(project), `${mark}/`, settledBefore)) return null
    // A file among the projects holds nothing.
    const shelves = statOf(project.dir)?.isDirectory ? looseShelves(project) : []
    for (const { dir, month } of shelves) {
      if (!addStamp(stamps, dir, `${mark}/${month}`, settledBefore)) return null
      if (!addStampsIn(stamps, dir, isLoose, settledBefore)) return null
    }
  }
  return { names: stamps.names.join('\n'), numbers: Float64Array.from(stamps.numbers) }
}

/** What differs from the look after the last update. */
export interface Difference {
  folders: Folder[]
  /** That look, as far as it is right again once these folders have been compared; null: it stays as it is. */
  look: Look | null
}

/** Null: there is no such look, or a folder came or went. */
export function readDifference(db: Database, home: string, nowMs: number): Difference | null {
  const seen = readSeen(db)
  if (!seen) return null
  const folders: Folder[] = []
  const now: FolderStamps = { names: [], numbers: [] }
  let isSettled = false
  let [project, parent] = ['', '']
  const names = seen.names.split('\n')
  for (let place = 0; place < names.length; place++) {
    const name = names[place] as string
    const isParent = place === 0 || name[0] === '/'
    if (isParent) [project, parent] = place === 0 ? ['', projectsDir(home)] : shelfAt(home, name)
    const path = isParent ? parent : parent + sep + name
    if (looksLike(path, seen.numbers, 3 * place)) continue
    if (isParent || folders.length === MAX_FOLDERS) return null
    folders.push({ project: projectAt(home, project), name })
    if (!addStamp(now, path, name, nowMs - SETTLED_MS)) continue
    seen.numbers.set(now.numbers.slice(-3), 3 * place)
    isSettled = true
  }
  return { folders, look: isSettled ? seen : null }
}

/** With more than that it is quicker to read everything about all of them at once. */
const MAX_FOLDERS = 50

export function markSeen(db: Database, { names, numbers }: Look): void {
  db.exec('DELETE FROM look')
  db.prepare('INSERT INTO look (names, numbers) VALUES (?, ?)').run(names, new Uint8Array(numbers.buffer))
}

function readSeen(db: Database): Look | null {
  const row = db.prepare('SELECT names, numbers FROM look').get() as { names: string; numbers: Uint8Array } | undefined
  // Copied, because numbers must lie at a multiple of eight.
  return row ? { names: row.names, numbers: new Float64Array(Uint8Array.from(row.numbers).buffer) } : null
}

function shelfAt(home: string, name: string): [key: string, folder: string] {
  const [, key = '', month] = name.split('/')
  const project = projectAt(home, key)
  return [key, month === undefined ? entriesDir(project) : looseDir(project, month === '' ? undefined : month)]
}
