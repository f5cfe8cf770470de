/** Whether the next record of a device continues what is known of it. */
import type { Header } from './record.js'

/** How far a device's chain is known: the last record that was followed. */
export interface Tip {
  seq: number
  /** The hash of its header line. */
  tip: string
}

export const NO_TIP: Tip = { seq: 0, tip: '' }

export type Verdict =
  | 'next'
  /** It was followed already. */
  | 'known'
  /** Something between is missing: withheld, or not yet arrived. */
  | 'gap'
  /** The device has signed two histories, or somebody rewrote one. */
  | 'fork'

/** `hashOf`: of a record that was followed, by its number; undefined where that is not kept. */
export function judgeNext(
  { seq, prev }: Pick<Header, 'seq' | 'prev'>,
  tip: string,
  known: Tip,
  hashOf: (seq: number) => string | undefined,
): Verdict {
  if (seq > known.seq + 1) return 'gap'
  if (seq === known.seq + 1) return prev === known.tip ? 'next' : 'fork'
  return hashOf(seq) === tip ? 'known' : 'fork'
}
