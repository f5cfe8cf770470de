/** Qwen Code's sessions: records that name the one before them, in a file that only grows. */
import { join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { readCwd, readFirstRecords } from '../common/lines.js'
import { readSession, readSessionBack } from '../common/session-lines.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/sessions.js'
import { type Json, numberOf, objectOf, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords, stateOf, tree, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

/** Claude Code's envelope, with messages of parts as Gemini's, and a word for where they come from. */
function sniff(firstLines: string): boolean {
  return recordsIn(firstLines).some(
    (record) => 'parentUuid' in record && textOf(record['uuid']) !== undefined && isOwn(record),
  )
}

function isOwn(record: Json): boolean {
  return Array.isArray(objectOf(record['message'])?.['parts']) || textOf(record['provenance']) !== undefined
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  return readSession(path, from, onEvent, { start: readRecords, stateOf, tree })
}

function readTail(path: string): Tail {
  const found: Tail = {}
  let isCompacted = false
  readSessionBack(path, tree, (record) => {
    const { at } = commonOf(0, undefined, record['timestamp'])
    if (at !== undefined) found.at ??= at
    if (record['subtype'] === 'chat_compression') isCompacted = true
    if (record['isSidechain'] === true) return true
    const typed = record['type'] === 'user' ? typedIn(record) : undefined
    if (typed) found.lastPrompt ??= typed
    const tokens = numberOf(objectOf(record['usageMetadata'])?.['promptTokenCount'])
    if (tokens && !isCompacted) found.context ??= { tokens }
    const [model, branch] = [textOf(record['model']), textOf(record['gitBranch'])]
    if (model) found.model ??= model
    if (branch) found.branch ??= branch
    return !(found.lastPrompt && found.model && (found.context || isCompacted))
  })
  return present<Tail>({ ...found, session: textOf(readFirstRecords(path)[0]?.['sessionId']) })
}

const MAX_SESSIONS = 50
const HEAD_BYTES = 16 * 1024

/** A folder for each project, named after it: `-src-shop`. */
function findSessions(place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const root = join(homeOf(place), 'projects')
  const found = folders.flatMap((cwd) => filesIn(join(root, slugOf(cwd), 'chats'), (name) => name.endsWith('.jsonl')))
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MAX_SESSIONS).flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readCwd(path, HEAD_BYTES)
    const session = name.slice(0, -'.jsonl'.length)
    return cwd !== null && isHere(cwd, folders) ? [{ agent: manifest.id, path, session, mtimeMs, cwd }] : []
  })
}

/** The client's own rule. */
function slugOf(path: string): string {
  return path.replace(/[^a-zA-Z0-9]/g, '-')
}
