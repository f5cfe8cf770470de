/**
 * The entry: one save, immutable. Everything dogear knows about a piece of work is a set of these.
 * See docs/format.md for how an entry looks as a file.
 */

/** A piece of text somebody stated, or that dogear read somewhere itself. */
export interface Item {
  text: string
  /** Where dogear read it ("git status", "transcript 12034"). Absent: an agent or person stated it. */
  observed?: string
}

/** An approach that did not work, and why, so that nobody repeats it. */
export interface Failed extends Item {
  why?: string
}

/** A choice, its reason, and what was not chosen. */
export interface Decision extends Item {
  why?: string
  rejected?: string[]
}

/** A file the next session needs. The hash is of the content at the time of the save. */
export interface FileRef {
  /** Relative to the worktree where possible, with forward slashes. */
  path: string
  /** What it is to this work: "edited", "read", "plan", … One lower-case word. */
  role?: string
  /** The first 16 hex digits of the SHA-256 of its bytes. */
  hash?: string
  bytes?: number
  observed?: string
}

export interface Plan {
  path: string
  step?: number
  of?: number
}

export type Lane = 'named' | 'auto'

/** What this entry does to its workstream. `cleared` and `consumed` take it off the list; `restored` brings it back. */
export type Kind = 'saved' | 'cleared' | 'consumed' | 'restored'

export interface By {
  agent?: string
  session?: string
  user?: string
  host?: string
}

export interface DirtyFile {
  path: string
  state: 'modified' | 'added' | 'deleted' | 'renamed' | 'untracked' | 'conflicted'
}

export interface Where {
  /** The id of the project, as in its folder's name. */
  project?: string
  worktree?: string
  /** Absent on a detached head and outside a repository. */
  branch?: string
  head?: string
  dirty?: DirtyFile[]
  /** How many dirty files there were, where `dirty` was cut. */
  dirtyTotal?: number
}

/** Who saved what, where, continuing what: the machine facts. They stand in the front matter. */
export interface Envelope {
  id: string
  /** The workstream. */
  name: string
  lane: Lane
  kind: Kind
  /** The ids of the entries this one continues; none for the first. */
  parents: string[]
  /** Local time with its zone: 2026-11-15T09:42:00.123+01:00 */
  saved: string
  by: By
  where: Where
}

/** What a person or agent would want to know: the sections of the file. */
export interface Fields {
  task?: Item
  stage?: string
  plan?: Plan
  next?: Item
  leftOff?: Item
  done: Item[]
  failed: Failed[]
  decisions: Decision[]
  blockers: Item[]
  questions: Item[]
  context: Item[]
  files: FileRef[]
  /** Worth running again, most useful first. */
  commands: Item[]
  /** The last thing the user asked for, word for word. */
  intent?: Item
}

/** A section of the file that this version does not know. It survives. */
export interface ExtraSection {
  title: string
  text: string
}

export interface Entry extends Envelope, Fields {
  /** Front matter keys that this version does not know, as JSON values. They survive. */
  extraKeys: Record<string, unknown>
  extraSections: ExtraSection[]
}

export function emptyFields(): Fields {
  return { done: [], failed: [], decisions: [], blockers: [], questions: [], context: [], files: [], commands: [] }
}

/** True for a head that `list` and `resume` offer. */
export function isLive(kind: Kind): boolean {
  return kind === 'saved' || kind === 'restored'
}
