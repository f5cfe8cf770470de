/**
 * What all workstream folders look like, in one text and one row of numbers. While they are those that were seen after the
 * last update, nothing has to be compared folder by folder.
 */
import { addFolderStamps, type FolderStamps } from '../platform/folder-stamps.js'
import type { Database } from '../platform/sqlite.js'
import { entriesDir } from './paths.js'
import { listProjectFolders } from './project-file.js'
import { SETTLED_MS } from './stamp.js'

export interface Look {
  names: string
  numbers: Uint8Array
}

/** Null: something changed just now, or cannot be looked at. */
export function readLook(home: string, nowMs: number): Look | null {
  const stamps: FolderStamps = { names: [], numbers: [] }
  for (const project of listProjectFolders(home)) {
    // A name has no slash, so what follows cannot be another project's.
    stamps.names.push(`/${project.key}`)
    if (!addFolderStamps(stamps, entriesDir(project), nowMs - SETTLED_MS)) return null
  }
  return { names: stamps.names.join('\n'), numbers: new Uint8Array(Float64Array.from(stamps.numbers).buffer) }
}

export function isSeen(db: Database, { names, numbers }: Look): boolean {
  return db.prepare('SELECT 1 FROM look WHERE numbers = ? AND names = ?').get(numbers, names) !== undefined
}

export function markSeen(db: Database, { names, numbers }: Look): void {
  db.exec('DELETE FROM look')
  db.prepare('INSERT INTO look (names, numbers) VALUES (?, ?)').run(names, numbers)
}
