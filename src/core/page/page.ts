/**
 * The page: all that is known about a piece of work now. Every entry holds the whole page, so one file is enough to go
 * on. An entry made before there were pages has what its parents knew and what it says itself.
 */
import { type Closed, type Earlier, emptyFields, type Entry, type Fields, fieldsOf, type Item } from '../entry/entry.js'
import { carry } from './carry.js'

export interface Page {
  /** The entry it stands in; the newest of those it was joined from. */
  entry: string
  /** Whose session saved it, and how many of its prompts there had been. */
  session?: string
  turns?: number
  fields: Fields
  closed: readonly Closed[]
  earlier: readonly Earlier[]
}

/** The fields whose items have an id and an origin. */
export const ITEM_FIELDS = fieldsOf(['items', 'reasoned', 'choices'])
export const PROSE_FIELDS = fieldsOf(['prose'])

/** `parents`: the pages of what it continues. An entry that holds its page does not ask for them. */
export function pageOf(entry: Entry, parents: () => readonly Page[]): Page {
  if (entry.page) return { ...placeOf(entry), fields: entry, closed: entry.page.closed, earlier: entry.page.earlier }
  if (entry.kind === 'cleared') return { ...placeOf(entry), fields: emptyFields(), closed: [], earlier: [] }
  const page = carry(parents(), { origin: originOf(entry), fields: entry, turns: 1 })
  return { ...page, ...placeOf(entry) }
}

function placeOf({ id, by, turns }: Entry): Pick<Page, 'entry' | 'session' | 'turns'> {
  return {
    entry: id,
    ...(by.session === undefined ? {} : { session: by.session }),
    ...(turns === undefined ? {} : { turns }),
  }
}

/** Where an item that is new in this entry comes from. */
export function originOf({ id, saved, by, where }: Pick<Entry, 'id' | 'saved' | 'by' | 'where'>): NonNullable<Item['origin']> {
  const { user, host, agent, session } = by
  const { head } = where
  return {
    entry: id,
    at: saved,
    ...(user === undefined ? {} : { user }),
    ...(host === undefined ? {} : { host }),
    ...(agent === undefined ? {} : { agent }),
    ...(session === undefined ? {} : { session }),
    ...(head === undefined ? {} : { head }),
  }
}
