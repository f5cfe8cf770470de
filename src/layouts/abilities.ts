/**
 * What a layout may do besides keeping its files. It stays pure: it looks at the disk through a desk that the use case
 * gives it, and answers with a plan that the use case carries out (app/layouts/desk.ts, app/resume/restore.ts).
 */
import type { Entry, ExtraSection, Fields, Item } from '../core/entry/entry.js'
import type { BrokenFile, Document, Edit, TextFile } from './files.js'

/** A file as it was found. No text: it is there and cannot be read. */
export interface FoundFile {
  path: string
  text: string | null
  mtimeMs: number
}

/** One folder to look around in. Paths are relative to it, with forward slashes; nothing outside of it is shown. */
export interface Desk {
  root: string
  /** The folder one stands in; '' where that is the root, or outside of it. */
  here: string
  /** Of the agent, where it is known. */
  session?: string
  /** yyyy-mm-dd */
  today: string
  /** Names this process in the names of files. */
  tag: string
  /** The paths of what lies in a folder; none where it cannot be listed. */
  list(folder: string): string[]
  /** The names of the folders in it. */
  folders(folder: string): string[]
  /** In milliseconds; null where it is no regular file. */
  writtenAt(path: string): number | null
  sizeOf(path: string): number
  /** Those that are there and this user's own: what a stranger wrote is not shown to a layout at all. */
  read(paths: readonly string[]): FoundFile[]
  /** The text of a file below `folder`, whatever the path says; null where there is none, or a larger one. A stranger's is quoted. */
  readBelow(folder: string, path: string, maxBytes: number): string | null
}

export interface GatherDesk extends Desk {
  /** The root, relative to the worktree: the paths of an entry begin with it. */
  below: string
  /** The layout decides how dogear behaves here. */
  isFirst: boolean
  /** The layout's own files, as far as they are this user's. */
  files(): TextFile[]
}

/** What a layout adds to a save. What the caller says comes first. */
export interface Gathered {
  more?: Partial<Fields>
  moreSections?: ExtraSection[]
  /** For when nobody and nothing else knows it. */
  intentElse?: Item
  nameElse?: string
  sessionElse?: string
}

/** What is still to be written when the answer is out, and what to say of it. */
export interface FollowUp {
  /** The paths of the edits are relative to it. */
  folder: string
  edits: Edit[]
  /** Warnings, once the edits were tried. */
  warnings(refused: readonly BrokenFile[]): string[]
}

export interface AfterSave extends FollowUp {
  /** The second file that says where the first is. */
  sentinel?: string
}

/** A prompt that was kept back, and where it waits: in a file of the layout, or in dogear's own queue. */
export interface WaitingPrompt {
  time: string
  text: string
  /** `twin`: in both, and only once to be handed over. */
  from: { file: string; twin?: InQueue } | InQueue
}

interface InQueue {
  session: string
  id: string
}

export interface RestoreDesk extends Desk {
  userHome: string
  /** What was answered so far, by the question: see the manifest's `answers`. */
  answers: Readonly<Record<string, readonly string[]>>
  /** Puts back what a process took and died with. False: it lives, or nothing may be changed. */
  putBack(path: string, tag: string, to: string): boolean
  /** In dogear's queue, of this session or of another one. */
  queued(session?: string): WaitingPrompt[]
  /** The same of the first other session that has some. */
  queuedElsewhere(): { session: string; prompts: WaitingPrompt[] } | null
  /** What the workstream says now: one, or several that are not joined. */
  heads(name: string): Entry[]
}

/** A file that an artifact's path leads to, as it is now. */
export interface Artifact {
  path: string
  /** Absent: it is missing, or cannot be read here. */
  text?: string
  /** Characters that were left out. */
  cut?: number
}

/** A file that goes into the layout's own trash. `within`: the folder that the trash must lie in. */
export interface Discard {
  path: string
  to: string
  name: string
  within: string
}

/** A prompt to take, so that nobody else hands it over too: a file is renamed first and discarded when it was delivered. */
export type Take = { file: string; as: string; discard: Discard } | InQueue

export interface RestorePlan {
  /** Of the checkpoint, relative to the worktree. */
  path: string
  document: Document
  surface: string
  /** Null: they were not to be read. */
  artifacts: Artifact[] | null
  notes: string[]
  /** The entry that says what the checkpoint says: the session goes on from it. */
  entry: Entry | null
  /** To be run now, oldest first. Only what was really taken is handed over. */
  prompts: WaitingPrompt[]
  takes: Take[]
  /** What led here and is used up. */
  discards: Discard[]
  after: FollowUp
  /** The warning for a file that could not be discarded. */
  notDiscarded(path: string, why: string): string
}

/** Null: there is nothing to restore. Questions are thrown (needsAnswer): all of them come before anything is changed. */
export type PlanRestore = (desk: RestoreDesk) => RestorePlan | null

/** Paths are relative to the layout's folder. `trash`: where what was used goes, in a folder for each day. */
export interface KeptBack {
  path: string
  entry: string
  trash: string
}

/** Null: there is no place for it. */
type KeepsBack = (prompt: { session: string; time: string; text: string }) => KeptBack | null

export interface Abilities {
  gather?(desk: GatherDesk): Gathered
  /** After each save that was published; `file`: the checkpoint's, where the layout has a place for it. */
  afterSave?(saved: { entry: Entry; file?: string }, desk: Desk): AfterSave
  /** A save says that it runs, so that a compaction waits for it. The text warns that this was not possible. */
  announces?: string
  /** Said first where a checkpoint was to be drafted by another and could not be. */
  undrafted?: string
  /** `resume` without a name goes this way first. Loaded when it is needed. */
  restore?(): Promise<PlanRestore>
  /** A prompt that dogear keeps back waits in a file of the layout as well. Loaded when it is needed. */
  keepsBack?(): Promise<KeepsBack>
  /** What waits here, for a session that starts. */
  surface?(desk: Desk): string[]
}
