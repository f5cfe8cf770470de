/** The heads of a workstream as they were found the last time, so that the next look need not start from nothing. */
import { join } from 'node:path'
import type { Author, Lineage } from '../../core/choose/heads.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { ensureDir, readTextFile, replaceDerived } from '../../platform/files/files.js'
import { settledStamps } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { indexDir, type Project } from '../paths.js'
import { packsDir } from './packs.js'

/**
 * What is known of the entries that were read before, outside of them: `index/heads/<project>/<name>.json`. It can be
 * deleted at any moment. It counts while the ids it was made from are here, all of them and no others up to the last;
 * where the folders look as they did, that is so without their being listed.
 */
interface Known {
  /** What decided who wrote them. */
  own: string
  /** How the folder and that of its packs looked; none where they had just been changed. */
  looks: number[]
  /** How many entries there were in all. */
  total: number
  last: string
  count: number
  sum: number
  /** Ids up to the last that could not be read: they are looked at again. */
  without: string[]
  heads: [id: string, author: Author][]
  missing: [id: string, authors: Author[]][]
  /** By the last id of a pack: these hold, whatever else has come or gone. */
  packs: [id: string, author: Author][]
}

const MAX_KNOWN_BYTES = 50_000_000
/** Below this, reading the entries again costs less than keeping the file. */
export const WORTH_WRITING = 4

/** None: they changed so lately that another change could leave the same looks. */
export function looksOf(workstream: string): number[] {
  return settledStamps([workstream, packsDir(workstream)], Date.now())
}

/** What could not be read is looked at again, whatever the folder looks like. */
export function isUnchanged({ looks, without }: Known, now: readonly number[]): boolean {
  return now.length > 0 && without.length === 0 && looks.length === now.length && looks.every((n, i) => n === now[i])
}

export function lineageOf({ heads, missing }: Known): Lineage {
  return { heads: new Map(heads), missing: new Map(missing) }
}

/** Those of the ids that are in it. Null: it was made from others. */
export function knownAmong(ids: readonly string[], { last, count, sum, without }: Known): string[] | null {
  const unread = new Set(without)
  const known = ids.filter((id) => id <= last && !unread.has(id))
  return known.length === count && sumOf(known) === sum ? known : null
}

/** Whatever their order. The ids of two sets that differ would have to be chosen for it to be the same. */
function sumOf(ids: readonly string[]): number {
  let [all, mixed] = [0, 0]
  for (const id of ids) {
    let hash = 0x811c9dc5
    for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
    all = (all + hash) | 0
    mixed ^= Math.imul(hash, 0x9e3779b1) ^ (hash >>> 15)
  }
  return (all >>> 0) * 1_048_576 + ((mixed >>> 0) & 0xfffff)
}

function pathOf(project: Project, name: string): string {
  return join(indexDir(project.home), 'heads', project.key, `${name}.json`)
}

export function readKnown(project: Project, name: string): Known | null {
  try {
    const known = openRecord(readTextFile(pathOf(project, name), MAX_KNOWN_BYTES) ?? '') as Known | null
    return known && isKnown(known) ? known : null
  } catch {
    return null
  }
}

/** As this version writes it: up to 0.3.0 there were no looks in it. */
function isKnown({ looks, without, heads, missing, packs, last }: Partial<Known>): boolean {
  const arePairs = [heads, missing, packs].every((list) => Array.isArray(list) && list.every(Array.isArray))
  return arePairs && Array.isArray(looks) && Array.isArray(without) && typeof last === 'string'
}

interface Added {
  lineage: Lineage
  added: readonly string[]
}

export function writeKnown(
  project: Project,
  name: string,
  { lineage, added, ...found }: Omit<Known, 'last' | 'count' | 'sum' | 'heads' | 'missing'> & Added,
): void {
  const known: Known = {
    ...found,
    last: added.reduce((a, b) => (a > b ? a : b), ''),
    count: added.length,
    sum: sumOf(added),
    heads: [...lineage.heads],
    missing: [...lineage.missing],
  }
  try {
    ensureDir(join(indexDir(project.home), 'heads', project.key), project.home)
    replaceDerived(pathOf(project, name), sealRecord(known), processTag())
  } catch {
    // A disk that cannot be written to still answers, only more slowly.
  }
}
