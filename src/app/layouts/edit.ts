/**
 * A layout's file that somebody edited is a three-way edit: what it says now is compared with what it said when dogear
 * last wrote or read it, in the layout's own terms, and only the difference is applied to the page. So what the layout has
 * no place for stays, and what it merely prints in other words is not said twice.
 */
import type { Entry, Fields, FileRef, Item } from '../../core/entry/entry.js'
import { makeFields } from '../../core/entry/entry.js'
import { lineKeysOf, withLineKeys, type LineKeys } from '../../core/entry/line-keys.js'
import { carry } from '../../core/page/carry.js'
import { normalText } from '../../core/page/item-id.js'
import { ITEM_FIELDS } from '../../core/page/known.js'
import { originOf, pageOf } from '../../core/page/page.js'
import { present } from '../../core/present.js'
import { redactEntry } from '../../core/redact/redact.js'
import { REDACTION } from '../../core/redact/version.js'

/** What the file said before, as the layout says it, and the entry that it was said of. */
export interface Base {
  entry: Entry
  said: Fields
  /** False: the file may have been written anew by somebody who knew nothing of it, so what is missing says nothing. */
  closes: boolean
}

/** The entry that was read from the file, with all that its parents knew. `parents`: each with its page, the newest first. */
export function withEdit(draft: Entry, parents: readonly Entry[], base: Base | null): Entry {
  const page = carry(
    parents.map((parent) => pageOf(parent, () => [])),
    {
      origin: originOf(draft),
      fields: base ? newIn(draft, base.said) : draft,
      closes: base?.closes ? goneFrom(draft, base) : [],
      // Nobody spoke to a session.
      spoken: 0,
      turns: 0,
    },
  )
  const whole = {
    ...draft,
    ...page.fields,
    page: { closed: [...page.closed], earlier: [...page.earlier] },
  }
  const { label, turns } = parents[0] ? lineKeysOf(parents[0]) : {}
  const isNext = whole.next?.origin?.entry === draft.id
  const keys = present<LineKeys>({ redaction: REDACTION, label, turns: isNext ? undefined : turns })
  return withLineKeys(redactEntry(whole), keys)
}

function newIn(now: Fields, before: Fields): Fields {
  const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)
  const unknown = <T extends Item>(items: readonly T[], said: readonly T[]): T[] => {
    const known = new Set(said.map(wordsOf))
    return items.filter((item) => !known.has(wordsOf(item)))
  }
  return makeFields({
    prose: ({ key }) => (normalText(now[key]?.text ?? '') === normalText(before[key]?.text ?? '') ? null : now[key]),
    line: ({ key }) => (differs(now[key], before[key]) ? now[key] : null),
    plan: ({ key }) => (differs(now[key], before[key]) ? now[key] : null),
    items: ({ key }) => unknown(now[key], before[key]),
    reasoned: ({ key }) => unknown(now[key], before[key]),
    choices: ({ key }) => unknown(now[key], before[key]),
    files: ({ key }) => now[key].filter((file: FileRef) => before[key].every((one) => differs(one, file))),
  })
}

function wordsOf(item: Item & { why?: string; rejected?: string[] }): string {
  return JSON.stringify([normalText(item.text), item.why, item.rejected])
}

/** The ids of the items whose lines are gone. */
function goneFrom(now: Fields, { entry, said }: Base): string[] {
  return ITEM_FIELDS.flatMap(({ key }) => {
    const items = entry[key] as readonly Item[]
    const lines = said[key] as readonly Item[]
    const left = new Set((now[key] as readonly Item[]).map(({ text }) => normalText(text)))
    return lines.flatMap(({ text }, at) => {
      if (left.has(normalText(text))) return []
      // A layout may print an item in words of its own; then its place tells which one it is.
      const item =
        items.find((one) => normalText(one.text) === normalText(text)) ??
        (items.length === lines.length ? items[at] : undefined)
      return item?.id ?? []
    })
  })
}
