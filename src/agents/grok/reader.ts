/** Grok Build's sessions: `updates.jsonl`, with `summary.json` beside it. */
import { dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { readSession, readSessionBack } from '../common/session-lines.js'
import { fileAt, foldersOf, isFolderName, namesIn, newestFirst } from '../common/sessions.js'
import { numberOf, objectOf, parseRecord, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { readTextFile } from '../../platform/files/files.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { partsOf, readRecords, stateOf, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

function sniff(firstLines: string): boolean {
  return recordsIn(firstLines).some((record) => textOf(partsOf(record).update?.['sessionUpdate']) !== undefined)
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const { cwd, branch } = readSummary(path)
  let isFirst = true
  // The updates do not say where it works.
  const emit: Emit = (event) => {
    if (isFirst && from == null && cwd) onEvent({ kind: 'where', cwd, ...(branch && { branch }), ref: { offset: 0 } })
    isFirst = false
    onEvent(event)
  }
  return readSession(path, from, emit, { start: readRecords, stateOf })
}

function readTail(path: string): Tail {
  const found: Tail = present<Tail>({ branch: readSummary(path).branch })
  readSessionBack(path, undefined, (record) => {
    const { update, meta, session } = partsOf(record)
    const { at } = commonOf(0, undefined, meta?.['agentTimestampMs'])
    if (at !== undefined) found.at ??= at
    if (session) found.session ??= session
    const typed = update?.['sessionUpdate'] === 'user_message_chunk' ? typedIn(update) : undefined
    if (typed) found.lastPrompt ??= typed
    const model = textOf(objectOf(update?.['_meta'])?.['modelId'])
    if (model) found.model ??= model
    const tokens = numberOf(meta?.['totalTokens'])
    if (tokens) found.context ??= { tokens }
    return !(found.lastPrompt && found.model && found.context)
  })
  return found
}

interface Summary {
  cwd?: string
  branch?: string
}

function readSummary(path: string): Summary {
  try {
    const summary = parseRecord(readTextFile(join(dirname(path), 'summary.json'), 1_000_000) ?? '')
    const cwd = textOf(objectOf(summary?.['info'])?.['cwd'])
    return present<Summary>({ cwd, branch: textOf(summary?.['head_branch']) })
  } catch {
    return {}
  }
}

const MAX_SESSIONS = 50

/** `sessions/<folder, as in a URL>/<session>/updates.jsonl` */
function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'sessions')
  const found = foldersOf(place).flatMap((cwd) => {
    const dir = join(root, encodeURIComponent(cwd))
    return namesIn(dir)
      .filter((name) => isFolderName(name))
      .flatMap((name) => fileAt(join(dir, name, 'updates.jsonl'), name) ?? [])
      .map((file) => ({ ...file, cwd }))
  })
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MAX_SESSIONS).map(({ path, name, mtimeMs, cwd }) => {
    return { agent: manifest.id, path, session: name, mtimeMs, cwd }
  })
}
