/** A checkpoint somebody wrote as JSON. Strict about keys, so that a misspelt one is not lost silently. */
import type { Decision, ExtraSection, Failed, Fields, FileRef, Item, Plan } from './entry.js'
import { DogearError } from './errors.js'
import type { SectionKey } from './sections.js'
import { SECTION_KEYS, SECTION_TITLES, sectionKey } from './sections.js'
import { excerpt } from './text.js'
import type { Written } from './written-items.js'
import { isNothing, parseDecision, parseFailed, parseFileNote, splitChoices } from './written-items.js'

type Json = Record<string, unknown>

const OTHER_KEYS = ['name', 'stage', 'plan', 'extraSections']
const ITEM_KEYS: Record<string, readonly string[]> = {
  failed: ['text', 'what', 'why', 'observed'],
  decisions: ['text', 'what', 'why', 'rejected', 'observed'],
  files: ['path', 'role', 'hash', 'bytes', 'observed'],
  plan: ['path', 'step', 'of'],
  extraSections: ['title', 'text'],
}
const PLAIN_ITEM = ['text', 'what', 'observed']

export function parseWrittenJson(text: string): Written {
  const written: Written = { fields: {}, extraSections: [] }
  for (const [key, value] of Object.entries(parseObject(text))) {
    const section = sectionKey(key) ?? SECTION_KEYS.find((one) => one === key) ?? null
    if (value === null) checkKnown(key, section)
    else if (section) setSection(written.fields, section, value)
    else setOther(written, key, value)
  }
  return written
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

function setSection(fields: Partial<Fields>, key: SectionKey, value: unknown): void {
  if (key === 'task' || key === 'next' || key === 'leftOff' || key === 'intent') {
    const item = proseFrom(key, value)
    if (item) fields[key] = item
  } else if (key === 'failed') fields.failed = listOf(value).flatMap(failedFrom)
  else if (key === 'decisions') fields.decisions = listOf(value).flatMap(decisionFrom)
  else if (key === 'files') fields.files = listOf(value).flatMap((file) => fileFrom(file, fields))
  else fields[key] = [...(fields[key] ?? []), ...listOf(value).flatMap((item) => itemFrom(key, item))]
}

function setOther(written: Written, key: string, value: unknown): void {
  if (key === 'name') written.name = textOf(key, value)
  else if (/^(?:current_?)?stage$/i.test(key)) written.fields.stage = textOf(key, value)
  else if (key === 'plan') written.fields.plan = planFrom(value)
  else if (key === 'extraSections') written.extraSections = listOf(value).map(extraFrom)
  else throw unknownKey(key, [...SECTION_KEYS, ...OTHER_KEYS], 'the checkpoint')
}

function checkKnown(key: string, section: SectionKey | null): void {
  if (section === null && !OTHER_KEYS.includes(key))
    throw unknownKey(key, [...SECTION_KEYS, ...OTHER_KEYS], 'the checkpoint')
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
  const text = typeof value === 'string' ? value : whatOf(key, objectOf(key, value, PLAIN_ITEM))
  return isNothing(text) ? [] : [{ text }]
}

export function failedFrom(value: unknown): Failed[] {
  if (typeof value === 'string') return isNothing(value) ? [] : [parseFailed(value)]
  const object = objectOf('failed', value, ITEM_KEYS.failed)
  const text = whatOf('failed', object)
  return isNothing(text) ? [] : [{ text, ...whyOf('failed', object) }]
}

export function decisionFrom(value: unknown): Decision[] {
  if (typeof value === 'string') return isNothing(value) ? [] : [parseDecision(value)]
  const object = objectOf('decisions', value, ITEM_KEYS.decisions)
  const text = whatOf('decisions', object)
  if (isNothing(text)) return []
  const rejected = object.rejected ?? []
  const choices =
    typeof rejected === 'string' ? splitChoices(rejected) : listOf(rejected).map((choice) => textOf('rejected', choice))
  return [{ text, ...whyOf('decisions', object), ...(choices.length > 0 && { rejected: choices }) }]
}

function fileFrom(value: unknown, fields: Partial<Fields>): FileRef[] {
  if (typeof value !== 'string') return [fileOf(objectOf('files', value, ITEM_KEYS.files))]
  if (isNothing(value)) return []
  const { file, note } = parseFileNote(value)
  if (note !== undefined) (fields.context ??= []).push({ text: note })
  return [file]
}

function fileOf(object: Json): FileRef {
  return {
    path: textOf('path in files', object.path),
    ...(object.role != null && { role: textOf('role in files', object.role) }),
    ...(object.hash != null && { hash: textOf('hash in files', object.hash) }),
    ...(object.bytes != null && { bytes: countOf('bytes in files', object.bytes) }),
  }
}

function planFrom(value: unknown): Plan {
  if (typeof value === 'string') return { path: value }
  const object = objectOf('plan', value, ITEM_KEYS.plan)
  return {
    path: textOf('path in plan', object.path),
    ...(object.step != null && { step: countOf('step in plan', object.step) }),
    ...(object.of != null && { of: countOf('of in plan', object.of) }),
  }
}

function extraFrom(value: unknown): ExtraSection {
  const object = objectOf('extraSections', value, ITEM_KEYS.extraSections)
  return { title: textOf('title in extraSections', object.title), text: textOf('text in extraSections', object.text) }
}

function whatOf(key: string, object: Json): string {
  return textOf(`text in ${key}`, object.text ?? object.what)
}

function whyOf(key: string, object: Json): { why?: string } {
  return object.why == null ? {} : { why: textOf(`why in ${key}`, object.why) }
}

function objectOf(key: string, value: unknown, known: readonly string[] = PLAIN_ITEM): Json {
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
  const found = value === undefined ? 'missing' : excerpt(JSON.stringify(value))
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
  const spelled = known.flatMap((word) =>
    [word, ...(SECTION_TITLES[word as SectionKey] ?? [])].map((form) => ({ word, form })),
  )
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
