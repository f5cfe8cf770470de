/**
 * The entry: one save, immutable. Everything dogear knows about a piece of work is a set of these.
 * See docs/format.md for how an entry looks as a file.
 */
import { type FieldRow, FIELDS, type Shape, SHAPES } from './fields.js'
import type { Locks } from '../page/lock-files.js'

/** A piece of text somebody stated, or that dogear read somewhere itself. */
export interface Item {
  text: string
  /** Where dogear read it ("git status", "transcript 12034"). Absent: an agent or person stated it. */
  observed?: string
  /** Made once (see core/page/item-id.ts) and carried on with it. Absent: the entry is older than ids, or not yet made. */
  id?: string
  /** Where it was said or read first. Absent, or with the id of the entry it stands in: it is new there. */
  origin?: Origin
}

/** The entry an item comes from, and what that entry knows of it: who, when, and what the work was built on. */
export interface Origin {
  entry: string
  /** When that entry was saved: local time with its zone. */
  at: string
  user?: string
  host?: string
  agent?: string
  session?: string
  /** The commit that was checked out. */
  head?: string
  /** What the lock files held. Only of an entry in which something failed. */
  locks?: Locks
  /** Somebody else's words: they are never taken for this user's. */
  foreign?: true
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
  /** The id git has for its content, where that was cheap to tell. */
  blob?: string
  /** Lines, against the last commit. */
  added?: number
  removed?: number
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
  /** Uncommitted work in a stash: the commit that it is, and when it was saved last before. */
  stashed?: (Pick<DirtyFile, 'path' | 'state' | 'blob'> & { stash: string; at: string })[]
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

type Row = (typeof FIELDS)[number]
type ListShape = { [S in Shape]: (typeof SHAPES)[S]['isList'] extends true ? S : never }[Shape]
type FrontShape = { [S in Shape]: (typeof SHAPES)[S]['isFrontMatter'] extends true ? S : never }[Shape]
type SingleShape = Exclude<Shape, ListShape>

/** What a field of each shape holds. */
export interface Held {
  prose: Item
  line: string
  plan: Plan
  items: Item[]
  reasoned: Failed[]
  choices: Decision[]
  files: FileRef[]
}

/** The keys of the fields that hold this. */
type KeyOf<S extends Shape> = Extract<Row, { shape: S }>['key']
export type FieldKey = KeyOf<Shape>
export type FrontKey = KeyOf<FrontShape>
export type SectionKey = Exclude<FieldKey, FrontKey>

type Lists = { [R in Extract<Row, { shape: ListShape }> as R['key']]: Held[R['shape']] }
type Singles = { [R in Extract<Row, { shape: SingleShape }> as R['key']]?: Held[R['shape']] }

/** What a person or agent would want to know, as the table in fields.ts has it: a list is always there, the rest if known. */
export interface Fields extends Lists, Singles {}

/** A section of the file that this version does not know. It survives. */
export interface ExtraSection {
  title: string
  text: string
}

/** An item that is no longer on the page, and the entry that closed it. */
export interface Closed {
  id: string
  by: string
  at: string
  /** The entry that the item came from. Said again in another entry, it is open again. */
  origin?: string
  /** Nobody closed it: that it is over was seen, and it may be seen to come back. */
  seen?: boolean
}

/** Items that found no room on the page: how many of which field, and an entry that has them. */
export interface Earlier {
  /** The key of the field. */
  kind: string
  count: number
  entry: string
}

export interface Page {
  closed: Closed[]
  earlier: Earlier[]
}

export interface Entry extends Envelope, Fields {
  /** There if and only if the entry holds the whole page: all that was known then, and not only what was new. */
  page?: Page
  /** Not written by this home, and nobody has said that it is the user's own. Known when it is read, never stored. */
  foreign?: true
  /** It was resumed on another machine of the user's (`machine`: as a sentence says it), and took it off the list there. Known when it is read, never stored. */
  takenUp?: { machine: string; saved: string }
  /** Front matter keys that this version does not know, as JSON values. They survive. */
  extraKeys: Record<string, unknown>
  extraSections: ExtraSection[]
}

/** A row of the table, with the keys that have its shape. */
export type Field<S extends Shape = Shape> = FieldRow & { key: KeyOf<S>; shape: S }

/** One function for each shape: what is to be done with a field that has it. */
export type ByShape<T extends Record<Shape, unknown>> = { readonly [S in Shape]: (field: Field<S>) => T[S] }

/** In the order they are printed. */
export const ALL_FIELDS: readonly Field[] = FIELDS
/** In the order of help and search. */
export const IN_READING_ORDER: readonly Field[] = ALL_FIELDS.flatMap((field) =>
  field.behind === undefined ? [field, ...ALL_FIELDS.filter(({ behind }) => behind === field.key)] : [],
)
export const SECTION_FIELDS: readonly Field[] = ALL_FIELDS.filter(({ shape }) => !SHAPES[shape].isFrontMatter)
export const FRONT_FIELDS: readonly Field[] = ALL_FIELDS.filter(({ shape }) => SHAPES[shape].isFrontMatter)

export function fieldsOf<S extends Shape>(shapes: readonly S[]): Field<S>[] {
  return ALL_FIELDS.filter(({ shape }) => shapes.some((one) => one === shape)) as readonly FieldRow[] as Field<S>[]
}

/** What the functions give for each field, in the order of the fields. */
export function readFields<T>(fields: readonly Field[], by: ByShape<Record<Shape, T>>): T[] {
  return fields.map((field) => readField(field, by))
}

export function readField<T>(field: Field, by: ByShape<Record<Shape, T>>): T {
  return (by[field.shape] as (field: Field) => T)(field)
}

type Made = { [S in Shape]: Held[S] | (S extends ListShape ? never : null | undefined) }

/** Fields of what the functions give for each; what they do not give is left out. */
export function makeFields(by: ByShape<Made>, fields: readonly Field[] = ALL_FIELDS): Fields {
  const made: Record<string, unknown> = {}
  for (const field of fields) {
    const value = readField<unknown>(field, by)
    if (value !== undefined && value !== null) made[field.key] = value
  }
  return made as unknown as Fields
}

/** A list adds up; anything else takes the place of what was there. Nothing given changes nothing. */
export function addToField(fields: Partial<Fields>, { key }: Field, given: Held[Shape] | null | undefined): void {
  if (given === undefined || given === null) return
  const before = fields[key]
  Object.assign(fields, { [key]: Array.isArray(before) && Array.isArray(given) ? [...before, ...given] : given })
}

export function emptyFields(): Fields {
  const none = (): undefined => undefined
  const empty = (): never[] => []
  return makeFields({
    prose: none,
    line: none,
    plan: none,
    items: empty,
    reasoned: empty,
    choices: empty,
    files: empty,
  })
}

/** True for a head that `list` and `resume` offer. */
export function isLive(kind: Kind): boolean {
  return kind === 'saved' || kind === 'restored'
}
