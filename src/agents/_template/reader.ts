/** A toy's transcripts: `<home>/sessions/<session>.jsonl`, one record per line. */
import { join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import { commonOf, type Emit } from '../common/events.js'
import { filesIn, foldersOf, isHere } from '../common/sessions.js'
import { linesMarkOf, readFirstRecords, readRecordsBack } from '../common/lines.js'
import { clip, type Json, numberOf, objectOf, parseRecord, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Survived } from '../../core/session/transcript.js'
import { type Mark, readLines } from '../../platform/files/jsonl.js'
import { homeOf, manifest } from './manifest.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

/** Its first record has a key that no other agent writes. */
function sniff(firstLines: string): boolean {
  return recordsIn(firstLines, 1).some((record) => textOf(record['toySession']) !== undefined)
}

/** What the next read has to know of this one: ids and places, no text. */
interface ToyMark {
  lines: Mark
  calls: CallsState
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const start = linesMarkOf(objectOf(from)?.['lines'])
  let machine = readRecords(onEvent, start ? callsStateOf(objectOf(from)?.['calls']) : undefined)
  let isFresh = start === null
  const lines = readLines(path, start, (line, offset) => {
    // The file was replaced by a shorter one: what was known of it is void.
    if (!isFresh && offset < (start?.offset ?? 0)) machine = readRecords(onEvent)
    isFresh = true
    const record = parseRecord(line)
    if (record) machine.record(record, offset)
    else machine.survived.malformed++
  })
  const { survived } = machine
  return {
    mark: { lines: lines.mark, calls: machine.calls() } satisfies ToyMark,
    restarted: lines.restarted || (from != null && start === null),
    survived: { ...survived, malformed: survived.malformed + lines.tooLong, tornTail: lines.tornTail },
  }
}

interface Machine {
  record(record: Json, offset: number): void
  calls(): CallsState
  survived: Omit<Survived, 'tornTail'>
}

function readRecords(emit: Emit, before?: CallsState): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before)
  return {
    survived,
    calls: calls.state,
    record(record, offset) {
      const common = commonOf(offset, record['id'], record['at'])
      const [session, cwd] = [textOf(record['toySession']), textOf(record['cwd'])]
      const [text, call] = [textOf(record['text']), textOf(record['call'])]
      const [command, path] = [textOf(record['run']), textOf(record['edit'])]
      if (session) emit({ kind: 'where', session, ...(cwd && { cwd }), ...common })
      else if (record['who'] === 'user' && text) emit({ kind: 'prompt', text, ...common })
      else if (record['who'] === 'assistant' && text) emit({ kind: 'text', text, ...common })
      else if (call && command) calls.open(call, 'run', [{ type: 'run', command }], common)
      else if (call && path) calls.open(call, 'edit', [{ type: 'edit', path }], common)
      else if (call && record['who'] === 'tool') {
        const exit = numberOf(record['exit'])
        calls.close(call, present({ ok: (exit ?? 0) === 0, exit, text: text && clip(text) }), common)
      } else survived.unknown++
    },
  }
}

function readTail(path: string): Tail {
  let at: number | undefined
  let lastPrompt: string | undefined
  readRecordsBack(path, (record) => {
    at ??= commonOf(0, undefined, record['at']).at
    if (record['who'] === 'user') lastPrompt = textOf(record['text'])
    return lastPrompt === undefined
  })
  return present<Tail>({ at, lastPrompt, session: textOf(readFirstRecords(path)[0]?.['toySession']) })
}

const MAX_SESSIONS = 50

function findSessions(place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const files = filesIn(join(homeOf(place), 'sessions'), (name) => name.endsWith('.jsonl')).slice(0, MAX_SESSIONS)
  return files.flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = textOf(readFirstRecords(path)[0]?.['cwd'])
    const isOurs = cwd !== undefined && isHere(cwd, folders)
    return isOurs ? [{ agent: manifest.id, path, session: name.slice(0, -'.jsonl'.length), mtimeMs, cwd }] : []
  })
}
