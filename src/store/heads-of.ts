/** The heads of a workstream, read and checked. */
import { join } from 'node:path'
import type { Entry } from '../core/entry.js'
import { headsOf } from '../core/heads.js'
import { compareIds } from '../core/id.js'
import { listDir } from '../platform/files.js'
import type { Damage } from './entries.js'
import { readEntry, readEntryIds } from './entries.js'
import { openParentsCache } from './parents-cache.js'
import type { Project } from './paths.js'
import { quarantineDir } from './paths.js'

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
