/** The heads of a workstream, read and checked. */
import { join, sep } from 'node:path'
import { headsOf } from '../../core/choose/heads.js'
import type { Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { ensureDir, listDir, readTextFile, replaceDerived, stampOf } from '../../platform/files/files.js'
import { processTag } from '../../platform/process/process-tag.js'
import { indexDir, quarantineDir, workstreamDir, type Project } from '../paths.js'
import { readEntry, readEntryIds, type Damage } from './entries.js'

/** Heads newest first, cleared and consumed ones too. `count` is how many entries the folder holds. */
export interface Heads {
  heads: Entry[]
  damaged: Damage[]
  count: number
}

/**
 * An unreadable head is named in `damaged`, and what it continued stands in its place: what is lost must not hide what
 * is there. Where that cannot be known, too many heads are shown rather than too few.
 */
export function readHeads(project: Project, name: string): Heads {
  const ids = readEntryIds(project, name)
  const reader = makeReader(project, name)
  const heads = findHeads(withQuarantined(project, name, ids), reader)
  return { heads: heads.sort((a, b) => compareIds(b.id, a.id)), damaged: reader.damaged, count: ids.length }
}

/** Their ids alone, newest first. Nothing is read where the workstream never forked. */
export function readHeadIds(project: Project, name: string): string[] {
  const ids = withQuarantined(project, name, readEntryIds(project, name))
  const reader = makeReader(project, name)
  const heads = headsOf(ids, reader.parentsOf)
  reader.close()
  return heads.sort((a, b) => compareIds(b, a))
}

function withQuarantined(project: Project, name: string, ids: string[]): string[] {
  const aside = quarantinedIds(project, name)
  return aside.length === 0 ? ids : [...new Set([...ids, ...aside])]
}

interface Reader {
  read(id: string): Entry | null
  damaged: Damage[]
  parentsOf(id: string): readonly string[]
  /** Remembers what was read for the next time. */
  close(): void
}

function findHeads(known: string[], reader: Reader): Entry[] {
  for (let ids = known; ;) {
    const heads = headsOf(ids, reader.parentsOf)
    const lost = new Set(heads.filter((id) => reader.read(id) === null))
    if (lost.size > 0) {
      ids = ids.filter((id) => !lost.has(id))
      continue
    }
    reader.close()
    return heads.map((id) => reader.read(id)).filter((entry) => entry !== null)
  }
}

function makeReader(project: Project, name: string): Reader {
  const seen = new Map<string, Entry | null>()
  const damaged: Damage[] = []
  const cache = openParentsCache(project, name)
  const read = (id: string): Entry | null => {
    const known = seen.get(id)
    if (known !== undefined) return known
    const found = readEntry(project, name, id)
    if (found?.damage) damaged.push(found.damage)
    seen.set(id, found?.entry ?? null)
    return found?.entry ?? null
  }
  const parentsOf = (id: string): readonly string[] => {
    const cached = seen.has(id) ? null : cache.get(id)
    if (cached) return cached
    const entry = read(id)
    if (entry) cache.put(id, entry.parents)
    return entry?.parents ?? []
  }
  return { read, damaged, parentsOf, close: cache.write }
}

/** The names of what was set aside still tell that something continued what came before. */
export function quarantinedIds(project: Project, name: string): string[] {
  const ids = listDir(join(quarantineDir(project), name)).map(
    (file) => /^([0-9TZ]+-\d+-[0-9a-z]{12})(?:~\d+)?\.md$/.exec(file)?.[1],
  )
  return ids.filter((id) => id !== undefined)
}

/**
 * What the entries of a much forked workstream continue, remembered outside of them: reading two thousand entries for it
 * would take half a second. Derived: `index/parents/<project>/<name>.json` can be deleted at any moment. A row counts
 * only while its file is the one that was read (size, time, inode), so the answers are those of reading.
 */
interface ParentsCache {
  get(id: string): readonly string[] | null
  put(id: string, parents: readonly string[]): void
  /** Best effort, and only when enough was read that it pays. */
  write(): void
}

/** The stamp of the file, then the parents. */
type Row = [stamp: string, ...parents: string[]]

const MAX_CACHE_BYTES = 50_000_000
/** Below this, reading the entries again costs less than keeping the cache. */
const WORTH_WRITING = 32
/** A file changed in the same tick of the disk's clock as it was read would look unchanged. */
const SETTLED_MS = 2000

function openParentsCache(project: Project, name: string): ParentsCache {
  const path = join(indexDir(project.home), 'parents', project.key, `${name}.json`)
  const folder = workstreamDir(project, name)
  let rows: Map<string, Row> | undefined
  let added = 0
  return {
    get: (id) => {
      rows ??= readRows(path)
      const row = rows.get(id)
      if (!row || stampOf(`${folder}${sep}${id}.md`)?.stamp !== row[0]) return null
      return row.slice(1)
    },
    put: (id, parents) => {
      const found = stampOf(`${folder}${sep}${id}.md`)
      if (!found || Date.now() - found.mtimeMs < SETTLED_MS) return
      rows ??= readRows(path)
      rows.set(id, [found.stamp, ...parents])
      added++
    },
    write: () => {
      if (rows && added >= WORTH_WRITING) writeRows(project, path, rows)
    },
  }
}

function readRows(path: string): Map<string, Row> {
  try {
    const record = openRecord(readTextFile(path, MAX_CACHE_BYTES) ?? '')
    return new Map(Object.entries((record?.['rows'] ?? {}) as Record<string, Row>))
  } catch {
    return new Map()
  }
}

function writeRows(project: Project, path: string, rows: Map<string, Row>): void {
  try {
    ensureDir(join(indexDir(project.home), 'parents', project.key), project.home)
    replaceDerived(path, sealRecord({ rows: Object.fromEntries(rows) }), processTag())
  } catch {
    // A disk that cannot be written to still answers, only more slowly.
  }
}
