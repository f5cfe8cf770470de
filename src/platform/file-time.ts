/** The time of a file, for systems that tell by it when something was saved. */
import { utimesSync } from 'node:fs'

/** Best effort: a file on a disk that keeps no such time is right in all else. */
export function setFileTime(path: string, ms: number): void {
  // Half a millisecond more, because seconds as a fraction may come out a little lower than they were.
  const seconds = (ms + 0.5) / 1000
  try {
    utimesSync(path, seconds, seconds)
  } catch {
    // See above.
  }
}
