/**
 * Makes a line lean before JSON.parse sees it: long texts nobody uses are left out, others keep their ends. A tool's output
 * is most of a transcript, and a few of its first and last lines are all that is used.
 */
import { shortened } from './shorten.js'
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, MINUS, OPEN_LIST, OPEN_OBJECT, PLUS, QUOTE } from './skim.js'
import { countLines, isAt, skipColon, skipSpace, skipText, skipValue } from './skim.js'

/**
 * What becomes of a big value. `all`: it stays. `short`: a text keeps its ends, enough for `clip`. `lines`: `{"lines":N}`
 * takes the place of a text. `signs`: `{"added":N,"removed":N}` takes the place of the lines of a patch. A shape: of an object these keys, of a list each item, of a text what `text` says. What is
 * not wanted becomes null.
 */
export type Wanted = 'all' | 'short' | 'lines' | 'signs' | Shape

export interface Shape {
  keys?: Keys
  each?: Wanted
  text?: 'all' | 'short'
}

/** By length, first and last byte, so that no text is made of a key. */
export type Keys = ReadonlyMap<number, readonly Key[]>

interface Key {
  bytes: Buffer
  wanted: Wanted
}

interface Walk {
  bytes: Buffer
  /** Where the part begins that is not in `parts` yet. */
  kept: number
  parts: string[]
}

/** Smaller values stay as they are, whoever uses them: leaving them out costs more. */
const BIG = 200

export function keysOf(wanted: Record<string, Wanted>): Keys {
  const keys = new Map<number, Key[]>()
  for (const [name, one] of Object.entries(wanted)) {
    const bytes = Buffer.from(name)
    const code = codeOf(bytes, 0, bytes.length)
    keys.set(code, [...(keys.get(code) ?? []), { bytes, wanted: one }])
  }
  return keys
}

/**
 * JSON that says the same about everything the shape wants; null: damaged, or not sure. With `from` above 0, the members
 * of the outermost object before that byte are left out.
 */
export function leanText(bytes: Buffer, shape: Shape, from = 0): string | null {
  const walk: Walk = { bytes, kept: from, parts: from > 0 ? ['{'] : [] }
  const start = skipSpace(bytes, from)
  const end = from > 0 && shape.keys ? walkMembers(walk, start, shape.keys) : walkValue(walk, start, shape)
  if (end < 0 || skipSpace(bytes, end) !== bytes.length) return null
  walk.parts.push(bytes.toString('utf8', walk.kept))
  return walk.parts.length === 1 ? (walk.parts[0] ?? null) : walk.parts.join('')
}

/** The first byte behind the value, -1 if damaged. */
function walkValue(walk: Walk, from: number, wanted: Wanted | undefined): number {
  const { bytes } = walk
  const first = bytes[from]
  if (first === QUOTE) return walkText(walk, from, wanted)
  if (typeof wanted === 'object') {
    if (first === OPEN_OBJECT && wanted.keys) return walkMembers(walk, skipSpace(bytes, from + 1), wanted.keys)
    if (first === OPEN_LIST && wanted.each) return walkList(walk, from, wanted.each)
  }
  const end = skipValue(bytes, from)
  if (end - from <= BIG) return end
  if (wanted === undefined || typeof wanted === 'object') replace(walk, from, end, 'null')
  const signs = wanted === 'signs' ? countSigns(bytes, from) : null
  if (signs) replace(walk, from, end, signs)
  return end
}

/** Null: a line begins with an escape, or is no text. */
function countSigns(bytes: Buffer, from: number): string | null {
  let [added, removed] = [0, 0]
  for (
    let at = skipSpace(bytes, from + 1);
    bytes[at] !== CLOSE_LIST;
    at = nextItem(bytes, skipText(bytes, at), CLOSE_LIST)
  ) {
    if (bytes[at] !== QUOTE || bytes[at + 1] === BACKSLASH) return null
    if (bytes[at + 1] === PLUS) added++
    if (bytes[at + 1] === MINUS) removed++
  }
  return `{"added":${added},"removed":${removed}}`
}

function walkText(walk: Walk, from: number, wanted: Wanted | undefined): number {
  const end = skipText(walk.bytes, from)
  if (end - from <= BIG) return end
  const how = typeof wanted === 'object' ? wanted.text : wanted
  if (how === undefined) replace(walk, from, end, 'null')
  if (how === 'lines') replace(walk, from, end, `{"lines":${countLines(walk.bytes, from, end)}}`)
  const cut = how === 'short' ? shortened(walk.bytes, from, end) : null
  if (cut) replace(walk, cut.from, cut.end, '')
  return end
}

function walkMembers(walk: Walk, from: number, keys: Keys): number {
  const { bytes } = walk
  let at = from
  while (bytes[at] !== CLOSE_OBJECT) {
    const keyEnd = bytes[at] === QUOTE ? skipText(bytes, at) : -1
    const value = keyEnd < 0 ? -1 : skipColon(bytes, keyEnd)
    if (value < 0) return -1
    const end = walkMember(walk, keys, at + 1, keyEnd - 1, value)
    at = end < 0 ? -1 : nextItem(bytes, end, CLOSE_OBJECT)
    if (at < 0) return -1
  }
  return at + 1
}

/** The key is only looked up where it matters. */
function walkMember(walk: Walk, keys: Keys, key: number, keyEnd: number, value: number): number {
  const { bytes } = walk
  const first = bytes[value]
  if (first === OPEN_OBJECT || first === OPEN_LIST) return walkValue(walk, value, findKey(keys, bytes, key, keyEnd))
  const end = skipValue(bytes, value)
  if (end - value > BIG) walkText(walk, value, findKey(keys, bytes, key, keyEnd))
  return end
}

function walkList(walk: Walk, from: number, each: Wanted): number {
  const { bytes } = walk
  let at = skipSpace(bytes, from + 1)
  while (bytes[at] !== CLOSE_LIST) {
    const end = walkValue(walk, at, each)
    at = end < 0 ? -1 : nextItem(bytes, end, CLOSE_LIST)
    if (at < 0) return -1
  }
  return at + 1
}

/** The closing bracket, or the item behind a comma; -1: neither. */
function nextItem(bytes: Buffer, from: number, close: number): number {
  const at = skipSpace(bytes, from)
  if (bytes[at] === close) return at
  if (bytes[at] !== COMMA) return -1
  const item = skipSpace(bytes, at + 1)
  return bytes[item] === close ? -1 : item
}

function replace(walk: Walk, from: number, end: number, by: string): void {
  walk.parts.push(walk.bytes.toString('utf8', walk.kept, from), by)
  walk.kept = end
}

function findKey(keys: Keys, bytes: Buffer, from: number, end: number): Wanted | undefined {
  for (const key of keys.get(codeOf(bytes, from, end)) ?? []) if (isAt(bytes, from, key.bytes)) return key.wanted
  // A key with an escape in it may be a wanted one, spelled otherwise.
  return bytes.subarray(from, end).includes(BACKSLASH) ? 'all' : undefined
}

function codeOf(bytes: Buffer, from: number, end: number): number {
  return ((end - from) << 16) | ((bytes[from] ?? 0) << 8) | (bytes[end - 1] ?? 0)
}
