/** Records as they lie in files and on remotes: one after the other in a batch. */
import { type Sealed, splitBatch, splitRecord } from '../core/sync/record.js'
import { digest } from './keys.js'

/** No batch is longer (see app/sync/publish.ts); what is was not written by a device. */
export const MAX_BATCH_BYTES = 32_000_000

/** The records of a batch. What cannot be read ends it: it is half copied, or nobody's. */
export function sealedIn(batch: Uint8Array): Sealed[] {
  return splitBatch(batch).records.map(toSealed)
}

/** `bytes`: a whole record. */
function toSealed(bytes: Uint8Array): Sealed {
  const { header, line } = splitRecord(bytes) as NonNullable<ReturnType<typeof splitRecord>>
  const { device, seq, project, id, epoch } = header
  return { device, seq, project, id, epoch, tip: digest(line), bytes }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
