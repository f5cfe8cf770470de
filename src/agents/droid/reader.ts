/** droid's sessions: a file of lines that only grows. */
import { join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { readCwd, readFirstRecords } from '../common/lines.js'
import { readSession, readSessionBack } from '../common/session-lines.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/sessions.js'
import { numberOf, objectOf, parseRecord, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { readTextFile } from '../../platform/files/files.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords, stateOf, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

const OWN = /^(?:session_start|agent_turn_outcome|compaction_state|todo_state)$/

function sniff(firstLines: string): boolean {
  return recordsIn(firstLines).some((record) => {
    const message = objectOf(record['message'])
    const isMessage = record['type'] === 'message' && message !== undefined && !('parentUuid' in record)
    return OWN.test(textOf(record['type']) ?? '') || (isMessage && ('modelId' in message || 'visibility' in message))
  })
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  return readSession(path, from, onEvent, { start: readRecords, stateOf })
}

function readTail(path: string): Tail {
  const found: Tail = {}
  readSessionBack(path, undefined, (record) => {
    const { at } = commonOf(0, undefined, record['timestamp'])
    if (at !== undefined) found.at ??= at
    const message = objectOf(record['message']) ?? {}
    const typed = message['role'] === 'user' ? typedIn(message) : undefined
    if (typed) found.lastPrompt ??= typed
    const model = textOf(message['modelId'])
    if (model) found.model ??= model
    return !(found.lastPrompt && found.model)
  })
  return present<Tail>({ ...found, ...contextBeside(path), session: textOf(readFirstRecords(path)[0]?.['id']) })
}

/** The client counts in a file beside the session. */
function contextBeside(path: string): Pick<Tail, 'context'> {
  try {
    const settings = parseRecord(readTextFile(path.replace(/\.jsonl$/, '.settings.json'), 1_000_000) ?? '')
    const last = objectOf(settings?.['lastCallTokenUsage'])
    const tokens = (numberOf(last?.['inputTokens']) ?? 0) + (numberOf(last?.['cacheReadTokens']) ?? 0)
    return tokens > 0 ? { context: { tokens } } : {}
  } catch {
    return {}
  }
}

const MAX_SESSIONS = 50
const HEAD_BYTES = 16 * 1024

/** A folder for each folder in which it worked, named after it: `-src-shop`. */
function findSessions(place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const root = join(homeOf(place), 'sessions')
  const found = folders.flatMap((cwd) =>
    filesIn(join(root, cwd.replace(/[/\\:]/g, '-')), (name) => name.endsWith('.jsonl')),
  )
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MAX_SESSIONS).flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readCwd(path, HEAD_BYTES)
    const session = name.slice(0, -'.jsonl'.length)
    return cwd !== null && isHere(cwd, folders) ? [{ agent: manifest.id, path, session, mtimeMs, cwd }] : []
  })
}
