/** The heads of a workstream, read and checked. */
import { join, sep } from 'node:path'
import { headsOf, type Packs } from '../../core/choose/heads.js'
import type { Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { ensureDir, listDir, readTextFile, replaceDerived, stampOf } from '../../platform/files/files.js'
import { processTag } from '../../platform/process/process-tag.js'
import { indexDir, quarantineDir, workstreamDir, type Project } from '../paths.js'
import { readEntry, listLine, type Damage } from './entries.js'
import { type Line, packsAmong, type Survey, surveyLine } from './packs.js'

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
  const line = survey(project, name)
  const reader = makeReader(project, name, line)
  const heads = findHeads(line, reader)
  return { heads: heads.sort((a, b) => compareIds(b.id, a.id)), damaged: reader.damaged, count: line.count }
}

/** Their ids alone, newest first. Nothing is read where the workstream never forked. */
export function readHeadIds(project: Project, name: string): string[] {
  const line = survey(project, name)
  const reader = makeReader(project, name, line)
  const heads = headsOf(line.ids, reader.parentsOf, undefined, line.starts)
  reader.close()
  return heads.sort((a, b) => compareIds(b, a))
}

/** The names of what was set aside still tell that something continued what came before. They do not count. */
function survey(project: Project, name: string): Survey & { starts: Packs } {
  const dir = workstreamDir(project, name)
  const { loose, packs } = listLine(project, name)
  const aside = quarantined(project, name)
  const here = surveyLine(dir, { loose, packs })
  const line =
    aside.loose.length + aside.packs.length === 0
      ? here
      : surveyLine(dir, {
          loose: [...new Set([...loose, ...aside.loose])],
          packs: [...packs, ...aside.packs],
        })
  return { ...line, count: here.count, starts: new Map([...line.packs].map(([last, { from }]) => [last, from])) }
}

interface Reader {
  read(id: string): Entry | null
  damaged: Damage[]
  parentsOf(id: string): readonly string[]
  /** Remembers what was read for the next time. */
  close(): void
}

function findHeads(line: ReturnType<typeof survey>, reader: Reader): Entry[] {
  for (let { ids } = line; ;) {
    const heads = headsOf(ids, reader.parentsOf, undefined, line.starts)
    const lost = new Set(heads.filter((id) => reader.read(id) === null))
    if (lost.size > 0) {
      ids = ids.filter((id) => !lost.has(id))
      continue
    }
    reader.close()
    return heads.map((id) => reader.read(id)).filter((entry) => entry !== null)
  }
}

function makeReader(project: Project, name: string, { packs }: Survey): Reader {
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
    const packed = packs.get(id)?.parents
    if (packed) return packed
    const cached = seen.has(id) ? null : cache.get(id)
    if (cached) return cached
    const entry = read(id)
    if (entry) cache.put(id, entry.parents)
    return entry?.parents ?? []
  }
  return { read, damaged, parentsOf, close: cache.write }
}

/** What was set aside. */
export function quarantined(project: Project, name: string): Line {
  const names = listDir(join(quarantineDir(project), name))
  const ids = names.map((file) => /^([0-9TZ]+-\d+-[0-9a-z]{12})(?:~\d+)?\.md$/.exec(file)?.[1])
  return { loose: ids.filter((id) => id !== undefined), packs: packsAmong(names) }
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
