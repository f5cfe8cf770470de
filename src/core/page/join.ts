/**
 * Joins the pages that an entry continues: all items that are open on one side and closed on none. What one side closed
 * is closed, unless the other said it again in an entry that the closing one had not seen. No ancestor is read.
 */
import {
  type Closed,
  type Earlier,
  emptyFields,
  type FieldKey,
  type Fields,
  type Item,
  makeFields,
} from '../entry/entry.js'
import { compareIds, shortId } from '../entry/id.js'
import { itemId, normalText } from './item-id.js'
import type { KnownPage } from './known.js'

export function joinPages(pages: readonly KnownPage[]): KnownPage {
  const [newest, ...others] = pages.map(fencePage).toSorted((a, b) => compareIds(b.entry, a.entry))
  if (!newest) return { entry: '', fields: emptyFields(), closed: [], earlier: [] }
  return others.reduce(joinTwo, newest)
}

/** Somebody chose the first of them: what it says stands, and the others add to it. */
export function joinUnder(chosen: KnownPage, others: readonly KnownPage[]): KnownPage {
  return others.map(fencePage).reduce(joinTwo, fencePage(chosen))
}

/** What the newer says stands; the older one adds to it. */
function joinTwo(newer: KnownPage, older: KnownPage): KnownPage {
  const closed = joinClosed(newer.closed, older.closed)
  const isOpen = (item: Item): boolean => !closed.some((one) => one.id === item.id && closes(one, item))
  const join = <T extends Item>(key: FieldKey, a: readonly T[], b: readonly T[]): T[] => {
    const texts = new Set(a.map(({ text }) => normalText(text)))
    const taken = new Set(a.flatMap(({ id }) => id ?? []))
    const more = b.filter((item) => !texts.has(normalText(item.text)) && isOpen(item))
    // Two sides may have made the same short id for two texts.
    const apart = (item: T): T => (taken.has(item.id ?? '') ? { ...item, id: itemId(key, item.text, taken) } : item)
    return [...a.filter(isOpen), ...more.map(apart)]
  }
  const [one, two] = [newer.fields, older.fields]
  const fields = makeFields({
    prose: ({ key }) => one[key] ?? two[key],
    line: ({ key }) => one[key] ?? two[key],
    plan: ({ key }) => one[key] ?? two[key],
    items: ({ key }) => join(key, one[key], two[key]),
    reasoned: ({ key }) => join(key, one[key], two[key]),
    choices: ({ key }) => join(key, one[key], two[key]),
    files: ({ key }) => [...one[key], ...two[key].filter(({ path }) => !one[key].some((file) => file.path === path))],
  })
  const context = join('context', fields.context, besides(newer, older))
  return {
    ...newer,
    fields: { ...fields, context },
    closed: closed.filter(({ id }) => !hasOpen(fields, id)),
    earlier: joinEarlier(newer.earlier, older.earlier),
  }
}

/** Of two tasks and two next actions one is shown as such; the other is not lost. */
function besides({ fields }: KnownPage, older: KnownPage): Item[] {
  return (['task', 'next'] as const).flatMap((key): Item[] => {
    const [one, two] = [fields[key], older.fields[key]]
    if (!one || !two || normalText(one.text) === normalText(two.text)) return []
    const text = `the other side (${shortId(older.entry)}) had as its ${key}: ${two.text}`
    return [{ text, id: itemId('context', text, new Set()), ...(two.origin && { origin: two.origin }) }]
  })
}

function closes({ origin }: Closed, item: Item): boolean {
  return origin === undefined || item.origin === undefined || origin === item.origin.entry
}

function hasOpen(fields: Fields, id: string): boolean {
  return Object.values(fields).some((value) => Array.isArray(value) && value.some((item) => (item as Item).id === id))
}

function joinClosed(a: readonly Closed[], b: readonly Closed[]): Closed[] {
  const key = ({ id, origin }: Closed): string => `${id} ${origin ?? ''}`
  const known = new Set(a.map(key))
  return [...a, ...b.filter((one) => !known.has(key(one)))]
}

function joinEarlier(a: readonly Earlier[], b: readonly Earlier[]): Earlier[] {
  const key = ({ kind, entry }: Earlier): string => `${kind} ${entry}`
  const known = new Set(a.map(key))
  return [...a, ...b.filter((one) => !known.has(key(one)))]
}

/**
 * What somebody else wrote stays theirs when it is carried on: each item keeps its author and a mark, what they forbade is
 * no constraint of this user but something to know, and what they called closed is not closed here.
 * Of a page that is this user's own nothing changes.
 */
function fencePage(given: KnownPage): KnownPage {
  const { foreign: by, ...page } = given
  if (!by) return given
  const fence = <T extends Item>(item: T): T => ({ ...item, origin: { ...(item.origin ?? by), foreign: true } })
  const { fields } = page
  const marked = makeFields({
    prose: ({ key }) => (fields[key] ? fence(fields[key]) : null),
    line: ({ key }) => fields[key],
    plan: ({ key }) => fields[key],
    items: ({ key }) => fields[key].map(fence),
    reasoned: ({ key }) => fields[key].map(fence),
    choices: ({ key }) => fields[key].map(fence),
    files: ({ key }) => fields[key],
  })
  const taken = new Set(marked.context.flatMap(({ id }) => id ?? []))
  const wanted = marked.constraints.map((item) => ({ ...item, id: itemId('context', item.text, taken) }))
  return { ...page, fields: { ...marked, constraints: [], context: [...wanted, ...marked.context] }, closed: [] }
}
