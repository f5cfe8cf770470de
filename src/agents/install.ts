/**
 * The ability of an agent to have dogear set up in it, checked and taken out again. The agent says what belongs into which
 * of its files, as values and pure functions; app/setup reads, writes and remembers, the same way for all agents.
 */
import type { Program } from '../platform/process/command.js'
import type { Inserted } from '../store/installed.js'

/** For whom it is set up. In manifests, for the help and the flags. */
export interface InstallScope {
  name: string
  /** For the user: whose sessions it holds for. */
  summary: string
  /** One worktree, or everything of this user. */
  holdsFor: 'user' | 'worktree'
}

export interface Install {
  /** What is put in, in this order. */
  plan(place: InstallPlace): InstallPlan
  /** The files that may hold something of dogear, whoever put it there. */
  files(place: ScopePlace): string[]
  /** The text of such a file without dogear: every other byte stays. `inserted`: what is known to have been put in. */
  takeOut(text: string, inserted: Inserted | undefined, place: ScopePlace, path: string): string
  /** Is dogear called at all, once, completely, and by this program? Reads; nothing that a file names is run. */
  check(place: CheckPlace): Check
  /** What only the client itself can tell, asked of it where dogear is set up. Nothing of the work tree is run for it. */
  prove?(place: CheckPlace): Promise<Finding[]>
  /** The start of a session in this folder, as the agent would tell it to the hook. */
  trial(folder: string): Trial
  /** The skills and commands that the user has installed in it, but for dogear's own. */
  skills?(place: ScopePlace): InstalledSkill[]
  /**
   * When text of dogear last arrived in a session, by its transcript. Null: not within the part that is looked at. Undefined,
   * or absent: the transcripts of this client or agent do not hold what hooks put in.
   */
  arrivedAt?(transcript: string): number | null | undefined
  /** For the user: what to do where text does not arrive. */
  update: string
}

export interface InstalledSkill {
  path: string
  text: string
  /** It lies in the work tree, so it is everybody's who shares that. */
  shared: boolean
}

export interface Trial {
  message: object
  /** Behind the agent's id in the command. */
  word?: string
  env: Readonly<Record<string, string>>
}

export interface ScopePlace {
  userHome: string
  env: Readonly<Record<string, string | undefined>>
  scope: string
  /** The worktree, for the scopes that hold for one. */
  root: string
}

export interface InstallPlace extends ScopePlace {
  /** The user lets the model save and resume without being asked each time. */
  allowTools?: boolean
  /** What the agent has to run. */
  program: Program
}

export interface CheckPlace extends Omit<InstallPlace, 'scope' | 'allowTools'> {
  version: string
  /** `dogear init` was run for it, and not taken back. */
  wasSetUp: boolean
}

export interface InstallPlan {
  parts: (EditPart | CopyPart | OwnPart)[]
  /** Of files that are made. */
  mode: number
  /** For the user: what is left alone, and why. */
  notes: string[]
}

/** A file of the user's, into which something is put. */
export interface EditPart {
  path: string
  /** `text`: null where there is no file. `before`: what an earlier time put in. Throws `bad-input` for a text it cannot edit. */
  put(text: string | null, before: Inserted | undefined): Put
}

interface Put {
  text: string
  inserted: Inserted
  notes: string[]
  /** What stands in it so that the agent will not take the file, and dogear is not called: "/x has a comment in line 2, …". */
  undone?: string
}

/** A file that is dogear's own: `copy` names it in the folder plugin/ of the program. */
export interface CopyPart {
  path: string
  copy: string
  /** What is written into the copy: places on this machine. */
  fill?(text: string): string
}

/** A file that is dogear's own, of a text that is made here. */
export interface OwnPart {
  path: string
  own: string
  /** Where it is run: it needs another mode than the rest. */
  mode?: number
}

/** The file in plugin/ that agents call. Its words: the agent's id or a command. It finds Node, and starts the one beside it. */
export const LAUNCHER = 'dogear.sh'
/** It finds the program. */
export const HAND_OVER = 'dogear.cjs'

export interface Check {
  findings: Finding[]
  /** The agent is told to call dogear. */
  isSetUp: boolean
}

/** One thing that was looked at, and what was found. */
export interface Finding {
  id: string
  /** Nothing needs to be done. */
  ok: boolean
  /** `note`: so it is. `warn`: it works, but not as well as it could. */
  status: 'ok' | 'note' | 'warn' | 'broken'
  message: string
  /** The command that mends it, or the one thing to do. */
  next?: string
}

export function ok(id: string, message: string): Finding {
  return { id, ok: true, status: 'ok', message }
}

export function note(id: string, message: string): Finding {
  return { id, ok: true, status: 'note', message }
}

export function warn(id: string, message: string, next: string): Finding {
  return { id, ok: false, status: 'warn', message, next }
}

export function broken(id: string, message: string, next: string): Finding {
  return { id, ok: false, status: 'broken', message, next }
}
