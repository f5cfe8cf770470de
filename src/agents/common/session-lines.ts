/**
 * Sessions in a file of lines that only grows: read from a mark, and from the end. In some of them each record names the one
 * before it, so that a session can go on from an earlier place; what it left behind there does not count.
 */
import type { Survived } from '../../core/session/transcript.js'
import { readLines, type Mark } from '../../platform/files/jsonl.js'
import type { ReadResult } from '../agent.js'
import type { Emit } from './events.js'
import { linesMarkOf, planRead, readLive, readRecordsBack, type Stretch, type Survey } from './lines.js'
import { type Json, objectOf, parseRecord, textOf } from './values.js'

export interface RecordMachine<State> {
  record(record: Json, offset: number): void
  /** Plain JSON without text of the conversation. */
  state(): State
  survived: Omit<Survived, 'tornTail'>
}

/** How records name themselves, and the one they follow. Undefined `idOf`: it is no part of the tree. */
export interface TreeRules {
  idOf(record: Json): string | undefined
  /** Undefined: it follows nothing. */
  parentOf(record: Json): string | undefined
}

interface Lines<State> {
  /** `before`: what the last read left. */
  start(emit: Emit, before: State | undefined): RecordMachine<State>
  /** From a mark, which may have been written by anybody. */
  stateOf(value: unknown): State
  tree?: TreeRules
}

interface LinesMark<State> {
  lines: Mark
  /** The record at which the read ended. */
  last?: string
  state: State
}

export function readSession<State>(path: string, from: unknown, emit: Emit, lines: Lines<State>): ReadResult {
  const given = objectOf(from)
  const start = linesMarkOf(given?.['lines'])
  const plan = planRead(path, start, (file, mark) =>
    surveyTree(file, mark, mark && textOf(given?.['last']), lines.tree),
  )
  const machine = lines.start(emit, plan.start ? lines.stateOf(given?.['state']) : undefined)
  const { mark, malformed, tornTail } = readLive(path, plan, machine.record)
  const { last } = plan.survey
  return {
    mark: { lines: mark, ...(last !== undefined && { last }), state: machine.state() } satisfies LinesMark<State>,
    restarted: plan.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed: machine.survived.malformed + malformed, tornTail },
  }
}

interface TreeSurvey extends Survey {
  last?: string
}

/** Where the session went on from: the record at `at` follows `parent`, which is not the one before it. */
interface Turn {
  at: number
  parent: string
}

function surveyTree(
  path: string,
  from: Mark | null,
  before: string | undefined | null,
  tree: TreeRules | undefined,
): TreeSurvey {
  const turns: Turn[] = []
  let last = before ?? undefined
  const lines = readLines(path, from, (line, at) => {
    const record = tree && parseRecord(line)
    const id = record ? tree.idOf(record) : undefined
    const parent = record && id !== undefined ? tree.parentOf(record) : undefined
    if (parent !== undefined && last !== undefined && parent !== last) turns.push({ at, parent })
    last = id ?? last
  })
  const named = last === undefined ? {} : { last }
  if (turns.length === 0 || !tree) return { lines, undone: [], reachesBack: false, ...named }
  return { lines, ...resolve(path, lines.restarted ? null : from, turns, tree), ...named }
}

/** A second look, only where a session went back: what lies between the place it went back to and where it went on. */
function resolve(
  path: string,
  from: Mark | null,
  turns: readonly Turn[],
  tree: TreeRules,
): Pick<Survey, 'undone' | 'reachesBack'> {
  const ends = endsOf(path, from, new Set(turns.map(({ parent }) => parent)), tree)
  let undone: Stretch[] = []
  let reachesBack = false
  for (const { at, parent } of turns) {
    const end = ends.get(parent)
    if (end === undefined || end > at) reachesBack ||= from !== null
    // Where it goes back into what it had left, that counts again.
    else undone = [...undone.filter((one) => end <= one.from || end > one.to), { from: end, to: at }]
  }
  return { undone, reachesBack }
}

/** Where the line behind each of these records begins. */
function endsOf(path: string, from: Mark | null, ids: ReadonlySet<string>, tree: TreeRules): Map<string, number> {
  const ends = new Map<string, number>()
  let open: string | undefined
  readLines(path, from, (line, at) => {
    if (open !== undefined) ends.set(open, at)
    const record = [...ids].some((id) => line.includes(id)) ? parseRecord(line) : null
    const id = record ? tree.idOf(record) : undefined
    open = id !== undefined && ids.has(id) && !ends.has(id) ? id : undefined
  })
  return ends
}

/** The newest first, until `onRecord` returns false; of a tree only what the newest record goes back to. */
export function readSessionBack(path: string, tree: TreeRules | undefined, onRecord: (record: Json) => boolean): void {
  let wanted: string | undefined
  readRecordsBack(path, (record) => {
    const id = tree?.idOf(record)
    if (!tree || id === undefined) return onRecord(record)
    if (wanted !== undefined && id !== wanted) return true
    wanted = tree.parentOf(record)
    return onRecord(record)
  })
}
