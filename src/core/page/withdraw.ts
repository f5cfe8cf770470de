/**
 * Takes one save back: what began there is over, what it closed is open again, what it opened again is over again, and what
 * it said in place of something else gives way to that. And takes back one close.
 */
import { type Closed, type Fields, type FieldKey, type Item, makeFields, type Origin } from '../entry/entry.js'
import { ITEM_FIELDS, type KnownPage, openItems } from './known.js'

/** `then`: the page of the save. `before`: what was known when it was made. `page`: what is known now. */
export function withdrawSave(page: KnownPage, before: KnownPage, then: KnownPage, by: Origin): KnownPage {
  const withdrawn = then.entry
  const known = new Set(openItems(before.fields).map(({ item }) => item.id))
  const opened = new Set(openItems(then.fields).map(({ item }) => item.id))
  const reopened = new Set(before.closed.map(({ id }) => id).filter((id) => opened.has(id)))
  const isFrom = ({ origin }: Item): boolean => (origin?.entry ?? page.entry) === withdrawn
  const isOver = (item: Item): boolean => !known.has(item.id) && (isFrom(item) || reopened.has(item.id ?? ''))
  const isNewest = page.entry === withdrawn
  const list = <T extends Item>(now: readonly T[]): T[] => now.filter((item) => !isOver(item))
  const fields = makeFields({
    prose: ({ key }) => (page.fields[key] && isFrom(page.fields[key]) ? before.fields[key] : page.fields[key]),
    line: ({ key }) => (isNewest ? before : page).fields[key],
    plan: ({ key }) => (isNewest ? before : page).fields[key],
    items: ({ key }) => list(page.fields[key]),
    reasoned: ({ key }) => list(page.fields[key]),
    choices: ({ key }) => list(page.fields[key]),
    files: ({ key }) => (isNewest ? before : page).fields[key],
  })
  const over = openItems(page.fields).flatMap(({ item }): Closed[] =>
    isOver(item) && item.id !== undefined
      ? [{ id: item.id, by: by.entry, at: by.at, origin: item.origin?.entry ?? withdrawn }]
      : [],
  )
  // What joining the parents says besides was on no page that it could have closed.
  const ended = new Set([...opened, ...then.closed.map(({ id }) => id)])
  const besides = before.fields.context.filter(({ id, observed }) => observed === undefined && !ended.has(id ?? ''))
  const ids = [...page.closed.filter((one) => one.by === withdrawn), ...besides].flatMap(({ id }) => id ?? [])
  const closed = page.closed.filter((one) => one.by !== withdrawn)
  return { ...page, fields: withOpened(fields, before.fields, ids), closed: [...closed, ...over] }
}

/** The item is open again, as it was before it was closed. */
export function openAgain(page: KnownPage, before: KnownPage, id: string): KnownPage {
  const closed = page.closed.filter((one) => one.id !== id)
  return { ...page, fields: withOpened(page.fields, before.fields, [id]), closed }
}

function withOpened(fields: Fields, before: Fields, ids: readonly string[]): Fields {
  const lists = ITEM_FIELDS.map(({ key }): [FieldKey, Item[]] => {
    const open = fields[key] as readonly Item[]
    const back = (before[key] as readonly Item[]).filter(
      ({ id }) => id !== undefined && ids.includes(id) && !open.some((item) => item.id === id),
    )
    return [key, [...open, ...back]]
  })
  return { ...fields, ...(Object.fromEntries(lists) as Partial<Fields>) }
}
