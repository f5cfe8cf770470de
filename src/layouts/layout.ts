/**
 * The contract of a layout: a file format that people already keep their checkpoints in. Pure: texts in, edits out. Reading,
 * locking and writing are the applier's work (store/views/views.ts).
 */
import type { Entry } from '../core/entry/entry.js'
import type { Abilities } from './abilities.js'
import type { Edit, Scan, TextFile } from './files.js'
import type { Messages } from './messages.js'
import type { Policy } from './policy.js'
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
  /** Which of the files in them are its own, by their path. */
  takes(path: string): boolean
  /** Where another layout has files of the same names: whether this one is in the form of this layout. */
  recognises?(file: TextFile): boolean
  policy: Policy
  messages: Messages
  scan(files: readonly TextFile[]): Scan
  /** What makes the files say what the entry says. Nothing where they already do. */
  publish(entry: Entry, files: readonly TextFile[], context: PublishContext): Edit[]
  /** What takes the workstream out of the files: undoes publish. */
  retract(name: string, files: readonly TextFile[]): Edit[]
}
