/**
 * SQLite where there is one: Node's own, else the optional package with the same interface, else none. Nothing is
 * loaded before the first call.
 */
import { closeSync, constants, lstatSync, openSync, utimesSync } from 'node:fs'
import { loadSqlitePackage } from './sqlite-package.js'

type Value = string | number | Uint8Array | null

interface Statement {
  run(...values: Value[]): unknown
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

type Open = new (path: string, options?: { readOnly?: boolean }) => Database

// The oldest the index is trusted to; where Node brings an older one, the optional package is newer.
const OLDEST = [3, 51, 3] as const

let known: Open | null | undefined

/** Opens or creates (0600) a database; null where no usable SQLite is installed. Throws what SQLite throws. */
export function openSqlite(path: string): Database | null {
  known ??= findSqlite()
  if (!known) return null
  // SQLite would create it with the umask's mode; its -wal and -shm take the mode of the file.
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
  return new known(path)
}

/** Somebody else's database, which must exist: nothing in it is changed. Null where there is no SQLite at all. */
export function openSqliteReadOnly(path: string): Database | null {
  // Any version can read; only our own index needs a recent one.
  const open = loadable(loadBuiltin) ?? loadable(loadPackage)
  return open && new open(path, { readOnly: true })
}

/** SQLite's primary result code of an error it threw; null for other errors. */
export function sqliteCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 255 : null
}

/**
 * SQLite has no checksums: a flipped byte in its file can silently lose a search hit. So a closed database is given a
 * modification time that only we would give it; whoever writes to the file afterwards changes that time.
 */
export function markIntact(path: string): void {
  const seconds = intactTime(path)
  if (seconds !== null) utimesSync(path, seconds, seconds)
}

export function isIntact(path: string): boolean {
  const seconds = intactTime(path)
  return seconds !== null && lstatSync(path).mtimeMs === seconds * 1000
}

/** An even second in 2001 to 2004, which every file system can hold, made of the file's size and inode. */
function intactTime(path: string): number | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) return null
  return 1_000_000_000 + 2 * ((stat.ino * 31 + stat.size) % 50_000_000)
}

/** Node may be built with any SQLite; what comes with the package is known. */
function findSqlite(): Open | null {
  const builtin = loadable(loadBuiltin)
  return builtin && canSearch(builtin) ? builtin : loadable(loadPackage)
}

function loadable(load: () => Open | null): Open | null {
  try {
    return load()
  } catch {
    // Not installed, or built for another platform.
    return null
  }
}

function canSearch(open: Open): boolean {
  try {
    const db = new open(':memory:')
    try {
      const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
      db.exec("CREATE VIRTUAL TABLE probe USING fts5(text, content='', contentless_delete=1, tokenize='ascii')")
      return isRecent(version)
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

function isRecent(version: string): boolean {
  const parts = version.split('.').map(Number)
  const differs = OLDEST.findIndex((part, i) => parts[i] !== part)
  return differs < 0 || (parts[differs] ?? 0) > (OLDEST[differs] as number)
}

function loadBuiltin(): Open | null {
  // Node 22 warns that it is experimental when it is loaded; only that one warning is held back.
  const warn = process.emitWarning
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature')) Reflect.apply(warn, process, [warning, ...rest])
  }
  try {
    const builtin = process.getBuiltinModule('node:sqlite') as { DatabaseSync: Open } | undefined
    return builtin?.DatabaseSync ?? null
  } finally {
    process.emitWarning = warn
  }
}

function loadPackage(): Open | null {
  return (loadSqlitePackage() as { DatabaseSync: Open }).DatabaseSync
}
