/** A workstream's whole history, as far as taking over and writing out documents must know it. */
import type { Entry } from '../../core/entry/entry.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import { msOf } from '../../core/text/text.js'
import { saidBy } from '../../layouts/common/to-entry.js'
import type { Layout } from '../../layouts/layout.js'
import { readEntry } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import type { Project } from '../../store/paths.js'

export interface Past {
  entries: readonly Entry[]
  /** What a save at that time would have continued. A document from before the newest entries does not bury them. */
  headsAt(ms: number): string[]
  /** One of the entries was made from the same document, or says what the layout's files would say of this one. */
  says(layout: Layout, entry: Entry): boolean
  add(entry: Entry): void
}

export function openPast(project: Project, name: string, userHome: string): Past {
  const entries: Entry[] = []
  const marks = new Set<string>()
  const said = new Map<Layout, Set<string | null>>()
  const heads = trackHeads()
  const saidIn = (layout: Layout): Set<string | null> => {
    const known = said.get(layout) ?? new Set(entries.map((entry) => saidBy(layout, entry, userHome)))
    said.set(layout, known)
    return known
  }
  const add = (entry: Entry): void => {
    entries.push(entry)
    marks.add(markOf(entry))
    if (!entry.foreign) heads.add(entry)
    for (const [layout, known] of said) known.add(saidBy(layout, entry, userHome))
  }
  for (const id of listEntryIds(project, name)) {
    const entry = readEntry(project, name, id)?.entry
    if (entry) add(entry)
  }
  return {
    entries,
    headsAt: heads.at,
    says: (layout, entry) => {
      if (marks.has(markOf(entry))) return true
      const key = saidBy(layout, entry, userHome)
      return key !== null && saidIn(layout).has(key)
    },
    add,
  }
}

/** Whatever it continues: the random part of an id that was made from a document stands for what that says. */
function markOf(entry: Entry): string {
  return `${entry.saved} ${parseId(entry.id)?.random}`
}

const MAX_PARENTS = 16

function trackHeads(): { add: (entry: Entry) => void; at: (ms: number) => string[] } {
  const all: { id: string; ms: number; parents: readonly string[] }[] = []
  const now = new Set<string>()
  let newestMs = -Infinity
  const headsAmong = (some: readonly { id: string; parents: readonly string[] }[]): string[] => {
    const continued = new Set(some.flatMap(({ parents }) => parents))
    return some.map(({ id }) => id).filter((id) => !continued.has(id))
  }
  return {
    add: ({ id, saved, parents }) => {
      const ms = msOf(saved) ?? 0
      all.push({ id, ms, parents })
      newestMs = Math.max(newestMs, ms)
      now.add(id)
      for (const parent of parents) now.delete(parent)
    },
    at: (ms) => {
      // Most documents are newer than all that is there.
      const heads = ms >= newestMs ? [...now] : headsAmong(all.filter((one) => one.ms <= ms))
      return heads.toSorted((a, b) => compareIds(b, a)).slice(0, MAX_PARENTS)
    },
  }
}
