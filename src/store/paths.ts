/** Where everything lies. Names are checked here, so that no path built from outside text can leave its folder. */
import { safeName } from '../core/redact/safe-name.js'
import { sep } from 'node:path'
import { DogearError } from '../core/errors.js'
import { parseId } from '../core/entry/id.js'
import { isName } from '../core/choose/name.js'
import { looseMonth } from '../core/choose/loose.js'
import { isSessionId } from '../core/session/session-id.js'

/** `key` is "<slug>-<id>", `dir` is <home>/projects/<key>. */
export interface Project {
  home: string
  key: string
  dir: string
}

const KEY = /^[a-z0-9][a-z0-9-]{0,127}$/

export function projectsDir(home: string): string {
  return below(home, 'projects')
}

export function projectAt(home: string, key: string): Project {
  if (!KEY.test(key)) throw refuse('project', key, 'small letters, digits and dashes')
  return { home, key, dir: below(projectsDir(home), key) }
}

export function entriesDir(project: Project): string {
  return below(project.dir, 'entries')
}

/** A workstream lies in `entries`, the line of a session that nobody has named in a folder of its month. */
export function workstreamDir(project: Project, name: string): string {
  const month = looseMonth(name)
  return below(month === null ? entriesDir(project) : looseDir(project, month), checkedName(name))
}

/** The lines of sessions that nobody has named, by month: a year of them is not looked at by every command. */
export function looseDir(project: Project, month?: string): string {
  const all = below(project.dir, 'loose')
  return month === undefined ? all : below(all, month)
}

export function entryPath(project: Project, name: string, id: string): string {
  if (parseId(id) === null) throw refuse('entry', id, 'an id such as 20261115T084200123Z-7-k3f9xq2m7p4w')
  return below(workstreamDir(project, name), `${id}.md`)
}

export function sessionsDir(project: Project): string {
  return below(project.dir, 'sessions')
}

export function sessionDir(project: Project, session: string): string {
  if (!isSessionId(session)) throw refuse('session', session, 'letters, digits, dots and dashes, at most 128')
  return below(sessionsDir(project), session)
}

/** What holds for this project alone; <home>/config.json is of the same form. */
export function projectConfigPath(project: Project): string {
  return below(project.dir, 'config.json')
}

/** What dogear knows to stand in the files of layouts. */
export function viewsDir(project: Project): string {
  return below(project.dir, 'views')
}

export function trashDir(project: Project): string {
  return below(project.dir, 'trash')
}

export function quarantineDir(project: Project): string {
  return below(project.dir, 'quarantine')
}

/** Entries from outside whose id was taken by another text. */
export function differsDir(project: Project): string {
  return below(project.dir, 'differs')
}

/** What this home knows of who wrote what. Nothing of it ever leaves the home. */
export function ownDir(home: string): string {
  return below(home, 'own')
}

/** Where entries of this home were saved: see place.ts. */
export function placesDir(home: string): string {
  return below(ownDir(home), 'places')
}

/** The key of this device, the remotes, and for each what was exchanged. */
export function syncDir(home: string): string {
  return below(home, 'sync')
}

/** `store`: 32 hex digits. */
export function storeDir(home: string, store: string): string {
  if (!/^[0-9a-f]{32}$/.test(store)) throw refuse('store', store, '32 hex digits')
  return below(syncDir(home), store)
}

/** Exports that are under way, each with the folder it writes to. */
export function exportsDir(home: string): string {
  return below(home, 'exports')
}

/** What several processes must not do at once. */
export function locksDir(home: string): string {
  return below(home, 'locks')
}

export function indexDir(home: string): string {
  return below(home, 'index')
}

/** Both are clean already: join() would look at every letter again, and a save asks for dozens of paths. */
function below(folder: string, name: string): string {
  return folder + sep + name
}

function checkedName(name: string): string {
  if (isName(name)) return name
  throw new DogearError('bad-name', `"${safeName(name).slice(0, 80)}" is not the name of a workstream`, {
    expected: 'kebab-case like "auth-refactor" (1 to 64 characters)',
  })
}

function refuse(what: string, text: string, expected: string): DogearError {
  return new DogearError(
    'bad-input',
    `"${safeName(text).slice(0, 80)}" is not a ${what} that dogear could have named`,
    {
      expected,
    },
  )
}
