/**
 * The client writes its session file a moment after the fact. Where a turn ends because the service refused to answer,
 * that moment may not be over yet, and the last result would be missing.
 */
import { withinDeadline } from '../platform/deadline.js'
import { lookQuick } from '../platform/quick-file.js'

const QUIET_MS = 150
const MOST_LOOKS = 4

/** Returns when nothing was written to the file for a moment, or when that takes too long. */
export async function untilQuiet(path: string): Promise<void> {
  let before = lookQuick(path)
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await new Promise((done) => setTimeout(done, withinDeadline(QUIET_MS)))
    const now = lookQuick(path)
    if (now === before) return
    before = now
  }
}
