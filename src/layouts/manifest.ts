/**
 * What the rest of the program knows of a layout before any of its code is loaded: its name, where its files lie, and by
 * what they are recognised. A manifest imports nothing but this type, because every command reads all of them.
 */

/** A flag of `resume` that answers a question of the layout's own restore in advance. Its name is the question's id. */
export interface AnswerFlag {
  name: string
  value: string
  /** A second value answers the same question when it is asked again. */
  repeat?: boolean
  choices?: readonly string[]
  summary: string
}

interface Common<Id extends string> {
  /** Its name in flags, settings and files; also the name of its folder below src/layouts. */
  id: Id
  /** Its place in every list: the lowest first, and where several fit the first wins. */
  order: number
  /** Its files as a person writes them, for help: `memory/checkpoints/*.md`. */
  files: string
  /** The questions its restore may ask, as flags of `resume`. */
  answers?: readonly AnswerFlag[]
  /** What a session is told when it starts: the latest checkpoint itself, or what waits here (ability `surface`). */
  atStart?: 'latest' | 'waiting'
  /** What a skill says that keeps such files by hand: by that it is known, wherever it is installed. */
  skill?: RegExp
  /** A folder below the base whose dated folders (`2026-11-15`) are its own trash and are purged with dogear's. */
  trash?: string
  /** What is said to a prompt that was handed from model to model without end (core/session/phrase/phrase.ts). */
  inCircle?(hops: string, skill: string): string
}

/** Its files lie in the worktree. */
export interface WorktreeManifest<Id extends string = string> extends Common<Id> {
  base: 'worktree'
  /** Files or folders, relative to the worktree: one of them being there means that the layout is used. */
  signs: readonly string[]
}

/** Its files lie in the agent's memory folder, outside every repository. */
export interface MemoryManifest<Id extends string = string> extends Common<Id> {
  base: 'memory'
  /** A file with such a name, or an index that holds such a text, means that the layout is used. */
  signs: { name: RegExp; index?: { file: string; holds: RegExp } }
  /** Used where a memory folder is to show the checkpoints and holds none yet. One layout says so. */
  isDefault?: true
}

export type LayoutManifest<Id extends string = string> = WorktreeManifest<Id> | MemoryManifest<Id>
