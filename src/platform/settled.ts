/** Reading a file that another program may be writing in place: it is empty from the opening to the first write. */
import { readRegular } from './read-file.js'
import { statIfThere } from './publish.js'

const NAP_MS = 5
const MOST_NAPS = 40
const FRESH_MS = 1000

/** Null: not there. An empty file that was touched just now is given a moment to be filled. */
export function readSettled(path: string, maxBytes: number): Uint8Array | null {
  for (let nap = 0; ; nap++) {
    const bytes = readRegular(path, maxBytes)
    if (bytes === null || bytes.length > 0 || nap === MOST_NAPS || !isFresh(path)) return bytes
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS)
  }
}

function isFresh(path: string): boolean {
  const stat = statIfThere(path)
  return stat !== undefined && Math.abs(Date.now() - Number(stat.mtimeNs / 1_000_000n)) < FRESH_MS
}
