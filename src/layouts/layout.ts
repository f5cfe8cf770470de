/**
 * The contract of a layout: one of the five file formats people already use. Pure: texts in, edits out. Reading,
 * locking and writing are the applier's work (store/views.ts).
 */
import type { By, Entry, ExtraSection, Fields, Lane } from '../core/entry.js'
import type { Messages } from './messages.js'
import type { Policy } from './policy.js'
import type { LayoutId } from './registry.js'

export type { LayoutId } from './registry.js'

/** A file below the layout's base. The path is relative to it, with forward slashes. */
export interface TextFile {
  path: string
  text: string
  mtimeMs: number
}

/** What one file of a layout says, in dogear's words. Everything in it counts as stated. */
export interface Document {
  /** The workstream. */
  name: string
  path: string
  lane: Lane
  /** When it was saved, as the file says, else when the file was written. */
  savedMs: number
  /** Minutes east of UTC, where the file says so. */
  offsetMinutes?: number
  branch?: string
  by?: By
  fields: Fields
  /** Keys and sections the layout does not know. They survive. */
  extraKeys: Record<string, unknown>
  extraSections: ExtraSection[]
}

/** A file that cannot be read as what it should be. It never hides the others. */
export interface BrokenFile {
  path: string
  message: string
  expected: string
  next: string
}

export interface Scan {
  documents: Document[]
  broken: BrokenFile[]
  /** Names an index still lists although their file is gone. */
  orphans: string[]
}

export type Edit =
  /** The whole new text. `shared`: other programs edit this file too, so what they wrote meanwhile is kept. */
  | { do: 'write'; path: string; text: string; shared?: true }
  /** Never replaces: where the name is taken, `-2`, `-3`, … comes before the ending. */
  | { do: 'create'; path: string; text: string }
  | { do: 'append'; path: string; text: string }
  /** To the trash. */
  | { do: 'remove'; path: string }

/** What an edit may depend on besides the entry. */
export interface PublishContext {
  nowMs: number
  /** Minutes east of UTC, for local dates. */
  offsetMinutes: number
  /** Why an autosave was made: "context 72 %", "goodnight". */
  reason?: string
  userHome: string
}

export interface Layout {
  id: LayoutId
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
