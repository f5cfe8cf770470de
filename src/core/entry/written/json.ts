/** A checkpoint somebody wrote as JSON. Strict about keys, so that a misspelt one is not lost silently. */
import { DogearError } from '../../errors.js'
import { excerpt, shownValue } from '../../text/text.js'
import {
  addToField,
  ALL_FIELDS,
  type Decision,
  type ExtraSection,
  type Failed,
  type Field,
  type Fields,
  type FileRef,
  FRONT_FIELDS,
  type Held,
  type Item,
  type Plan,
  readField,
  SECTION_FIELDS,
} from '../entry.js'
import { type Shape, SHAPES } from '../fields.js'
import { fieldOfTitle } from '../sections.js'
import { isNothing, parseDecision, parseFailed, parseFileNote, splitChoices, type Written } from '../written-items.js'

type Json = Record<string, unknown>

export function parseWrittenJson(text: string): Written {
  const written: Written = { fields: {}, extraSections: [] }
  for (const [key, value] of Object.entries(parseObject(text))) {
    const field = fieldOfTitle(key) ?? ALL_FIELDS.find((one) => one.key === key)
    if (!field && key !== 'name' && key !== 'extraSections') throw unknownKey(key, knownKeys(), 'the checkpoint')
    if (value === null) continue
    if (field) addToField(written.fields, field, valueOf(field, value, written.fields))
    else if (key === 'name') written.name = textOf(key, value)
    else written.extraSections = listOf(value).map(extraFrom)
  }
  return written
}

function knownKeys(): string[] {
  return [...SECTION_FIELDS.map(({ key }) => key), 'name', ...FRONT_FIELDS.map(({ key }) => key), 'extraSections']
}

function parseObject(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (cause) {
    throw new DogearError('bad-input', `The JSON cannot be read: ${(cause as Error).message}.`, {
      expected: 'one object, for example: {"next": "run the auth tests", "done": ["signed cookies"]}',
      cause,
    })
  }
}

function valueOf(field: Field, value: unknown, fields: Partial<Fields>): Held[Shape] | null {
  const each = <T>(read: (one: unknown) => T[]): T[] => listOf(value).flatMap(read)
  return readField<Held[Shape] | null>(field, {
    prose: ({ key }) => proseFrom(key, value),
    line: ({ key }) => textOf(key, value),
    plan: ({ key }) => planFrom(key, value),
    items: ({ key }) => each((one) => itemFrom(key, one)),
    reasoned: ({ key }) => each((one) => failedFrom(key, one)),
    choices: ({ key }) => each((one) => decisionFrom(key, one)),
    files: ({ key }) => each((one) => fileFrom(key, one, fields)),
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** Several lines may come as a list. */
function proseFrom(key: string, value: unknown): Item | null {
  const text = Array.isArray(value) ? value.map((line) => textOf(key, line)).join('\n') : itemFrom(key, value)[0]?.text
  return text === undefined || isNothing(text) ? null : { text }
}

/** `observed` is let in and dropped: what a caller says is stated, whatever it claims. */
function itemFrom(key: string, value: unknown): Item[] {
  const text = typeof value === 'string' ? value : whatOf(key, objectOf(key, value, partsOf('items')))
  return isNothing(text) ? [] : [{ text }]
}

export function failedFrom(key: string, value: unknown): Failed[] {
  if (typeof value === 'string') return isNothing(value) ? [] : [parseFailed(value)]
  const object = objectOf(key, value, partsOf('reasoned'))
  const text = whatOf(key, object)
  return isNothing(text) ? [] : [{ text, ...whyOf(key, object) }]
}

export function decisionFrom(key: string, value: unknown): Decision[] {
  if (typeof value === 'string') return isNothing(value) ? [] : [parseDecision(value)]
  const object = objectOf(key, value, partsOf('choices'))
  const text = whatOf(key, object)
  if (isNothing(text)) return []
  const rejected = object.rejected ?? []
  const choices =
    typeof rejected === 'string' ? splitChoices(rejected) : listOf(rejected).map((choice) => textOf('rejected', choice))
  return [{ text, ...whyOf(key, object), ...(choices.length > 0 && { rejected: choices }) }]
}

function fileFrom(key: string, value: unknown, fields: Partial<Fields>): FileRef[] {
  if (typeof value !== 'string') return [fileOf(key, objectOf(key, value, partsOf('files')))]
  if (isNothing(value)) return []
  const { file, note } = parseFileNote(value)
  if (note !== undefined) (fields.context ??= []).push({ text: note })
  return [file]
}

function fileOf(key: string, object: Json): FileRef {
  return {
    path: textOf(`path in ${key}`, object.path),
    ...(object.role != null && { role: textOf(`role in ${key}`, object.role) }),
    ...(object.hash != null && { hash: textOf(`hash in ${key}`, object.hash) }),
    ...(object.bytes != null && { bytes: countOf(`bytes in ${key}`, object.bytes) }),
  }
}

function planFrom(key: string, value: unknown): Plan {
  if (typeof value === 'string') return { path: value }
  const object = objectOf(key, value, partsOf('plan'))
  return {
    path: textOf(`path in ${key}`, object.path),
    ...(object.step != null && { step: countOf(`step in ${key}`, object.step) }),
    ...(object.of != null && { of: countOf(`of in ${key}`, object.of) }),
  }
}

function extraFrom(value: unknown): ExtraSection {
  const object = objectOf('extraSections', value, ['title', 'text'])
  return { title: textOf('title in extraSections', object.title), text: textOf('text in extraSections', object.text) }
}

function whatOf(key: string, object: Json): string {
  return textOf(`text in ${key}`, object.text ?? object.what)
}

function whyOf(key: string, object: Json): { why?: string } {
  return object.why == null ? {} : { why: textOf(`why in ${key}`, object.why) }
}

/** Callers may say `what` for the text. */
function partsOf(shape: Shape): string[] {
  return SHAPES[shape].parts.flatMap((part) => (part === 'text' ? [part, 'what'] : [part]))
}

function objectOf(key: string, value: unknown, known: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType(key, 'text or an object', value)
  for (const inner of Object.keys(value))
    if (!known.includes(inner)) throw unknownKey(inner, known, `an item of ${key}`)
  return value as Json
}

function textOf(key: string, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(key, 'text', value)
  return value
}

function countOf(key: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrongType(key, 'a whole number', value)
  return value as number
}

function wrongType(key: string, expected: string, value: unknown): DogearError {
  const found = value === undefined ? 'missing' : excerpt(shownValue(value))
  return new DogearError('bad-input', `In the JSON, ${key} should be ${expected} and is ${found}.`, {
    expected: `${expected}, for example: {"done": ["signed cookies"], "failed": [{"what": "jose", "why": "no ESM build"}]}`,
  })
}

function unknownKey(key: string, known: readonly string[], place: string): DogearError {
  const near = nearestKey(key, known)
  return new DogearError('bad-input', `The JSON key ${excerpt(key)} is not known in ${place}.`, {
    expected: `one of ${known.join(', ')}`,
    ...(near !== undefined && { next: `Did you mean ${near}?` }),
  })
}

/** The key that shares most pairs of neighbouring letters, if that is about half of them. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const wanted = letterPairs(key.slice(0, 64))
  const spelled = known.flatMap((word) => {
    const titles = ALL_FIELDS.find((field) => field.key === word)?.titles ?? []
    return [word, ...titles].map((form) => ({ word, form }))
  })
  const scored = spelled.map(({ word, form }) => {
    const pairs = letterPairs(form)
    const shared = pairs.filter((pair) => wanted.includes(pair)).length
    return { word, score: (2 * shared) / Math.max(1, pairs.length + wanted.length) }
  })
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score >= 0.45 ? best.word : undefined
}

function letterPairs(word: string): string[] {
  const lower = word.toLowerCase().replace(/[ _-]/g, '')
  return Array.from({ length: Math.max(0, lower.length - 1) }, (_, i) => lower.slice(i, i + 2))
}
