/** Node's own SQLite, from 22.13 on; with full-text search, which the index needs, a little later. Loaded at the first call. */
import { closeSync, constants, lstatSync, openSync, statSync, utimesSync } from 'node:fs'

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

let known: Open | null | undefined

/** False: this Node is too old, or was built without what the index needs. */
export function hasSqlite(): boolean {
  if (known === undefined) {
    const builtin = loadBuiltin()
    known = builtin && canSearch(builtin) ? builtin : null
  }
  return known !== null
}

/** Any build of it can read what others wrote. */
export function canReadSqlite(): boolean {
  return loadBuiltin() !== null
}

/** Opens or creates (0600) a database; null where there is no SQLite. Throws what SQLite throws. */
export function openSqlite(path: string): Database | null {
  if (!hasSqlite() || !known) return null
  checkFiles(path)
  // SQLite would create it with the umask's mode; its -wal and -shm take the mode of the file.
  closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
  return new known(path)
}

/** Somebody else's database, which must exist: nothing in it is changed. Null where there is no SQLite at all. */
export function openSqliteReadOnly(path: string): Database | null {
  // Only our own index needs full-text search.
  const open = loadBuiltin()
  if (open) checkFiles(path)
  return open && new open(path, { readOnly: true })
}

/** SQLite would wait for a pipe for ever. */
function checkFiles(path: string): void {
  for (const name of ['', '-journal', '-wal', '-shm'].map((suffix) => path + suffix))
    if (statSync(name, { throwIfNoEntry: false })?.isFile() === false)
      throw Object.assign(new Error(`${name} is not a file`), { errcode: NO_DATABASE })
}

/** As SQLite says it of any other content. */
const NO_DATABASE = 26

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

/** Node 22.13 brings none of it, and Node may be built with any SQLite. */
function canSearch(open: Open): boolean {
  try {
    const db = new open(':memory:')
    try {
      db.exec("CREATE VIRTUAL TABLE probe USING fts5(text, content='', contentless_delete=1, tokenize='ascii')")
      return true
    } finally {
      db.close()
    }
  } catch {
    return false
  }
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
