/** The manifests of all layouts, in their order. Their code is not loaded by this: see all.ts. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import { manifest as decisionLog } from './decision-log/manifest.js'
import type { LayoutManifest } from './manifest.js'
import { manifest as namedCheckpoints } from './named-checkpoints/manifest.js'
import { manifest as quoin } from './quoin/manifest.js'
import { manifest as sessionCheckpoint } from './session-checkpoint/manifest.js'
import { manifest as sessionContinuity } from './session-continuity/manifest.js'

export type LayoutId = 'decision-log' | 'named-checkpoints' | 'quoin' | 'session-checkpoint' | 'session-continuity'

const FOUND: readonly LayoutManifest<LayoutId>[] = [
  decisionLog,
  namedCheckpoints,
  quoin,
  sessionCheckpoint,
  sessionContinuity,
]

export const MANIFESTS: typeof FOUND = FOUND.toSorted((a, b) => a.order - b.order)
export const LAYOUT_IDS: readonly LayoutId[] = MANIFESTS.map(({ id }) => id)
