/**
 * The contract of a layout: a file format that people already keep their checkpoints in. Pure: texts in, edits out. Reading,
 * locking and writing are the applier's work (store/views/views.ts).
 */
import type { NamePolicy } from '../core/choose/name.js'
import type { Finding } from '../core/choose/quality.js'
import type { Entry } from '../core/entry/entry.js'
import type { Abilities } from './abilities.js'
import type { Edit, Scan, TextFile } from './files.js'
import type { LayoutId } from './registry.js'

export type { BrokenFile, Document, Edit, Scan, TextFile } from './files.js'
export type { LayoutId } from './registry.js'

/** What an edit may depend on besides the entry. */
export interface PublishContext {
  nowMs: number
  /** Minutes east of UTC, for local dates. */
  offsetMinutes: number
  /** Why an autosave was made: "context 72 %", "goodnight". */
  reason?: string
  userHome: string
}

export interface Layout<Id extends string = LayoutId> extends Abilities {
  id: Id
  /** Where its files lie: in the agent's memory folder, outside every repository, or in the worktree. */
  base: 'memory' | 'worktree'
  /** The folders below the base whose files it wants; '' is the base itself, `*` stands for one folder of any name. */
  folders: readonly string[]
  /** The folders below the base whose files its abilities read besides, however deep they lie. */
  reads?: readonly string[]
  /** Which of the files in them are its own, by their path. */
  takes(path: string): boolean
  /** Where another layout has files of the same names: whether this one is in the form of this layout. */
  recognises?(file: TextFile): boolean
  policy: Policy
  /** Whoever removes a file of it by hand has deleted the checkpoint. In the agent's memory that is so in any case. */
  removedIsCleared?: true
  /** Which autosaves its files are to say, by why they were made; absent: all that it has a place for. */
  autosaves?(reason: string | undefined): boolean
  messages: Messages
  scan(files: readonly TextFile[]): Scan
  /** What makes the files say what the entry says. Nothing where they already do. */
  publish(entry: Entry, files: readonly TextFile[], context: PublishContext): Edit[]
  /** What takes the workstream out of the files: undoes publish. `label`: what it is called, where its folder cannot be. */
  retract(name: string, files: readonly TextFile[], label?: string): Edit[]
}

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

/** The words each layout answers with. Exact where its document gives them. */
export interface Messages {
  saved(facts: SavedFacts): string
  cleared(names: readonly string[], all: boolean): string
  /** The layout's own head of a briefing; null where dogear's briefing stands for it. */
  resumed(facts: ResumedFacts): string | null
}

export type Asked = 'task' | 'decision' | 'next'

/** What the layouts do differently, as data. The use cases read it; nobody asks which layout it is. */
export interface Policy {
  /** What resume does with the checkpoint: leave it, take it off the list, or ask first whether to go on. */
  onResume: 'keep' | 'consume' | 'confirm'
  /** What a save does to a name that exists: continue it, ask first, or always add a file of its own. */
  onExisting: 'continue' | 'ask' | 'append'
  /** What resume does without a name where there are several: take the nearest, or have one picked. */
  several: 'nearest' | 'ask'
  /** What a save has to say, in this order: what nobody stated and nothing shows is asked for. */
  asks: readonly Asked[]
  /** What its document has no place for, and nobody misses in a save. */
  lacks?: readonly Finding['field'][]
  /** Who names a save: see NamePolicy. */
  naming: NamePolicy
  /** What the words behind a bare `/checkpoint` are: the name, or what the user is at. Absent: the name. */
  freeWords?: 'intent'
  /** A save without a name that comes on another branch than the last one of its session is for that branch. Absent: it stays. */
  unnamed?: 'branch'
  /** In which of the known forms save, resume and clear answer. */
  answer: 'dogear' | 'advice' | 'line' | 'confirmation' | 'banner' | 'report'
  /** What resume says where there is nothing. */
  none: string
  /** A briefing begins with what failed. */
  failedFirst?: true
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
