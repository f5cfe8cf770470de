/** The words in which the driver and the oracle talk. */
export const LAWS = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8'] as const
export type Law = (typeof LAWS)[number]

/** Laws that do not hold yet, for one person and with others: what breaks them is counted, and is no failure. */
export const NOT_YET: Readonly<Record<'alone' | 'withOthers', readonly Law[]>> = {
  alone: [],
  withOthers: [],
}

export interface Wrong {
  law: Law
  what: string
}

export interface Place {
  worktree: string
  branch: string
}

/** An entry as it lies on the disk. */
export interface Stored {
  id: string
  name: string
  session: string
  person: string
  parents: readonly string[]
  /** Neither cleared nor consumed. */
  live: boolean
  /** A mark that says under which name the line goes on, and in which entry. */
  continued: Pick<Session, 'line' | 'at'> | null
  /** The words that are stated in it, and how many it counts that only an earlier page holds. */
  page: ReadonlySet<string>
  earlier: number
}

/** What happens in a turn. `word`: of the request itself, which is no item of the page. */
export interface Turn {
  word?: string
  states?: readonly string[]
  edits?: boolean
}

/** `name`: where it must go. `typed`: by somebody, and not derived from branch or folder. */
export interface Save {
  name: string
  typed: boolean
  states: readonly string[]
  closes: readonly string[]
  /** A fresh page: all that was known before is over. */
  fresh: boolean
}

/** What the oracle knows of a session, and of an entry. */
export interface Session {
  place: Place
  /** The entry it last made or was handed, the line that is of, and when that was. */
  at: string | null
  line: string | null
  since: number
  /** As it was when it left the line of another branch. */
  left: Session | null
  /** The session that the same process ran before. */
  before: string | null
  /** The line it was told about when it began: "continue" means that one. */
  offered: string | null
  prompts: number
  worked: boolean
  /** What the user said in it: no other session's, whichever line it is on by now. */
  said: Set<string>
  pending: Set<string>
  save: Save | null
}

export interface Known extends Stored {
  open: Set<string>
  closed: Set<string>
  place: Place
  order: number
  kind: 'work' | 'quick' | 'unsure'
}

export function newSession(place: Place, before: string | null): Session {
  const none = { at: null, line: null, since: 0, left: null, offered: null, prompts: 0, worked: false, save: null }
  return { ...none, place, before, said: new Set(), pending: new Set() }
}
