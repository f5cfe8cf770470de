/** pi's sessions: a tree of records in a file that only grows. */
import { join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { readCwd, readFirstRecords } from '../common/lines.js'
import { readSession, readSessionBack } from '../common/session-lines.js'
import { filesIn, foldersOf, isHere, newestFirst } from '../common/sessions.js'
import { objectOf, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { contextOf, readRecords, stateOf, tree, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

/** The first record tells the session, its version as a number, and where it works. */
function sniff(firstLines: string): boolean {
  const [first] = recordsIn(firstLines, 1)
  return first?.['type'] === 'session' && textOf(first['id']) !== undefined && textOf(first['cwd']) !== undefined
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
    if (record['type'] === 'compaction') isCompacted = true
    const message = record['type'] === 'message' ? (objectOf(record['message']) ?? {}) : {}
    const typed = message['role'] === 'user' ? typedIn(message) : undefined
    if (typed) found.lastPrompt ??= typed
    const tokens = contextOf(objectOf(message['usage']))
    if (tokens > 0 && !isCompacted) found.context ??= { tokens }
    const model = textOf(message['model'])
    if (model) found.model ??= model
    return !(found.lastPrompt && found.model && (found.context || isCompacted))
  })
  return present<Tail>({ ...found, session: textOf(readFirstRecords(path)[0]?.['id']) })
}

const MAX_SESSIONS = 50
const HEAD_BYTES = 16 * 1024

/** A folder for each folder in which it worked, named after it: `--src-shop--`. */
function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'sessions')
  const folders = foldersOf(place)
  const found = folders.flatMap((cwd) => filesIn(join(root, slugOf(cwd)), (name) => name.endsWith('.jsonl')))
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MAX_SESSIONS).flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readCwd(path, HEAD_BYTES)
    // `<time>_<session>.jsonl`
    const session = name.slice(name.indexOf('_') + 1, -'.jsonl'.length)
    return cwd !== null && isHere(cwd, folders) ? [{ agent: manifest.id, path, session, mtimeMs, cwd }] : []
  })
}

/** The client's own rule. */
function slugOf(path: string): string {
  return `--${path.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`
}
