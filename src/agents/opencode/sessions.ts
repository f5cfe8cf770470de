/** Where opencode keeps the sessions of a folder: in its database, or in the older storage. */
import { isAbsolute, join } from 'node:path'
import { fileAt, filesIn, foldersOf, isHere, namesIn, newestFirst } from '../common/here.js'
import { textOf } from '../common/values.js'
import type { Place, SessionFile } from '../reader.js'
import { listSessions, withDatabase } from './database.js'
import { readObject } from './files.js'
import { joinPath } from './places.js'

const MOST = 200

export function findSessions(place: Place): SessionFile[] {
  const data = join(place.env['XDG_DATA_HOME'] || join(place.userHome, '.local', 'share'), 'opencode')
  const folders = foldersOf(place)
  const own = place.env['OPENCODE_DB']
  const database = own ? (isAbsolute(own) ? own : join(data, own)) : join(data, 'opencode.db')
  return fileAt(database, 'opencode.db') ? inDatabase(database, folders) : inStorage(join(data, 'storage'), folders)
}

/** None where there is no SQLite: the error is for the user who names the database. */
function inDatabase(path: string, folders: readonly string[]): SessionFile[] {
  try {
    return withDatabase(path, (db) => listSessions(db, MOST)).flatMap(({ id, directory, updated }): SessionFile[] =>
      directory !== undefined && isHere(directory, folders)
        ? [{ agent: 'opencode', path: joinPath(path, id), session: id, mtimeMs: updated, cwd: directory }]
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
      return cwd !== undefined && isHere(cwd, folders) ? [{ agent: 'opencode', path, session, mtimeMs, cwd }] : []
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
