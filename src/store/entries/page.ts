/** The page of an entry. Entries that were made before there were pages are read together with what they continue. */
import type { Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import type { KnownPage } from '../../core/page/known.js'
import { pageOf } from '../../core/page/page.js'
import { judgementIdOf } from '../../core/session/triggers/autosaved.js'
import type { Project } from '../paths.js'
import { readEntry } from './entries.js'

/** How far back entries without a page are read. What lies before is named on the page, and stays in the history. */
const MAX_BACK = 20

export function readPage(project: Project, entry: Entry, back: number = MAX_BACK): KnownPage {
  return pageOf(entry, () => parentsOf(project, entry).flatMap((parent) => pageBefore(project, parent, back)))
}

/** The entry with all that was known then. */
export function withPage(project: Project, entry: Entry): Entry {
  if (entry.page) return entry
  const { fields, closed, earlier } = readPage(project, entry)
  return { ...entry, ...fields, page: { closed: [...closed], earlier: [...earlier] } }
}

function pageBefore(project: Project, parent: Entry, back: number): KnownPage[] {
  if (back > 0 || parent.page) return [readPage(project, parent, back - 1)]
  const earlier = [{ kind: 'page', count: 1, entry: parent.id }]
  return [{ ...pageOf({ ...parent, page: { closed: [], earlier } }, () => []) }]
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

/** Where an entry closed a fork, the other sides still have something to say: all parents but the newest. */
export function otherSides(project: Project, entry: Entry): Entry[] {
  if (entry.parents.length < 2) return []
  const parents = entry.parents
    .map((id) => readEntry(project, entry.name, id)?.entry)
    .filter((one) => one !== undefined && !one.foreign) as Entry[]
  return parents.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(1)
}
