/** Cursor's agent transcripts. */
import { basename, dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { fileAt, foldersOf, type FoundFile, namesIn, newestFirst } from '../common/sessions.js'
import { linesMarkOf, readRecordsBack } from '../common/lines.js'
import { type Json, objectOf, parseRecord, recordsIn } from '../common/values.js'
import { type Mark, readLines } from '../../platform/files/jsonl.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

interface CursorMark {
  lines: Mark
}

function sniff(firstLines: string, path: string): boolean {
  if (/[/\\]agent-transcripts[/\\]/.test(path) && path.endsWith('.jsonl')) return true
  return recordsIn(firstLines).some(isOwn)
}

/** Nothing but a role and a message: every other agent's records have an id, a time or a type. */
function isOwn(record: Json): boolean {
  const isRole = record['role'] === 'user' || record['role'] === 'assistant'
  return isRole && objectOf(record['message'])?.['content'] !== undefined && record['type'] === undefined
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const start = linesMarkOf(objectOf(from)?.['lines'])
  const [session, sub] = idsOf(path)
  const machine = readRecords(onEvent, sub)
  let isSaid = false
  const lines = readLines(path, start, (line, offset) => {
    // Also when the file was replaced and so is read from its start.
    if (!isSaid && offset < (start?.offset ?? 1))
      onEvent({ kind: 'where', session, ref: { offset: 0 }, ...(sub && { sub }) })
    isSaid = true
    const record = parseRecord(line)
    if (record) machine.record(record, offset)
    else machine.survived.malformed++
  })
  return {
    mark: { lines: lines.mark } satisfies CursorMark,
    restarted: lines.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed: machine.survived.malformed + lines.tooLong, tornTail: lines.tornTail },
  }
}

function readTail(path: string): Tail {
  const tail: Tail = { session: idsOf(path)[0] }
  const machine = readRecords((event) => {
    if (event.kind === 'prompt') tail.lastPrompt = event.text
  }, undefined)
  readRecordsBack(path, (record, offset) => {
    if (record['role'] === 'user') machine.record(record, offset)
    return tail.lastPrompt === undefined
  })
  return tail
}

/** The session, and the sub-agent where the file is one's: `<session>/subagents/<id>.jsonl`. */
function idsOf(path: string): [session: string, sub: string | undefined] {
  const name = basename(path).replace(/\.jsonl$/, '')
  const folder = dirname(path)
  return basename(folder) === 'subagents' ? [basename(dirname(folder)), name] : [name, undefined]
}

const MAX_SESSIONS = 50

function findSessions(place: Place): SessionFile[] {
  const slugs = new Map(foldersOf(place).map((folder) => [slugOf(folder), folder]))
  const found = [...slugs].flatMap(([slug, cwd]) => {
    const dir = join(homeOf(place), 'projects', slug, 'agent-transcripts')
    return namesIn(dir)
      .flatMap((name) => transcriptAt(dir, name) ?? [])
      .map((file) => ({ ...file, cwd }))
  })
  return newestFirst(found)
    .slice(0, MAX_SESSIONS)
    .map(({ path, name, mtimeMs, cwd }) => {
      return { agent: manifest.id, path, session: name, mtimeMs, cwd }
    })
}

/** The client's own rule. It is lossy, and nothing in a transcript tells the folder: `a_b` and `a-b` are one here. */
function slugOf(path: string): string {
  return path.replace(/^\//, '').replace(/[^a-zA-Z0-9]/g, '-')
}

/** `<id>.jsonl` of the command line, `<id>/<id>.jsonl` of the editor. */
function transcriptAt(dir: string, name: string): FoundFile | null {
  if (name.endsWith('.jsonl')) return fileAt(join(dir, name), name.slice(0, -'.jsonl'.length))
  return fileAt(join(dir, name, `${name}.jsonl`), name)
}
