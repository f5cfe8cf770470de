/**
 * What all workstream folders look like, in one text. While it is the one that was seen after the last update, nothing
 * has to be compared folder by folder.
 */
import { readFolderStamps } from '../platform/folder-stamps.js'
import type { Database } from '../platform/sqlite.js'
import { entriesDir } from './paths.js'
import { listProjectFolders } from './project-file.js'
import { SETTLED_MS } from './stamp.js'

/** Null: something changed just now, or cannot be looked at. */
export function readLook(home: string, nowMs: number): string | null {
  let look = ''
  for (const project of listProjectFolders(home)) {
    const stamps = readFolderStamps(entriesDir(project), nowMs - SETTLED_MS)
    if (stamps === null) return null
    look += `${project.key}\n${stamps}`
  }
  return look
}

export function isSeen(db: Database, look: string): boolean {
  return db.prepare('SELECT 1 FROM look WHERE text = ?').get(look) !== undefined
}

export function markSeen(db: Database, look: string): void {
  db.exec('DELETE FROM look')
  db.prepare('INSERT INTO look (text) VALUES (?)').run(look)
}
