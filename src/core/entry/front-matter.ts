/**
 * The block of machine facts at the top of an entry: flat lines `key: <JSON value>` between two lines `---`.
 * Not YAML: no anchors, tags or block scalars, so there is nothing to expand and nothing to run. A value that is not
 * JSON is taken as plain text, because people write `name: auth`.
 */
import { DogearError } from '../errors.js'
import { MAX_ENTRY_BYTES } from './seal.js'
import { excerpt, hasMoreLinesThan, isLongerThan, tidyChars, jsonDepth } from '../text/text.js'

const MAX_ENTRY_LINES = 50_000
const MAX_KEYS = 200
/** Blank lines and comments included. */
const MAX_LINES = 1000
const MAX_DEPTH = 32
const KEY = /^[a-z][a-zA-Z0-9_-]{0,63}$/
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const EXAMPLE = 'name: "auth-refactor"'

const YAML_ONLY: Record<string, string> = {
  '&': 'a YAML anchor',
  '*': 'a YAML alias',
  '!': 'a YAML tag',
  '|': 'a YAML block scalar',
  '>': 'a YAML block scalar',
  '%': 'a YAML directive',
  '@': 'a reserved YAML character',
  '`': 'a reserved YAML character',
}

export interface Pair {
  value: unknown
  /** As written, for values that are text although they look like a number. */
  raw: string
  line: number
}

export interface FrontMatter {
  pairs: Map<string, Pair>
  body: string
}

export function parseFrontMatter(source: string): FrontMatter {
  checkSize(source, MAX_ENTRY_BYTES)
  const text = tidyChars(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source)
  const pairs = new Map<string, Pair>()
  let at = endOfOpening(text)
  for (let line = 2; ; line++) {
    const end = text.indexOf('\n', at)
    const content = text.slice(at, end < 0 ? undefined : end).trimEnd()
    if (content === '---') return { pairs, body: end < 0 ? '' : text.slice(end + 1) }
    if (end < 0) throw refuse(line, 'the front matter is not closed', 'a line --- after the last key')
    if (line > MAX_LINES) throw refuse(line, `the front matter has more than ${MAX_LINES} lines`, 'fewer lines')
    addPair(pairs, content, line)
    at = end + 1
  }
}

/** Keys with an undefined value are left out. Refuses what `parseFrontMatter` would refuse. */
export function printFrontMatter(pairs: readonly (readonly [string, unknown])[]): string {
  let out = '---\n'
  // The check line is not ours to print: see seal.ts.
  const taken = new Set(['check'])
  for (const [key, value] of pairs) {
    if (value === undefined) continue
    if (!KEY.test(key) || FORBIDDEN.has(key) || taken.has(key) || taken.size > MAX_KEYS - 1) throw badKey(key)
    taken.add(key)
    out += `${key}: ${printValue(value, 0)}\n`
  }
  return `${out}---\n`
}

export function refuse(line: number, problem: string, expected: string, example: string = EXAMPLE): DogearError {
  return new DogearError('bad-entry', `Line ${line}: ${problem}.`, { expected: `${expected}, for example: ${example}` })
}

/** Lines are limited too, because each costs more time than its bytes. */
export function checkSize(text: string, maxBytes: number): void {
  const isLong = isLongerThan(text, maxBytes)
  if (!isLong && !hasMoreLinesThan(text, MAX_ENTRY_LINES)) return
  const limit = isLong ? `larger than ${MAX_ENTRY_BYTES} bytes` : `longer than ${MAX_ENTRY_LINES} lines`
  throw new DogearError('too-big', `The entry is ${limit}.`, {
    expected: 'a short account of where the work stands',
    next: 'Leave out what the repository already holds; name the files instead.',
  })
}

function endOfOpening(text: string): number {
  const end = text.indexOf('\n')
  const first = text.slice(0, end < 0 ? undefined : end).trimEnd()
  const expected = 'the line --- before the keys'
  const example = '--- / dogear: 1 / … / ---'
  if (first.startsWith('---') && first.length > 3) {
    throw refuse(1, `${excerpt(first)} asks for executable front matter, which is never read`, expected, example)
  }
  if (first !== '---') throw refuse(1, 'the file does not begin with front matter', expected, example)
  return end < 0 ? text.length : end + 1
}

function addPair(pairs: Map<string, Pair>, content: string, line: number): void {
  if (content === '' || content.startsWith('#')) return
  const colon = content.indexOf(':')
  const key = content.slice(0, colon < 0 ? undefined : colon)
  if (FORBIDDEN.has(key.trim())) throw refuse(line, `the key ${key.trim()} is not allowed`, 'a plain key')
  if (colon < 0 || !KEY.test(key)) throw refuseLine(content, line)
  if (colon + 1 < content.length && content[colon + 1] !== ' ') throw refuseLine(content, line)
  if (pairs.has(key)) throw refuse(line, `the key ${key} is there twice`, 'every key once')
  if (pairs.size >= MAX_KEYS) throw refuse(line, `there are more than ${MAX_KEYS} keys`, 'fewer keys')
  const raw = content.slice(colon + 1).trim()
  pairs.set(key, { value: parseValue(raw, key, line), raw, line })
}

function refuseLine(content: string, line: number): DogearError {
  const problem = `${excerpt(content)} is not a key with a value`
  if (!/^[\s-]/.test(content)) return refuse(line, problem, 'a key in lower case, a colon, a space and the value')
  return refuse(line, problem, 'lists and nested values as JSON on one line', 'parents: ["a", "b"]')
}

function parseValue(raw: string, key: string, line: number): unknown {
  const first = raw[0]
  if (first === undefined) return null
  if (Object.hasOwn(YAML_ONLY, first)) {
    throw refuse(
      line,
      `the value of ${key} begins with ${YAML_ONLY[first]}`,
      'JSON or plain text',
      `${key}: "${first}…"`,
    )
  }
  if (first === "'" && raw.length > 1 && raw.endsWith("'")) return raw.slice(1, -1).replaceAll("''", "'")
  const isNested = first === '[' || first === '{'
  if (isNested && mayBeDeep(raw) && jsonDepth(raw) > MAX_DEPTH) {
    throw refuse(line, `the value of ${key} is nested more than ${MAX_DEPTH} deep`, 'a flat value')
  }
  const value = parseJson(raw)
  if (value === undefined) {
    if (!isNested && first !== '"') return raw
    throw refuse(
      line,
      `the value of ${key} is not complete JSON`,
      'JSON on one line',
      `${key}: ${isNested ? '["a"]' : '"a"'}`,
    )
  }
  checkValue(value, key, line)
  return value
}

function parseJson(raw: string): unknown {
  if (PLAIN_TEXT.test(raw)) return raw.slice(1, -1)
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** Nearly every value is one: what stands between the quotes means itself. */
const PLAIN_TEXT = /^"[^"\\\x00-\x1f]*"$/

/** Nearly never. Counting all brackets is quick, also those inside texts. */
function mayBeDeep(raw: string): boolean {
  return raw.split('[').length + raw.split('{').length > MAX_DEPTH
}

function checkValue(value: unknown, key: string, line: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw refuse(line, `a number in ${key} is too large`, 'a number JSON can hold', `${key}: 1`)
  }
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.keys(value)) {
    if (FORBIDDEN.has(inner)) throw refuse(line, `the key ${inner} inside ${key} is not allowed`, 'a plain key')
    checkValue((value as Record<string, unknown>)[inner], key, line)
  }
}

/** JSON with a space after each comma and colon: people read this. */
function printValue(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null')
  if (depth >= MAX_DEPTH) throw new DogearError('bad-entry', `A value is nested more than ${MAX_DEPTH} deep.`)
  if (Array.isArray(value)) return `[${value.map((item) => printValue(item, depth + 1)).join(', ')}]`
  const parts: string[] = []
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) throw badKey(key)
    if (inner !== undefined) parts.push(`${JSON.stringify(key)}: ${printValue(inner, depth + 1)}`)
  }
  return `{${parts.join(', ')}}`
}

function badKey(key: string): DogearError {
  return new DogearError('bad-entry', `The key ${excerpt(key)} cannot stand in an entry.`, {
    expected: `at most ${MAX_KEYS} different keys: a letter, then letters, digits, - or _, for example: ${EXAMPLE}`,
  })
}
