/**
 * A JSON object on one line that can tell whether it is whole: `{"check":"<14 hex>",…}`. For logs and queues, where a torn
 * or flipped record must be noticed cheaply; the hash guards against accidents, not against forgery.
 */

const SEALED = /^\{"check":"([0-9a-f]{14})",([^]*\})$/

export function sealRecord(record: object): string {
  const json = JSON.stringify(record)
  return `{"check":"${hash53(json)}",${json.slice(1)}`
}

/** Null: torn, altered, or not a sealed record. */
export function openRecord(line: string): Record<string, unknown> | null {
  const match = SEALED.exec(line)
  const json = match && `{${match[2]}`
  if (!json || hash53(json) !== match[1]) return null
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return null
  }
}

/** cyrb53: two 32-bit multiplicative hashes, mixed. */
export function hash53(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  const mixedHigh = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3266489909)
  return (4294967296 * (2097151 & mixedLow) + (mixedHigh >>> 0)).toString(16).padStart(14, '0')
}
