/** The names of the layouts, without their code: flags and settings need no more. */
import type { LayoutId } from './layout.js'

export const LAYOUT_IDS: readonly LayoutId[] = [
  'named-checkpoints',
  'session-checkpoint',
  'session-continuity',
  'decision-log',
  'quoin',
]
