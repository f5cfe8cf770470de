/** Looking into JSON nobody promised the shape of. */

export type Json = Record<string, unknown>

export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function objectsOf(value: unknown): Json[] {
  return listOf(value).filter((one): one is Json => objectOf(one) !== undefined)
}

/** Undefined for what is no text, and for the empty one. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Without the keys that are undefined: an absent fact is an absent key. */
export function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {}
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key]
  return kept as T
}
