/** What of the batches of a device is wanted. */
import type { Sealed } from '../core/sync/record.js'

/** Of batches that are named by their first number: those that may hold what is wanted. A batch ends before the next begins. */
export function wantedBatches<T extends { first: number }>(
  batches: readonly T[],
  known: { to: number; missing: readonly number[] } | undefined,
): T[] {
  if (!known) return [...batches]
  return batches.filter(({ first }, at) => {
    const end = batches[at + 1]?.first ?? Infinity
    return end > known.to + 1 || known.missing.some((seq) => first <= seq && seq < end)
  })
}

export function isWantedOf(known: { to: number; missing: readonly number[] } | undefined): (record: Sealed) => boolean {
  const missing = new Set(known?.missing)
  return ({ seq }) => seq > (known?.to ?? 0) || missing.has(seq)
}
