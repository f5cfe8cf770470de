/** The sample files of all layouts, for the tests. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import { samples as decisionLog } from './decision-log/samples.js'
import { samples as namedCheckpoints } from './named-checkpoints/samples.js'
import { samples as quoin } from './quoin/samples.js'
import type { LayoutId } from './registry.js'
import type { LayoutSamples } from './samples.js'
import { samples as sessionCheckpoint } from './session-checkpoint/samples.js'
import { samples as sessionContinuity } from './session-continuity/samples.js'

export const SAMPLES: Readonly<Record<LayoutId, LayoutSamples>> = {
  'decision-log': decisionLog,
  'named-checkpoints': namedCheckpoints,
  quoin,
  'session-checkpoint': sessionCheckpoint,
  'session-continuity': sessionContinuity,
}
