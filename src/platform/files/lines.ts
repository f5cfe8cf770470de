/** A file of lines, one after the other, however long it is: held is one piece of it and the line that is asked for. */
import { closeSync } from 'node:fs'
import { guarded, openRegular, readInto } from './raw-io.js'

const PIECE = 256 * 1024
const NEWLINE = 10

/** Without their line ends; the last one too where it has none. Nothing where there is no such file. Links are not followed. */
export function* linesOf(path: string, maxBytes: number): Generator<string> {
  const opened = guarded(`cannot read ${path}`, () => openRegular(path, maxBytes))
  if (!opened) return
  const { fd, size } = opened
  try {
    let piece = Buffer.allocUnsafeSlow(Math.min(PIECE, size + 1))
    let kept = 0
    for (let at = 0; ;) {
      const count = guarded(`cannot read ${path}`, () => readInto(fd, piece.subarray(kept), at))
      at += count
      const filled = piece.subarray(0, kept + count)
      let start = 0
      for (let end = filled.indexOf(NEWLINE); end >= 0; end = filled.indexOf(NEWLINE, start)) {
        yield filled.toString('utf8', start, end)
        start = end + 1
      }
      if (filled.length < piece.length) {
        if (start < filled.length) yield filled.toString('utf8', start)
        return
      }
      kept = filled.length - start
      // A line that is longer than the piece makes it longer.
      const next = start > 0 ? piece : Buffer.allocUnsafeSlow(piece.length * 2)
      filled.copy(next, 0, start)
      piece = next
    }
  } finally {
    closeSync(fd)
  }
}
