/** A checkpoint's JSON: the names in it, and how it is read. */

// The names in a checkpoint's JSON.

export const KEYS = ['timestamp', 'summary', 'decisions', 'next_action', 'blockers', 'context'] as const
export const CONTEXT_KEYS = ['active_plan', 'active_plan_stage', 'active_tdd_phase', 'files_in_progress'] as const
/** What the schema has no place for and a reader needs: the workstream, and which plan the entry itself names. */
export const OWN_KEY = 'dogear'
/** Under which an entry keeps the keys that nobody knows. */
export const EXTRA_KEY = 'decision-log'
/** Between the task and where it was left, in the summary. */
export const LEFT_OFF = ' — left off: '
export const TDD_PHASE = 'TDD phase'

export type Json = Record<string, unknown>

/** As deep as a value of an entry may be, with room for what is put around it. */
const DEEPEST = 24
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** The object in the text, or what is wrong with it. */
export function parseObject(text: string): Json | string {
  if (text.trim() === '') return 'is empty'
  if (text.includes('\0')) return 'is not text: it has NUL characters'
  if (depthOf(text) > DEEPEST) return `is nested more than ${DEEPEST} deep`
  const value = parseJson(text)
  if (value === undefined) return 'is not complete JSON'
  if (!isObject(value)) return 'is not a JSON object'
  return findHarm(value) ?? value
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function without(object: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

function parseJson(text: string): unknown {
  try {
    // There is no way to write -0 that another program would keep.
    return JSON.parse(text, (_key, value: unknown) => (Object.is(value, -0) ? 0 : value))
  } catch {
    return undefined
  }
}

function findHarm(value: unknown): string | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'has a number that is too large'
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) return `has the key ${key}, which is not allowed`
    const harm = findHarm(inner)
    if (harm !== null) return harm
  }
  return null
}

/** Before JSON.parse sees it. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"') isInString = !isInString
    else if (isInString) i += char === '\\' ? 1 : 0
    else if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === '}') depth--
  }
  return deepest
}
