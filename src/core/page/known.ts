/** What is known of a piece of work, as the modules beside this one hand it on. */
import {
  type Closed,
  type Earlier,
  type Field,
  type FieldKey,
  type Fields,
  fieldsOf,
  type Item,
  type Origin,
} from '../entry/entry.js'

export interface KnownPage {
  /** The entry it stands in; the newest of those it was joined from. */
  entry: string
  /** How many turns of work there were since its next action was stated. */
  turns?: number
  /** Somebody else's, and that entry as the origin of what has none. */
  foreign?: Origin
  fields: Fields
  closed: readonly Closed[]
  earlier: readonly Earlier[]
}

/** The fields whose items have an id and an origin. */
export const ITEM_FIELDS: readonly Field<'items' | 'reasoned' | 'choices'>[] = fieldsOf([
  'items',
  'reasoned',
  'choices',
])

/** All items that are open on a page, and can be closed. */
export function openItems(fields: Fields, kinds: readonly Field[] = ITEM_FIELDS): { key: FieldKey; item: Item }[] {
  return kinds.flatMap(({ key }) => (fields[key] as readonly Item[]).map((item) => ({ key, item })))
}

/** An item that is open, as the answer of a save lists it. */
export interface OpenItem {
  id: string
  kind: FieldKey
  text: string
}

const STAY_OPEN = ITEM_FIELDS.filter(({ staysOpen }) => staysOpen)

/** What somebody may want to close after a save, in the order of the page. */
export function listOpen(fields: Fields): OpenItem[] {
  return openItems(fields, STAY_OPEN).flatMap(({ key, item: { id, text } }) =>
    id === undefined ? [] : [{ id, kind: key, text }],
  )
}
