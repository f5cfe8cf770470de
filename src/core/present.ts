/** The object without the keys that are undefined: an absent fact is an absent key. */
export function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const found: Partial<T> = {}
  for (const key in value) if (value[key] !== undefined) found[key] = value[key]
  return found as T
}
