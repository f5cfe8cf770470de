/** Reading files with one record per line: from a mark, from the end, the first few, and where later records undo earlier ones. */
import { readHead, readLines, readLinesFromEnd, type LinesRead, type Mark } from '../../platform/files/jsonl.js'
import { objectOf, parseRecord, recordsIn, type Json } from './values.js'

/** Null: no mark of `readLines`. */
export function linesMarkOf(value: unknown): Mark | null {
  const mark = objectOf(value)
  const isMark =
    Number.isSafeInteger(mark?.['offset']) && typeof mark?.['ino'] === 'string' && typeof mark['headHash'] === 'string'
  return isMark ? (mark as unknown as Mark) : null
}

/** As far back as the newest records are looked for: the same cost for every size of file. */
const LOOK_BACK = 4 * 1024 * 1024
const HEAD = 256 * 1024

/** The newest first, until `onRecord` returns false. */
export function readRecordsBack(path: string, onRecord: (record: Json, offset: number) => boolean): void {
  let newest = -1
  readLinesFromEnd(path, (line, offset) => {
    if (newest < 0) newest = offset
    const record = parseRecord(line)
    return (!record || onRecord(record, offset)) && newest - offset < LOOK_BACK
  })
}

/** The records at the start, where an agent says whose session it is. */
export function readFirstRecords(path: string): Json[] {
  return recordsIn(readHead(path, HEAD))
}

const CWD = /"cwd":("(?:[^"\\]|\\.)*")/

/** The first folder that the start of a session file names. Null: it names none. */
export function readCwd(path: string, bytes: number, isOurs: (head: string) => boolean = () => true): string | null {
  try {
    const head = readHead(path, bytes)
    const text = CWD.exec(head)?.[1]
    return text === undefined || !isOurs(head) ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}

// A file whose later records can undo earlier ones is read twice: a survey finds the stretches that were undone (numbers
// only, no text is held), then the rest is handed on. So memory does not grow with the file.

/** Byte offsets; `to` is the record that undid it. */
export interface Stretch {
  from: number
  to: number
}

export interface Survey {
  lines: LinesRead
  undone: Stretch[]
  /** Something was undone that lies before the mark, and so was handed on already. */
  reachesBack: boolean
}

export type TakeSurvey<S extends Survey = Survey> = (path: string, from: Mark | null) => S

/** Null `start`: the file is read from its beginning. */
interface Plan<S extends Survey> {
  start: Mark | null
  restarted: boolean
  survey: S
}

interface LiveRead {
  mark: Mark
  malformed: number
  tornTail: boolean
}

/** What to read, and from where: a survey that reaches back starts over. */
export function planRead<S extends Survey>(path: string, from: Mark | null, takeSurvey: TakeSurvey<S>): Plan<S> {
  const survey = takeSurvey(path, from)
  if (from === null) return { start: null, restarted: false, survey }
  if (survey.lines.restarted) return { start: null, restarted: true, survey }
  if (!survey.reachesBack) return { start: from, restarted: false, survey }
  return { start: null, restarted: true, survey: takeSurvey(path, null) }
}

export function readLive(path: string, plan: Plan<Survey>, onRecord: (record: Json, offset: number) => void): LiveRead {
  const { lines, undone } = plan.survey
  let malformed = lines.tooLong
  readLines(path, plan.start, (line, offset) => {
    // What was appended since the survey is left for the next read: it could undo something too.
    if (offset >= lines.mark.offset) return
    const record = parseRecord(line)
    if (!record) malformed++
    else if (!isUndone(undone, offset)) onRecord(record, offset)
  })
  return { mark: lines.mark, malformed, tornTail: lines.tornTail }
}

function isUndone(undone: readonly Stretch[], offset: number): boolean {
  return undone.some(({ from, to }) => offset >= from && offset < to)
}

export interface RewindRules {
  /** Every line that rewinds contains this text. */
  sign: string
  /** The id of the first record that was undone. */
  targetOf(record: Json): string | undefined
  idOf(record: Json): string | undefined
  /** What is undone when the file does not have that record. */
  whenMissing: 'everything' | 'nothing'
}

interface Rewind {
  at: number
  target: string
}

/** The survey of files in which a record names the earlier record to which the session was taken back. */
export function surveyRewinds(rules: RewindRules): TakeSurvey {
  return (path, from) => {
    const rewinds: Rewind[] = []
    const lines = readLines(path, from, (line, at) => {
      const record = line.includes(rules.sign) ? parseRecord(line) : null
      const target = record && rules.targetOf(record)
      if (target) rewinds.push({ at, target })
    })
    if (rewinds.length === 0) return { lines, undone: [], reachesBack: false }
    const start = lines.restarted ? null : from
    return { lines, ...resolve(path, start, rewinds, rules) }
  }
}

/** A second look, only for files that have rewinds: where the records lie that they name. */
function resolve(
  path: string,
  from: Mark | null,
  rewinds: readonly Rewind[],
  rules: RewindRules,
): Pick<Survey, 'undone' | 'reachesBack'> {
  const places = findTargets(path, from, new Set(rewinds.map(({ target }) => target)), rules)
  const undone: Stretch[] = []
  let reachesBack = false
  for (const { at, target } of rewinds) {
    const place = places.get(target)?.find((offset) => offset < at && !isUndone(undone, offset))
    if (place !== undefined) undone.push({ from: place, to: at })
    else if (from !== null) reachesBack = true
    else if (rules.whenMissing === 'everything') undone.push({ from: 0, to: at })
  }
  return { undone, reachesBack }
}

function findTargets(
  path: string,
  from: Mark | null,
  targets: ReadonlySet<string>,
  rules: RewindRules,
): Map<string, number[]> {
  const places = new Map<string, number[]>()
  readLines(path, from, (line, offset) => {
    if (![...targets].some((target) => line.includes(target))) return
    const record = parseRecord(line)
    const id = record && rules.idOf(record)
    if (id && targets.has(id)) places.set(id, [...(places.get(id) ?? []), offset])
  })
  return places
}
