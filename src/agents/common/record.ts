/** One line into one record. */
import { objectOf } from './values.js'
import type { Json } from './values.js'

/** Null: malformed. */
export function parseRecord(line: Buffer | string): Json | null {
  try {
    return objectOf(JSON.parse(line.toString())) ?? null
  } catch {
    return null
  }
}

/** The first lines of a file that are whole records. The last line of `head` may be cut. */
export function recordsIn(head: string, most = 5): Json[] {
  return head
    .split('\n', most)
    .map(parseRecord)
    .filter((record) => record !== null)
}
