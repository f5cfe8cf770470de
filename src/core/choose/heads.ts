/**
 * Which entries are heads: those that no entry here names as its parent, if that one may end them. Entries arrive in any
 * order and with gaps, so nothing is concluded from generations or times: only a parent that is named counts.
 *
 * Entries of other people are no commands. Mine may end anything; somebody else's only what that person wrote.
 */
import { compareIds } from '../entry/id.js'

/** Null: this user. Else the name that the entry of somebody else gives. */
export type Author = string | null

/** What the heads are made from: of an entry, only this. */
export interface Link {
  id: string
  parents: readonly string[]
  author: Author
}

export interface Lineage {
  heads: Map<string, Author>
  /** Parents that are named and not here, with the authors of those who name them. */
  missing: Map<string, Author[]>
}

export function emptyLineage(): Lineage {
  return { heads: new Map(), missing: new Map() }
}

/** Adds an entry that came in. `isKnown`: whether an id was added before. The order does not matter. */
export function addLink(lineage: Lineage, { id, parents, author }: Link, isKnown: (id: string) => boolean): void {
  const { heads, missing } = lineage
  const isEnded = missing.get(id)?.some((by) => mayEnd(by, author)) ?? false
  missing.delete(id)
  if (!isEnded) heads.set(id, author)
  for (const parent of parents) {
    const ended = heads.get(parent)
    if (ended !== undefined) {
      if (mayEnd(author, ended)) heads.delete(parent)
    } else if (!isKnown(parent)) {
      const named = missing.get(parent) ?? []
      if (!named.includes(author)) missing.set(parent, [...named, author])
    }
  }
}

function mayEnd(by: Author, ended: Author): boolean {
  return by === null || by === ended
}

/**
 * Where entries are missing, an older head may be what they continued: then it is no side of a fork. The newest head
 * always stands; of the others those that no missing entry can have continued.
 */
export function sureHeads<T extends { id: string }>(newestFirst: readonly T[], gaps: readonly string[]): T[] {
  return newestFirst.filter((head, at) => at === 0 || !gaps.some((gap) => compareIds(gap, head.id) > 0))
}

/**
 * The newest first, one's own before those of others. The time of an id from outside is only a claim: one that lies in
 * the future comes after all others.
 */
export function compareHeads(a: Ranked, b: Ranked, nowMs: number): number {
  return rankOf(a, nowMs) - rankOf(b, nowMs) || compareIds(b.id, a.id)
}

interface Ranked {
  id: string
  foreign?: boolean
}

function rankOf({ id, foreign }: Ranked, nowMs: number): number {
  if (!foreign) return 0
  return id.slice(0, 17) > new Date(nowMs).toISOString().replace(/[-:.]/g, '').slice(0, 17) ? 2 : 1
}
