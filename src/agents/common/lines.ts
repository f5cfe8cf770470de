/**
 * Reading a file whose later records can undo earlier ones. It is read twice: a survey finds the stretches that were
 * undone (numbers only, no text is held), then the rest is handed on. So memory does not grow with the file.
 */
import { type LinesRead, type Mark, readHead, readLines, readLinesFromEnd } from '../../platform/files/jsonl.js'
import { type Json, objectOf, parseRecord, recordsIn } from './values.js'

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

export function isUndone(undone: readonly Stretch[], offset: number): boolean {
  return undone.some(({ from, to }) => offset >= from && offset < to)
}

/** Null: no mark of `readLines`. */
export function linesMarkOf(value: unknown): Mark | null {
  const mark = objectOf(value)
  const isMark =
    Number.isSafeInteger(mark?.['offset']) && typeof mark?.['ino'] === 'string' && typeof mark['headHash'] === 'string'
  return isMark ? (mark as unknown as Mark) : null
}

// The newest records first, as far back as 4 MB: the same cost for every size of file.

const LOOK_BACK = 4 * 1024 * 1024
const HEAD = 256 * 1024

/** Until `onRecord` returns false. */
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
