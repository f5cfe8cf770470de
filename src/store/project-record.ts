import type { Place } from '../platform/place.js'
import { type ProjectRecord, RECORD_VERSION, type Root } from './project-file.js'

/** What is true of a project now, to be compared with its record. */
export interface Facts {
  place: Place
  kind: ProjectRecord['kind']
  remote?: string
  firstCommit?: string
  head?: string
}

const DAY_MS = 86_400_000
const MAX_ROOTS = 16

/**
 * The record as it should be; null: leave the file alone.
 * The head moves with every commit, and a save must not pay two fsyncs for that. It only serves to recognise the
 * repository after a move across disks, for which a head of yesterday is as good. So it is refreshed with `seen`: when
 * that is more than a day off (in either direction: clocks jump), or along with any other change.
 */
export function planRecord(
  before: ProjectRecord | null,
  facts: Facts,
  key: string,
  nowMs: number,
): ProjectRecord | null {
  // A newer dogear knows more than we do: what it wrote stays.
  if (before && (before.version > RECORD_VERSION || isCurrent(before, facts, nowMs))) return null
  const { place, kind, remote, firstCommit, head } = facts
  const root: Root = { ...place, seen: new Date(nowMs).toISOString() }
  const others = before?.roots.filter(({ path }) => path !== place.path) ?? []
  const { remote: _old, ...kept } = before ?? {}
  return {
    ...kept,
    version: RECORD_VERSION,
    key,
    kind,
    roots: [root, ...others].slice(0, MAX_ROOTS),
    ...(remote !== undefined && { remote }),
    ...(firstCommit !== undefined && { firstCommit }),
    ...(head !== undefined && { head }),
  }
}

function isCurrent(record: ProjectRecord, facts: Facts, nowMs: number): boolean {
  const root = record.roots[0] as Root
  const { path, dev, ino, birth } = facts.place
  return (
    root.path === path &&
    root.dev === dev &&
    root.ino === ino &&
    root.birth === birth &&
    Math.abs(nowMs - Date.parse(root.seen)) < DAY_MS &&
    record.kind === facts.kind &&
    record.remote === facts.remote &&
    (record.head !== undefined || facts.head === undefined) &&
    (record.firstCommit !== undefined || facts.firstCommit === undefined)
  )
}
