/** The page of an entry. Entries that were made before there were pages are read together with what they continue. */
import { type Entry, isLive } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import type { KnownPage } from '../../core/page/known.js'
import { pageOf } from '../../core/page/page.js'
import { judgementIdOf } from '../../core/session/triggers/autosaved.js'
import type { Project } from '../paths.js'
import { readEntry } from './entries.js'

/** What was known when the entry was saved. */
export function readPage(project: Project, entry: Entry): KnownPage {
  const pages = new Map<string, KnownPage>()
  const known = (parents: readonly Entry[]): KnownPage[] => parents.flatMap(({ id }) => pages.get(id) ?? [])
  // Parents have earlier ids. An entry that two continue is folded once, and no line is too long for that.
  for (const [one, parents] of readBack(project, entry).toSorted(([a], [b]) => compareIds(a.id, b.id)))
    pages.set(
      one.id,
      pageOf(one, () => known(parents)),
    )
  return pages.get(entry.id) as KnownPage
}

/** The entry and all before it that its page is made from, each with its parents: back to where a page begins or is held. */
function readBack(project: Project, entry: Entry): [Entry, Entry[]][] {
  const found = new Map<string, [Entry, Entry[]]>()
  const open = [entry]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one.id)) continue
    const parents = one.page || one.kind === 'cleared' ? [] : parentsOf(project, one)
    found.set(one.id, [one, parents])
    open.push(...parents)
  }
  return [...found.values()]
}

/** The entry with all that was known then. */
export function withPage(project: Project, entry: Entry): Entry {
  if (entry.page) return entry
  const { fields, closed, earlier } = readPage(project, entry)
  return { ...entry, ...fields, page: { closed: [...closed], earlier: [...earlier] } }
}

/** An autosave of old repeats what it observed at every turn, and names the entry whose judgement it continues. */
function parentsOf(project: Project, entry: Entry): Entry[] {
  const judgement = entry.lane === 'auto' ? judgementIdOf(entry) : undefined
  const ids = judgement === undefined ? entry.parents : judgement === null ? [] : [judgement]
  const from = lineKeysOf(entry).renames
  return ids.flatMap((id) => {
    const parent = readEntry(project, entry.name, id) ?? (from === undefined ? null : readEntry(project, from, id))
    return parent?.entry ?? []
  })
}

/** The last one up to this that knows what was uncommitted: a save does not where git was not asked or did not answer. */
export function lookedLast(project: Project, entry: Entry): Entry {
  let one = entry
  for (let step = 0; step < MAX_UNSEEN && one.where.dirty === undefined && one.where.head !== undefined; step++) {
    const [parent] = one.parents
    const before = parent === undefined ? undefined : readEntry(project, one.name, parent)?.entry
    if (!before || before.foreign || !isLive(before.kind)) return entry
    one = before
  }
  return one.where.dirty === undefined ? entry : one
}

const MAX_UNSEEN = 50

/** Where an entry closed a fork, the other sides still have something to say: all parents but the newest. */
export function otherSides(project: Project, entry: Entry): Entry[] {
  if (entry.parents.length < 2) return []
  const parents = entry.parents
    .map((id) => readEntry(project, entry.name, id)?.entry)
    .filter((one) => one !== undefined && !one.foreign) as Entry[]
  return parents.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(1)
}
