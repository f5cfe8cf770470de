/** JSON from somebody else's file: refused before it can do harm, with a sentence that says why. */

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
