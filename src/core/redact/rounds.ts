/**
 * Redacts to a fixed point: a mark can show a rule what a secret hid from it before. Only what lies near a new mark is looked
 * at again, because no rule looks further; else one secret in a large text would cost it a whole walk for every round.
 */
import { isIn, RUN } from './chars.js'
import { DogearError } from '../errors.js'
import { findSpans, type Scanner, type Stretch } from './scan.js'
import { mark } from './token-rule.js'

/** Each round only turns text into marks, so this settles at once; more than two rounds are a curiosity. */
const MAX_ROUNDS = 6
/** More than any rule looks ahead of its literal, and behind it. */
const AHEAD = 24_000
const BEHIND = 4_000
/** Rows of words and of numbers are counted from their beginning: more than the longest that is looked for. */
const ROW = 2_000

interface Place {
  start: number
  end: number
}

interface Round {
  text: string
  /** Made in this round. */
  marks: Place[]
  /** Known to be harmless: no rule may begin in the middle of it. */
  harmless: Place[]
}

export function redactWith(scanner: Scanner, text: string): string {
  try {
    let now = redactOnce(scanner, { text, marks: [], harmless: [] }, [{ from: 0, to: text.length, first: 0 }])
    for (let round = 1; round < MAX_ROUNDS && now.marks.length > 0; round++) {
      now = redactOnce(scanner, now, stretchesOf(now))
    }
    return now.text
  } catch (error) {
    // Neither the text nor the error's own message may go on: it could quote the text.
    throw new DogearError('internal', 'The text could not be searched for secrets, so nothing was written.', {
      next: 'save again without the part that cannot be read; please report this as a defect of dogear',
      cause: error instanceof Error ? error.name : 'unknown',
    })
  }
}

function redactOnce(scanner: Scanner, { text, harmless: known }: Round, stretches: readonly Stretch[]): Round {
  const found = findSpans(text, scanner, stretches)
  const [parts, marks]: [string[], Place[]] = [[], []]
  const quiet = [...known, ...found.harmless].toSorted((a, b) => a.start - b.start)
  const harmless: Place[] = []
  let [at, shift] = [0, 0]
  const passQuiet = (until: number): void => {
    for (let place = quiet[harmless.length]; place && place.start < until; place = quiet[harmless.length])
      harmless.push({ start: place.start + shift, end: place.end + shift })
  }
  for (const { start, end, type } of found.spans) {
    passQuiet(start)
    const sign = mark(type as string)
    parts.push(text.slice(at, start), sign)
    marks.push({ start: start + shift, end: start + shift + sign.length })
    shift += sign.length - (end - start)
    at = end
  }
  passQuiet(text.length)
  return { text: parts.join('') + text.slice(at), marks, harmless }
}

function stretchesOf({ text, marks, harmless }: Round): Stretch[] {
  const stretches: Stretch[] = []
  for (const { start, end } of marks) {
    const [first, to] = [Math.max(0, start - AHEAD), Math.min(text.length, end + BEHIND)]
    const last = stretches.at(-1)
    const from = last && first - ROW <= last.to ? last.to : cleanStart(text, first - ROW, harmless)
    if (last && from <= last.to) last.to = to
    else stretches.push({ from, to, first })
  }
  return stretches
}

/** Where no run of letters and nothing harmless is cut in two. */
function cleanStart(text: string, from: number, harmless: readonly Place[]): number {
  let start = Math.max(0, from)
  for (const { start: open, end } of harmless) if (open < start && start < end) start = open
  while (start > 0 && isIn(RUN, text.charCodeAt(start - 1))) start--
  return start
}
