/** Where opencode keeps the sessions of a folder: in its database, or in the older storage. */
import { join } from 'node:path'
import { fileAt, filesIn, foldersOf, isHere, namesIn, newestFirst } from '../common/sessions.js'
import { textOf } from '../common/values.js'
import type { Place, SessionFile } from '../agent.js'
import { joinPath, listSessions, withDatabase } from './database.js'
import { readObject } from './files.js'
import { databaseOf, homeOf, manifest } from './manifest.js'

const MOST = 200

export function findSessions(place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const database = databaseOf(place)
  const storage = join(homeOf(place), 'storage')
  return fileAt(database, 'opencode.db') ? inDatabase(database, folders) : inStorage(storage, folders)
}

/** None where there is no SQLite: the error is for the user who names the database. */
function inDatabase(path: string, folders: readonly string[]): SessionFile[] {
  try {
    return withDatabase(path, (db) => listSessions(db, MOST)).flatMap(({ id, directory, updated }): SessionFile[] =>
      directory !== undefined && isHere(directory, folders)
        ? [{ agent: manifest.id, path: joinPath(path, id), session: id, mtimeMs: updated, cwd: directory }]
        : [],
    )
  } catch {
    return []
  }
}

function inStorage(storage: string, folders: readonly string[]): SessionFile[] {
  const root = join(storage, 'session')
  const found = namesIn(root).flatMap((project) => filesIn(join(root, project), (name) => /^ses_.+\.json$/.test(name)))
  return newestFirst(found)
    .slice(0, MOST)
    .flatMap(({ path, name, mtimeMs }): SessionFile[] => {
      const cwd = directoryOf(path)
      const session = name.slice(0, -'.json'.length)
      return cwd !== undefined && isHere(cwd, folders) ? [{ agent: manifest.id, path, session, mtimeMs, cwd }] : []
    })
}

/** Undefined also for the sessions of sub-agents. */
function directoryOf(path: string): string | undefined {
  try {
    const info = readObject(path)
    return textOf(info?.['parentID']) ? undefined : textOf(info?.['directory'])
  } catch {
    return undefined
  }
}
