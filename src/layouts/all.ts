/** The layouts themselves, in the order of their manifests. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import { layout as decisionLog } from './decision-log/layout.js'
import type { Layout } from './layout.js'
import { layout as namedCheckpoints } from './named-checkpoints/layout.js'
import { layout as quoin } from './quoin/layout.js'
import { LAYOUT_IDS, type LayoutId } from './registry.js'
import { layout as sessionCheckpoint } from './session-checkpoint/layout.js'
import { layout as sessionContinuity } from './session-continuity/layout.js'

const FOUND: readonly Layout[] = [decisionLog, namedCheckpoints, quoin, sessionCheckpoint, sessionContinuity]

export const LAYOUTS: readonly Layout[] = LAYOUT_IDS.map(layoutNamed)

export function layoutNamed(id: LayoutId): Layout {
  return FOUND.find((layout) => layout.id === id) as Layout
}
