/**
 * The page: all that is known about a piece of work now. Every entry holds the whole page, so one file is enough to go
 * on. An entry made before there were pages has what its parents knew and what it says itself.
 */
import { emptyFields, type Entry, type Origin } from '../entry/entry.js'
import { lineKeysOf } from '../entry/line-keys.js'
import { present } from '../present.js'
import { carry } from './carry.js'
import type { KnownPage } from './known.js'

/** `parents`: the pages of what it continues. An entry that holds its page does not ask for them. */
export function pageOf(entry: Entry, parents: () => readonly KnownPage[]): KnownPage {
  if (entry.page) return { ...placeOf(entry), fields: entry, closed: entry.page.closed, earlier: entry.page.earlier }
  if (entry.kind === 'cleared') return { ...placeOf(entry), fields: emptyFields(), closed: [], earlier: [] }
  const page = carry(parents(), { origin: originOf(entry), fields: entry, spoken: 1, turns: 1 })
  return { ...page, ...placeOf(entry) }
}

function placeOf(entry: Entry): Pick<KnownPage, 'entry' | 'turns' | 'foreign'> {
  return present({
    entry: entry.id,
    turns: lineKeysOf(entry).turns,
    foreign: entry.foreign ? originOf(entry) : undefined,
  })
}

/** Where an item that is new in this entry comes from. */
export function originOf({ id, saved, by, where }: Pick<Entry, 'id' | 'saved' | 'by' | 'where'>): Origin {
  const { user, host, agent, session } = by
  return present<Origin>({ entry: id, at: saved, user, host, agent, session, head: where.head })
}
