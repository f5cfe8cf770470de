/**
 * One pattern of many beginnings, made in parts. Making a pattern of three thousand letters takes a millisecond or two, more than
 * all that is read with it at the end of a turn; so only the alternatives that can begin with the first letter of the text are made
 * into one.
 */
export interface Beginnings {
  /** What `^(?:one|two|…)end` finds, or null. */
  of(text: string): string | null
}

/** `sources`: alternatives, or several of them with `|` between. Without flags: texts are made small before. */
export function beginnings(sources: readonly string[], end = ''): Beginnings {
  let all: { source: string; firsts: Firsts }[] | undefined
  const made = new Map<string, RegExp | null>()
  const make = (first: string): RegExp | null => {
    all ??= sources.flatMap(alternativesIn).map((source) => ({ source, firsts: firstsOf(source) }))
    const fitting = all
      .filter(({ firsts }) => firsts === null || (first !== '' && firsts.includes(first)))
      .map(({ source }) => source)
    return fitting.length === 0 ? null : new RegExp(`^(?:${fitting.join('|')})${end}`)
  }
  return {
    of(text) {
      const first = text.charAt(0)
      let pattern = made.get(first)
      if (pattern === undefined) made.set(first, (pattern = make(first)))
      return pattern?.exec(text)?.[0] ?? null
    },
  }
}

/** The signs that a text may begin with where the pattern is found at its start. Null: that is not known. */
type Firsts = string | null

/** Of a part of a pattern. `empty`: it may be found without taking a sign, so that what comes after it may begin the text. */
interface Part {
  firsts: Firsts
  empty: boolean
}

const NOTHING: Part = { firsts: '', empty: true }
const ANYTHING: Part = { firsts: null, empty: false }

/** A sign for itself that must be there. Nearly all alternatives begin so, and nothing else of them is looked at. */
const LETTER_FIRST = /^[^\\^$.|?*+()[\]{}](?![?*{])/

function firstsOf(source: string): Firsts {
  if (LETTER_FIRST.test(source)) return source.charAt(0)
  const { firsts, empty } = partOf(source)
  return empty ? null : firsts
}

function partOf(source: string): Part {
  const parts = alternativesIn(source).map(sequence)
  return { firsts: union(parts.map(({ firsts }) => firsts)), empty: parts.some(({ empty }) => empty) }
}

function sequence(source: string): Part {
  const firsts: Firsts[] = []
  for (let at = 0; at < source.length;) {
    const end = endOfAtom(source, at)
    const quantifier = /^(?:[?*+]|\{\d+,?\d*\})\??/.exec(source.slice(end))?.[0] ?? ''
    const part = atom(source.slice(at, end))
    firsts.push(part.firsts)
    if (!part.empty && !/^(?:[?*]|\{0)/.test(quantifier)) return { firsts: union(firsts), empty: false }
    at = end + quantifier.length
  }
  return { firsts: union(firsts), empty: true }
}

function atom(source: string): Part {
  // What only looks takes no sign: the rest must begin the text all the same.
  if (/^\(\?<?[=!]/.test(source) || source === '\\b' || source === '^') return NOTHING
  if (source.startsWith('(')) return partOf(source.slice(source.startsWith('(?:') ? 3 : 1, -1))
  if (source.startsWith('[')) return classOf(source.slice(1, -1))
  if (source.startsWith('\\')) return /^\\[^A-Za-z0-9]$/.test(source) ? letters(source.charAt(1)) : ANYTHING
  return source === '.' || source === '$' ? ANYTHING : letters(source)
}

/** Only one that lists its signs. */
function classOf(inner: string): Part {
  return /[\\^-]/.test(inner) ? ANYTHING : letters(inner)
}

function letters(text: string): Part {
  return { firsts: text, empty: false }
}

function union(all: readonly Firsts[]): Firsts {
  return all.includes(null) ? null : all.join('')
}

/** Split at the `|` that stand in no group. */
function alternativesIn(source: string): string[] {
  if (!source.includes('|')) return [source]
  const cuts = [-1]
  let depth = 0
  for (let at = 0; at < source.length;) {
    const sign = source.charAt(at)
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (sign === '|' && depth === 0) cuts.push(at)
    at = sign === '\\' ? at + 2 : sign === '[' ? endOfClass(source, at) : at + 1
  }
  return cuts.map((cut, i) => source.slice(cut + 1, cuts[i + 1]))
}

function endOfAtom(source: string, at: number): number {
  const sign = source.charAt(at)
  if (sign === '\\') return at + 2
  if (sign === '[') return endOfClass(source, at)
  if (sign !== '(') return at + 1
  let end = at + 1
  while (end < source.length && source.charAt(end) !== ')') end = endOfAtom(source, end)
  return end + 1
}

function endOfClass(source: string, at: number): number {
  let end = at + 1
  while (end < source.length && source.charAt(end) !== ']') end += source.charAt(end) === '\\' ? 2 : 1
  return end + 1
}
