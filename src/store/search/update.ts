/** Brings the search index up to date with the folders on disk: a plan of what differs, then one pass that applies it. */
import { searchText, tokenise } from '../../core/text/search.js'
import { statOf } from '../../platform/files/files.js'
import type { Database } from '../../platform/sqlite.js'
import { readEntry } from '../entries/entries.js'
import { listEntryIds } from '../entries/listing.js'
import { workstreamDir } from '../paths.js'
import { type Folder, type Scope, type SearchOptions, listWorkstreamFolders, timeOf } from './hits.js'
import { markSeen, readDifference, readLook } from './look.js'
import { isSettled, exactStampOf } from '../entries/read-workstream.js'

/** Tokens no text can have: U+E000 is no letter. They let the index itself answer for one project or workstream. */
export const DEAD = '\ue000x'
export function projectToken(key: string): string {
  return `\ue000p${key.replaceAll('-', '\ue001')}`
}
export function nameToken(name: string): string {
  return `\ue000n${name.replaceAll('-', '\ue001')}`
}

interface KnownFolder {
  dir: number
  project: string
  name: string
  stamp: string
}

/** How much there is to do in it. What it is is listed when its turn comes: the ids of 100,000 entries take fifteen megabytes. */
interface FolderPlan {
  folder: Folder
  stamp: string
  before: KnownFolder | undefined
  added: number
  dropped: number
}

interface Plan {
  changed: FolderPlan[]
  gone: KnownFolder[]
  total: number
}

/** How often progress is told. */
const STEP = 500
export const SLOTS = 32768

/** One transaction, or none where nothing changed. A `fresh` index comes with its transaction begun. */
export function updateIndex(db: Database, home: string, options: SearchOptions, fresh: boolean): void {
  try {
    const isWhole = options.project === undefined && options.name === undefined
    // Looked at before the folders are compared: what comes in between is seen the next time.
    const difference = isWhole && !fresh ? readDifference(db, home, Date.now()) : null
    if (difference?.folders.length === 0) return
    const look = difference ? difference.look : isWhole ? readLook(home, Date.now()) : null
    const plan = difference ? planFew(db, difference.folders) : planAll(db, home, options)
    if (!fresh && look === null && plan.changed.length + plan.gone.length === 0) return
    if (!fresh) db.exec('BEGIN IMMEDIATE')
    applyUpdate(db, plan, options.onProgress)
    if (look !== null) markSeen(db, look)
    db.exec('COMMIT')
  } catch (error) {
    rollBack(db)
    throw error
  }
}

function planAll(db: Database, home: string, scope: Scope): Plan {
  return planUpdate(db, readKnown(db, scope), listWorkstreamFolders(home, scope))
}

function planFew(db: Database, folders: Folder[]): Plan {
  const known = folders.flatMap(({ project, name }) => [...readKnown(db, { project: project.key, name })])
  return planUpdate(db, new Map(known), folders)
}

function readKnown(db: Database, scope: Scope): Map<string, KnownFolder> {
  // As one text: two thousand rows cost several times as much to hand over one by one.
  const { rows } = db
    .prepare(
      "SELECT json_group_array(json_object('dir', dir, 'project', project, 'name', name, 'stamp', stamp)) AS rows FROM dirs WHERE ifnull(?1, project) = project AND ifnull(?2, name) = name",
    )
    .get(scope.project ?? null, scope.name ?? null) as { rows: string }
  return new Map((JSON.parse(rows) as KnownFolder[]).map((row) => [`${row.project}/${row.name}`, row]))
}

function planUpdate(db: Database, known: Map<string, KnownFolder>, folders: Folder[]): Plan {
  const changed: FolderPlan[] = []
  const now = Date.now()
  for (const folder of folders) {
    const key = `${folder.project.key}/${folder.name}`
    const before = known.get(key)
    // Looked at before it is listed: what comes in between is seen the next time.
    const stamp = readStamp(folder, now)
    if (stamp === null) continue
    known.delete(key)
    if (!before || stamp === '' || before.stamp !== stamp) changed.push(planFolder(db, folder, stamp, before))
  }
  // Without this every search within two seconds of a save would write.
  const differs = changed.filter((plan) => plan.added + plan.dropped > 0 || plan.stamp !== '')
  return { changed: differs, gone: [...known.values()], total: differs.reduce((sum, { added }) => sum + added, 0) }
}

/** Empty: the folder changed so lately that another change could leave the same time. Null: it is gone. */
function readStamp({ project, name }: Folder, now: number): string | null {
  const stat = statOf(workstreamDir(project, name))
  if (!stat?.isDirectory) return null
  return isSettled(stat, now) ? exactStampOf(stat) : ''
}

function planFolder(db: Database, folder: Folder, stamp: string, before: KnownFolder | undefined): FolderPlan {
  const { add, drop } = compareFolder(db, folder, before)
  return { folder, stamp, before, added: add.length, dropped: drop.length }
}

function compareFolder(
  db: Database,
  { project, name }: Folder,
  before: KnownFolder | undefined,
): Record<'add' | 'drop', string[]> {
  const gone = new Set(before ? readIds(db, before.dir) : [])
  const add = listEntryIds(project, name).filter((id) => !gone.delete(id))
  return { add, drop: [...gone] }
}

function readIds(db: Database, dir: number): string[] {
  return (db.prepare('SELECT id FROM docs WHERE dir = ?').all(dir) as { id: string }[]).map((row) => row.id)
}

function applyUpdate(db: Database, plan: Plan, onProgress: SearchOptions['onProgress']): void {
  const write = prepareWrites(db)
  let done = 0
  for (const { dir } of plan.gone) write.removeFolder(dir)
  for (const { folder, stamp, before } of plan.changed) {
    const { add, drop } = compareFolder(db, folder, before)
    const dir = write.addFolder(folder, stamp)
    for (const id of drop) write.removeEntry(dir, id)
    for (const id of add) {
      write.addEntry(dir, folder, id)
      if (++done % STEP === 0) onProgress?.(done, plan.total)
    }
  }
  if (done > STEP && done % STEP !== 0) onProgress?.(done, plan.total)
}

interface Writes {
  addFolder(folder: Folder, stamp: string): number
  removeFolder(dir: number): void
  addEntry(dir: number, folder: Folder, id: string): void
  removeEntry(dir: number, id: string): void
}

function prepareWrites(db: Database): Writes {
  const dirIn = db.prepare(
    'INSERT INTO dirs (project, name, stamp) VALUES (?1, ?2, ?3) ON CONFLICT (project, name) DO UPDATE SET stamp = ?3 RETURNING dir',
  )
  const dirOut = [
    'words WHERE rowid IN (SELECT doc FROM docs WHERE dir = ?)',
    'docs WHERE dir = ?',
    'dirs WHERE dir = ?',
  ].map((what) => db.prepare(`DELETE FROM ${what}`))
  const docOut = [
    'words WHERE rowid = (SELECT doc FROM docs WHERE dir = ? AND id = ?)',
    'docs WHERE dir = ? AND id = ?',
  ].map((what) => db.prepare(`DELETE FROM ${what}`))
  return {
    addFolder: ({ project, name }, stamp) => (dirIn.get(project.key, name, stamp) as { dir: number }).dir,
    removeFolder: (dir) => dirOut.forEach((statement) => statement.run(dir)),
    addEntry: prepareAdd(db),
    removeEntry: (dir, id) => docOut.forEach((statement) => statement.run(dir, id)),
  }
}

function prepareAdd(db: Database): Writes['addEntry'] {
  const known = db.prepare('SELECT 1 FROM docs WHERE dir = ? AND id = ?')
  const slotAt = db.prepare(
    `SELECT ifnull(max(doc & ${SLOTS - 1}) + 1, 0) AS slot FROM docs WHERE doc BETWEEN ${keyOf(1)} AND ${keyOf(1)} + ${SLOTS - 1}`,
  )
  const doc = db.prepare(`INSERT INTO docs (doc, dir, id) VALUES (${keyOf(1)} + CAST(?2 AS INTEGER), ?3, ?4)`)
  const words = db.prepare(`INSERT INTO words (rowid, text) VALUES (${keyOf(1)} + CAST(?2 AS INTEGER), ?3)`)
  return (dir, folder, id) => {
    // Another process may have added it since the plan was made.
    if (known.get(dir, id)) return
    const text = wordsOf(folder, id)
    if (text === null) return
    const ms = timeOf(id)
    const { slot } = slotAt.get(ms) as { slot: number }
    if (slot >= SLOTS) throw new Error(`more than ${SLOTS} entries of one millisecond`)
    doc.run(ms, slot, dir, id)
    words.run(ms, slot, text)
  }
}

/** The key of a document in SQL, where 64-bit numbers are whole: parameter `n` is the time, the slot is added. */
export function keyOf(n: number): string {
  return `(CAST(?${n} AS INTEGER) * ${SLOTS})`
}

/** A damaged entry is in the index without text, as a candidate of every search: it may be whole again by then. */
function wordsOf({ project, name }: Folder, id: string): string | null {
  const read = readEntry(project, name, id)
  if (!read) return null
  const tokens = read.entry ? tokenise(searchText(read.entry)) : [DEAD]
  return [projectToken(project.key), nameToken(name), ...tokens].join(' ')
}

function rollBack(db: Database): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // There may be no transaction any more; the first error tells more.
  }
}
