/** The five layouts, in the order in which they are looked for. */
import { decisionLog } from './decision-log/layout.js'
import type { Layout, LayoutId } from './layout.js'
import { namedCheckpoints } from './named-checkpoints/layout.js'
import { quoin } from './quoin/layout.js'
import { sessionCheckpoint } from './session-checkpoint/layout.js'
import { sessionContinuity } from './session-continuity/layout.js'

export const LAYOUTS: readonly Layout[] = [namedCheckpoints, sessionCheckpoint, sessionContinuity, decisionLog, quoin]

export function layoutNamed(id: LayoutId): Layout {
  return LAYOUTS.find((layout) => layout.id === id) as Layout
}
