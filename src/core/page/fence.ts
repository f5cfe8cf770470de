/**
 * What somebody else wrote stays theirs when it is carried on: each item keeps its author and a mark, what they forbade is
 * no constraint of this user but something to know, and what they called closed is not closed here.
 */
import { type Item, makeFields } from '../entry/entry.js'
import { itemId } from './item-id.js'
import type { KnownPage } from './known.js'

/** Of a page that is this user's own nothing changes. */
export function fencePage(given: KnownPage): KnownPage {
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
