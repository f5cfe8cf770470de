/**
 * Sections of a text within a budget of characters. Each has a share of the room; what one does not need is handed on to
 * those that want more, so nothing stays empty while something worth saying remains, and nothing crowds out the rest.
 */
export interface Section {
  title?: string
  items: readonly Part[]
  /** A line that belongs under the items, if any of them is shown. */
  after?: string
  /** Its part of the room where there is not enough for all. */
  share: number
  /**
   * Told in any case, and given so much of the room before the rest is shared: where there is none for its first item, the
   * beginning of that.
   */
  least?: number
  /** What found no room is not counted. */
  isUncounted?: boolean
}

/** Whole or not at all; a function makes as much of itself as there is room for, '' where that would say nothing. */
export type Part = string | ((room: number) => string)

interface Laid {
  text: string
  /** How many items found no room, or not all of it. */
  cut: number
}

const ROUNDS = 8
/** Of the search for the level at which all the room is given away. */
const STEPS = 24
const MAX_LEVEL = 64
/** In less nothing is worth trying once more. */
const LEAST = 24

export function lay(sections: readonly Section[], room: number): Laid {
  const shown = sections.filter(({ items }) => items.length > 0)
  let laid = shown.map((section) => fit(section, Number.MAX_SAFE_INTEGER))
  const wanted = laid.map(({ text }) => text.length)
  if (sum(wanted) <= room) return join(laid)
  const given = sharedOut(shown, wanted, room)
  laid = shown.map((section, i) => fit(section, given[i] as number))
  for (let round = 0; round < ROUNDS; round++) {
    const left = room - sum(laid.map(({ text }) => text.length))
    const hungry = shown.map((_, i) => (laid[i] as Laid).text.length < (wanted[i] as number))
    const shares = sum(shown.map(({ share }, i) => (hungry[i] ? share : 0)))
    if (left < LEAST || shares === 0) break
    // In the last round whoever comes first takes what is left over.
    const isLast = round === ROUNDS - 1
    let rest = left
    laid = laid.map((one, i) => {
      const section = shown[i] as Section
      if (!hungry[i]) return one
      const more = isLast ? rest : Math.min(rest, Math.floor((section.share / shares) * left))
      const next = fit(section, one.text.length + more)
      const grown = next.text.length > one.text.length ? next : one
      rest -= grown.text.length - one.text.length
      return grown
    })
  }
  return join(laid)
}

/** By the shares, and at least what is kept; what one does not want is there for the others. */
function sharedOut(sections: readonly Section[], wanted: readonly number[], room: number): number[] {
  const at = (level: number): number[] =>
    sections.map(({ share, least = 0 }, i) =>
      Math.floor(Math.min(wanted[i] as number, room * Math.max(least, level * share))),
    )
  let [low, high] = [0, MAX_LEVEL]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (sum(at(middle)) > room) high = middle
    else low = middle
  }
  return at(low)
}

function join(laid: readonly Laid[]): Laid {
  return { text: laid.map(({ text }) => text).join(''), cut: sum(laid.map(({ cut }) => cut)) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function fit(section: Section, room: number): Laid {
  const { items, least } = section
  const head = section.title === undefined ? '\n' : `\n## ${section.title}\n`
  const tail = section.after === undefined ? '' : `${section.after}\n`
  const more = (count: number): string => (count === 0 || section.isUncounted ? '' : `- … ${count} more\n`)
  let text = head
  let shown = 0
  let short = 0
  for (const [i, item] of items.entries()) {
    const closing = tail.length + more(items.length - i - 1).length
    const left = room - text.length - closing - 1
    const line =
      typeof item === 'string' ? item : item(Math.max(left / 2, left - forLater(items.slice(i + 1, i + 1 + LATER))))
    const fits = line !== '' && line.length <= left
    const told = fits
      ? line
      : i === 0 && least !== undefined
        ? shortened(typeof item === 'string' ? item : item(Infinity), left + closing)
        : ''
    if (told === '') break
    if (told !== line || (typeof item !== 'string' && told.length < item(Infinity).length)) short++
    text += `${told}\n`
    shown++
    if (!fits) break
  }
  const cut = items.length - shown
  if (shown === 0) return { text: '', cut }
  const end = `${more(cut)}${tail}`
  return { text: text.length + end.length <= room ? text + end : text, cut: cut + short }
}

const LATER = 2
const LEAST_LATER = 100

/** What can be shorter leaves the beginning of the next ones their room. */
function forLater(items: readonly Part[]): number {
  return sum(items.map((item) => (typeof item === 'string' ? 0 : Math.min(LEAST_LATER, item(Infinity).length + 1))))
}

const SHORTENED = ' … (shortened)'
const LEAST_SHOWN = 12

function shortened(item: string, room: number): string {
  const left = room - SHORTENED.length
  if (left < LEAST_SHOWN) return ''
  return `${item
    .slice(0, left)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}${SHORTENED}`
}
