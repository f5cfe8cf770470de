/**
 * What hooks remember of a session between two events: `<home>/hooks/<session>.json`. Derived: without it an event does
 * less, and nothing is lost. Nothing of the conversation stands in it: commands and edits are hashes, reasons are redacted.
 */
import { jsonDepth } from '../../core/text/text.js'
import { present } from '../../core/present.js'
import { safeName } from '../../core/redact/safe-name.js'
import { isSessionId } from '../../core/session/session-id.js'
import { withLock } from '../../platform/files/lock.js'
import { processTag } from '../../platform/process/process-tag.js'
import { checkOwn, readQuick, writeQuick } from '../../platform/files/quick-file.js'

export interface FailedBefore {
  kind: 'command' | 'edit'
  /** As `commandMark` or `editMark` makes it. */
  key: string
  why: string
  /** When, in milliseconds. Once anything has changed since, nobody is told. */
  atMs?: number
}

export interface HookState {
  /** Whose session it is: its id in the registry of agents. */
  agent?: string
  /** The key of the project and the folder the session began in. */
  project?: string
  worktree?: string
  /** The agent's process, and its tag (see platform/process/process-tag.ts), by which a dead one is told. */
  pid?: number
  tag?: string
  transcript?: string
  /** When the session began, and when this was written, in milliseconds. */
  startedMs?: number
  atMs?: number
  workstream?: string | undefined
  /** The line the session is on, and the entry it last made or was given there. */
  on?: { name: string; id: string; branch?: string } | undefined
  lastSave?: { id: string; atMs: number }
  /** How long the session file was when it was last read: what is behind that is in no autosave. */
  readBytes?: number
  /** `statusline`: the client itself said how large the window is; then it is not guessed again. */
  context?: { tokens: number; window: number; at: number; from?: 'statusline' | 'transcript' } | undefined
  /** Where the user lets the client compact, if that is before the window is full. */
  compactsAt?: number | undefined
  /** So many tokens before that the client compacts by itself. */
  reserve?: number | undefined
  /** The user lets the model save without being asked. */
  maySave?: boolean | undefined
  /** The last band of the context that was spoken about, in percent. */
  band?: number
  failed: FailedBefore[]
  /** When something was last done that may have changed anything. Only noted after a failure. */
  changedMs?: number
  /** Marks of commands of this session that took long. */
  slow?: string[]
  /**
   * A briefing waits in a file beside this one, for an event at which the client takes text; at `resume` it was told once, to a
   * client that forgets it.
   */
  briefingAt?: 'prompt' | 'before-tool' | 'after-tool' | 'resume' | undefined
  /** How often the session file says it was compacted, and after how many of these the model was told where it stood. */
  compacted?: { seen: number; told: number }
  linkedFrom?: string
  /** The entry the session was handed and goes on with. */
  resumed?: string | undefined
  /** The workstream of somebody else that the user was asked about. */
  askedForeign?: string | undefined
  /** What "continue" means before anything was resumed: what the session was told about when it began, or was given. */
  offered?: { name: string; id: string; given?: boolean; label?: string } | undefined
  /** What the user was asked to choose from, in the order it was shown. */
  asked?: { name: string; entry?: string }[] | undefined
  /** Marks of the prompts that were answered with a line, see `handed.ts`. */
  handed?: string[]
  /** Nothing was worked on in it so far. */
  quick?: boolean
  /** The agent could not go on (a rate limit): the workstream in which another one can. */
  limited?: string | undefined
  /** The end of the session file at which the user was told what it costs to go on. */
  pricedMs?: number
  /** It was cut off, and somebody was told. */
  crashTold?: boolean
  /** The git folder in which git did not answer, and until when it is not asked there. */
  stuckGit?: string
  stuckUntilMs?: number
  /** Why the session ended; absent while it lives, and after a crash. */
  ended?: string | undefined
  /** A prompt that was blocked, by its mark; said again, it is let through. */
  blocked?: { mark: string; prompt: string } | null
  /** What the user set, as far as the prompt path needs it. */
  bands?: number[]
  block?: boolean
  farewells?: string[]
}

/** Nothing was done since that may have changed anything, as far as this session was seen to do it. */
export function isStillSo({ atMs = 0 }: FailedBefore, state: Pick<HookState, 'changedMs'>): boolean {
  return atMs > (state.changedMs ?? 0)
}

const MAX_BYTES = 200_000
const MAX_DEPTH = 8
const MAX_FAILED = 50

export function hooksDir(home: string): string {
  return `${home}/hooks`
}

/** A file of the name of each session whose last save failed: the status line says so. */
export function unsavedDir(home: string): string {
  return `${home}/hooks/unsaved`
}

/** What is kept beside the state of a session: where its file was read to, a briefing, the last entry. */
export const BESIDE: RegExp = /\.(?:mark|told|last|briefing)\.json$/

/** It becomes part of a path: what is no plain name has no such file. */
export function nameBeside(session: string, kind: 'mark' | 'told' | 'last' | 'briefing'): string {
  if (!isSessionId(session)) throw new Error('the session has no name for a file')
  return `${session}.${kind}.json`
}

/** Null: unknown, or what stands there is no state. */
export function readHookState(home: string, session: string): HookState | null {
  if (!isSessionId(session)) return null
  return parseState(readQuick(`${hooksDir(home)}/${session}.json`, MAX_BYTES, home))
}

/** What a change makes of the state as it is at that moment: null where there is none. Undefined removes a key. */
export type HookChange = Partial<HookState> | ((now: HookState | null) => Partial<HookState>)

/** A change is a read and a write of one small file: on the busiest machine, who holds the lock longer than this is stopped. */
const LOCK_MS = 3000

/**
 * One change at a time: the status line, a Stop and several tool hooks of one session run at once. What depends on the
 * state must be given as a function, or it depends on a state that is gone. Best effort: false where it cannot be written.
 */
export function changeHookState(home: string, session: string, change: HookChange): boolean {
  if (!isSessionId(session)) return false
  try {
    checkOwn(hookLocksDir(home), home)
    const apply = (): void => applyChange(home, session, change)
    const options = { waitMs: LOCK_MS, pastDeadline: true }
    const { held } = withLock(`${hookLocksDir(home)}/${session}`, processTag(), apply, options)
    // A holder that never gives it back must not stop all that comes after it.
    if (!held) apply()
    return true
  } catch {
    return false
  }
}

function applyChange(home: string, session: string, change: HookChange): void {
  const now = readHookState(home, session)
  const changed = typeof change === 'function' ? change(now) : change
  const state: HookState = { failed: [], ...now, ...changed, atMs: Date.now() }
  const text = JSON.stringify({ ...state, ...safePlaces(state), failed: state.failed.slice(-MAX_FAILED) })
  writeQuick(hooksDir(home), `${session}.json`, text, home)
}

/** What comes from outside, in the form in which it is compared. */
function safePlaces({ worktree, transcript, ended }: HookState): Partial<HookState> {
  const safe = (text: string | undefined): string | undefined => (text === undefined ? text : safeName(text))
  return { ...present({ worktree: safe(worktree), transcript: safe(transcript), ended: safe(ended) }) }
}

export function hookLocksDir(home: string): string {
  return `${hooksDir(home)}/locks`
}

/**
 * Which sessions are open is told by an empty file each: made when a session begins, removed when it ends, left behind by
 * a crash.
 */
export function markOpen(home: string, session: string): void {
  if (isSessionId(session)) writeQuick(openDir(home), session, '', home)
}

export function openDir(home: string): string {
  return `${hooksDir(home)}/open`
}

function parseState(text: string | null): HookState | null {
  if (text === null) return null
  try {
    // What is nested more deeply than anything here cannot even be shown.
    const state = jsonDepth(text) > MAX_DEPTH ? null : (JSON.parse(text) as HookState | null)
    return state !== null && isWhole(state) ? state : null
  } catch {
    return null
  }
}

const TEXTS = ['agent', 'project', 'worktree', 'tag', 'transcript', 'workstream', 'limited', 'ended'] as const
const OBJECTS = ['on', 'lastSave', 'context', 'offered', 'compacted'] as const
const LISTS = ['slow', 'asked', 'bands', 'farewells', 'handed'] as const

/** Of the right kind as far as a prompt or a tool would stumble over it: a file that was damaged is no state. */
function isWhole(state: HookState): boolean {
  return (
    Array.isArray(state.failed) &&
    state.failed.every((one) => typeof one?.key === 'string') &&
    TEXTS.every((key) => state[key] === undefined || typeof state[key] === 'string') &&
    OBJECTS.every((key) => state[key] === undefined || (typeof state[key] === 'object' && state[key] !== null)) &&
    LISTS.every((key) => state[key] === undefined || Array.isArray(state[key])) &&
    (state.asked ?? []).every((one) => typeof one?.name === 'string')
  )
}
