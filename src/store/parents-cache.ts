/**
 * What the entries of a much forked workstream continue, remembered outside of them: reading two thousand entries for
 * it would take half a second. Derived: `index/parents/<project>/<name>.json` can be deleted at any moment. A row counts
 * only while its file is the one that was read (size, time, inode), so the answers are those of reading.
 */
import { join, sep } from 'node:path'
import { openRecord, sealRecord } from '../core/sealed-record.js'
import { ensureDir, readTextFile, replaceDerived, stampOf } from '../platform/files.js'
import { processTag } from '../platform/process-tag.js'
import type { Project } from './paths.js'
import { indexDir, workstreamDir } from './paths.js'

export interface ParentsCache {
  get(id: string): readonly string[] | null
  put(id: string, parents: readonly string[]): void
  /** Best effort, and only when enough was read that it pays. */
  write(): void
}

/** The stamp of the file, then the parents. */
type Row = [stamp: string, ...parents: string[]]

const LARGEST_CACHE = 50_000_000
/** Below this, reading the entries again costs less than keeping the cache. */
const WORTH_WRITING = 32
/** A file changed in the same tick of the disk's clock as it was read would look unchanged. */
const SETTLED_MS = 2000

export function openParentsCache(project: Project, name: string): ParentsCache {
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
    const record = openRecord(readTextFile(path, LARGEST_CACHE) ?? '')
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
