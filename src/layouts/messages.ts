/** The words each layout answers with. Exact where its document gives them. */
import type { Entry } from '../core/entry/entry.js'

export interface SavedFacts {
  entry: Entry
  /** The layout's file, as the answer names it. */
  file: string
  /** The second file, where there is one: the pending-restore sentinel. */
  sentinel?: string
}

/** Stale: the paths of the checkpoint that are missing or changed, each with what is wrong. */
export interface ResumedFacts {
  entry: Entry
  nowMs: number
  stale: readonly string[]
  currentBranch?: string
}

export interface Messages {
  saved(facts: SavedFacts): string
  cleared(names: readonly string[], all: boolean): string
  /** The layout's own head of a briefing; null where dogear's briefing stands for it. */
  resumed(facts: ResumedFacts): string | null
}
