/** An autosave that would be too large: nobody is there to shorten it, so it is cut, and says so. */
import { DogearError } from '../errors.js'
import { maskEntry } from '../redact/mask.js'
import { cutText } from '../text/cut.js'
import { isLongerThan } from '../text/text.js'
import { type Entry, fieldsOf, type Item } from '../entry/entry.js'
import { printEntry } from '../entry/print.js'
import { MAX_ENTRY_BYTES } from '../entry/seal.js'

/** Texts are cut to so many characters, and lists to so many of the newest items, until it fits. */
const STEPS: readonly (readonly [length: number, items: number])[] = [
  [8_000, 200],
  [2_000, 100],
  [500, 40],
  [200, 10],
]

/** For the seal, and what a home adds. */
const ROOM = 10_000

export function fitEntry(entry: Entry): Entry {
  let fitting = entry
  for (const [length, items] of STEPS) {
    fitting = cutEntry(entry, length, items)
    if (fits(fitting)) break
  }
  return fitting
}

function fits(entry: Entry): boolean {
  try {
    return !isLongerThan(printEntry(entry), MAX_ENTRY_BYTES - ROOM)
  } catch (error) {
    if (error instanceof DogearError) return false
    throw error
  }
}

const LISTS = fieldsOf(['items', 'reasoned', 'choices', 'files'])

function cutEntry(entry: Entry, length: number, items: number): Entry {
  const cut = maskEntry(entry, (text) => cutText(text, length))
  const fewer = <T>(list: readonly T[]): T[] => list.slice(-items)
  const lists = Object.fromEntries(LISTS.map(({ key }) => [key, fewer(cut[key] as readonly Item[])]))
  const { dirty, ...where } = cut.where
  const dirtyTotal = cut.where.dirtyTotal ?? dirty?.length
  const told = { text: 'cut: this autosave would have been too large; what is missing is in the session itself' }
  return {
    ...cut,
    ...lists,
    where: dirty ? { ...where, dirty: fewer(dirty), ...(dirtyTotal !== undefined && { dirtyTotal }) } : where,
    context: [...fewer(cut.context), { ...told, observed: 'dogear' }],
    ...(cut.page && { page: { closed: fewer(cut.page.closed), earlier: cut.page.earlier } }),
    extraSections: fewer(cut.extraSections),
  }
}
