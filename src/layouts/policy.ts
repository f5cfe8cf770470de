/**
 * What the five systems do differently, as data. The use cases read it; nobody asks which layout it is.
 */
import type { NamePolicy } from '../core/choose/name.js'

export type Asked = 'task' | 'decision' | 'next'

export interface Policy {
  /** What resume does with the checkpoint: leave it, take it off the list, or ask first whether to go on. */
  onResume: 'keep' | 'consume' | 'confirm'
  /** What a save does to a name that exists: continue it, ask first, or always add a file of its own. */
  onExisting: 'continue' | 'ask' | 'append'
  /** What resume does without a name where there are several: take the nearest, or have one picked. */
  several: 'nearest' | 'ask'
  /** What a save has to say, in this order: what nobody stated and nothing shows is asked for. */
  asks: readonly Asked[]
  /** Who names a save: see NamePolicy. */
  naming: NamePolicy
  /** In which of the known forms save, resume and clear answer. */
  answer: 'dogear' | 'advice' | 'line' | 'confirmation' | 'banner' | 'report'
  /** What resume says where there is nothing. */
  none: string
}

/** dogear's own way, where no layout is used. */
export const OWN_POLICY: Policy = {
  onResume: 'keep',
  onExisting: 'continue',
  several: 'nearest',
  asks: [],
  naming: 'lower',
  answer: 'dogear',
  none: 'No checkpoints found.',
}
