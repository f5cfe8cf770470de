/**
 * opencode's sessions: in its database, in the older storage, or exported. Messages change in place while they grow, so
 * a session that changed is read again from its start.
 */
import { basename, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { fileAt, filesIn, foldersOf, isHere, namesIn, newestFirst } from '../common/sessions.js'
import { type Json, listOf, objectOf, textOf } from '../common/values.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import {
  eachMessage,
  eachMessageBack,
  isSessionFile,
  joinPath,
  listSessions,
  messageIds,
  readMessage,
  readObject,
  readSession,
  splitPath,
  stampOfSession,
  updatedAt,
  withDatabase,
} from './storage.js'
import { databaseOf, homeOf, manifest } from './manifest.js'
import { type Machine, type Message, messagesIn, readRecords, untilRevert } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions, fileOf }

/** A session, wherever it is kept. */
interface Source {
  info: Json
  /** Changes whenever the session does. */
  stamp: string
  each(onMessage: (message: Message) => void, onBad: () => void): void
  /** Newest first, until `onMessage` returns false. */
  back(onMessage: (message: Message) => boolean): void
}

function fileOf(path: string): string {
  return splitPath(path).file
}

const SQLITE = 'SQLite format 3\u0000'
const EXPORTED = /^\s*\{\s*"info"\s*:\s*\{[^]{0,4000}?"ses_/
const TAIL_MESSAGES = 100

function sniff(firstLines: string, path: string): boolean {
  const { file } = splitPath(path)
  if (firstLines.startsWith(SQLITE)) return /^opencode.*\.db$/.test(basename(file))
  return isSessionFile(file) || EXPORTED.test(firstLines)
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  return withSource(path, (source) => {
    const mark = { session: textOf(source.info['id']), stamp: source.stamp }
    const before = objectOf(from)
    const isSame = before?.['session'] === mark.session && before?.['stamp'] === mark.stamp
    const machine = readRecords(onEvent)
    if (!isSame) readAll(source, machine)
    return { mark, restarted: from != null && !isSame, survived: { ...machine.survived, tornTail: false } }
  })
}

function readAll(source: Source, machine: Machine): void {
  const keep = untilRevert(source.info['revert'])
  machine.session(source.info)
  source.each(
    (message) => {
      const valid = keep(message)
      if (valid) machine.message(valid)
    },
    () => machine.survived.malformed++,
  )
}

function readTail(path: string): Tail {
  return withSource(path, (source) => {
    const found: Tail = {}
    const reverted = textOf(objectOf(source.info['revert'])?.['messageID'])
    source.back((message) => {
      const id = textOf(message.info['id']) ?? ''
      // Ids sort by time.
      if (reverted === undefined || id < reverted) lookAt(message, found)
      return !(found.lastPrompt && found.context && found.model)
    })
    return present<Tail>({ ...found, session: textOf(source.info['id']) })
  })
}

function withSource<T>(path: string, use: (source: Source) => T): T {
  const { file, session } = splitPath(path)
  if (file.endsWith('.db')) return withDatabase(file, (db) => use(sourceInDatabase(db, file, session)))
  const object = readObject(file)
  if (!object) throw new DogearError('bad-input', `${file} is no session of opencode: it is not JSON`)
  return use(isSessionFile(file) ? sourceInFiles(file, object) : sourceExported(object))
}

function sourceInDatabase(db: Parameters<typeof readSession>[0], file: string, session: string | undefined): Source {
  const info = readSession(db, session)
  const id = textOf(info?.['id'])
  if (!info || !id)
    throw new DogearError('not-found', `there is no session ${session ?? ''} in ${file}`.replace('  ', ' '))
  return {
    info,
    stamp: stampOfSession(db, id),
    each: (onMessage, onBad) => eachMessage(db, id, onMessage, onBad),
    back: (onMessage) => eachMessageBack(db, id, TAIL_MESSAGES, onMessage),
  }
}

function sourceInFiles(path: string, info: Json): Source {
  const ids = messageIds(path)
  return {
    info: { ...info, id: basename(path, '.json') },
    stamp: `${updatedAt(info)} ${ids.length} ${ids.at(-1)}`,
    each(onMessage, onBad) {
      for (const [row, id] of ids.entries()) {
        const message = readMessage(path, id, row, onBad)
        if (message) onMessage(message)
      }
    },
    back(onMessage) {
      for (const id of ids.slice(-TAIL_MESSAGES).toReversed()) {
        const message = readMessage(path, id, 0, () => undefined)
        if (message && !onMessage(message)) return
      }
    },
  }
}

function sourceExported(object: Json): Source {
  const messages = messagesIn(object)
  const info = objectOf(object['info']) ?? {}
  return {
    info,
    stamp: `${updatedAt(info)} ${messages.length} ${listOf(messages.at(-1)?.parts).length}`,
    each: (onMessage) => messages.forEach(onMessage),
    back(onMessage) {
      for (const message of messages.slice(-TAIL_MESSAGES).toReversed()) if (!onMessage(message)) return
    },
  }
}

/** Adds to what was found what this message, older than those before, tells. */
function lookAt(message: Message, found: Tail): void {
  const events: TranscriptEvent[] = []
  readRecords((event) => events.push(event)).message(message)
  for (const event of events.toReversed()) {
    if (event.at !== undefined) found.at = Math.max(found.at ?? 0, event.at)
    if (event.kind === 'prompt') found.lastPrompt ??= event.text
    if (event.kind === 'usage' && event.context) found.context ??= { tokens: event.context }
    if (event.kind === 'where' && event.model) found.model ??= event.model
  }
}

const MAX_SESSIONS = 200

function findSessions(place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const database = databaseOf(place)
  const storage = join(homeOf(place), 'storage')
  return fileAt(database, 'opencode.db') ? sessionsInDatabase(database, folders) : sessionsInStorage(storage, folders)
}

/** None where there is no SQLite: the error is for the user who names the database. */
function sessionsInDatabase(path: string, folders: readonly string[]): SessionFile[] {
  try {
    return withDatabase(path, (db) => listSessions(db, MAX_SESSIONS)).flatMap(
      ({ id, directory, updated }): SessionFile[] =>
        directory !== undefined && isHere(directory, folders)
          ? [{ agent: manifest.id, path: joinPath(path, id), session: id, mtimeMs: updated, cwd: directory }]
          : [],
    )
  } catch {
    return []
  }
}

function sessionsInStorage(storage: string, folders: readonly string[]): SessionFile[] {
  const root = join(storage, 'session')
  const found = namesIn(root).flatMap((project) => filesIn(join(root, project), (name) => /^ses_.+\.json$/.test(name)))
  return newestFirst(found)
    .slice(0, MAX_SESSIONS)
    .flatMap(({ path, name, mtimeMs }): SessionFile[] => {
      const cwd = directoryOf(path)
      const session = name.slice(0, -'.json'.length)
      return cwd !== undefined && isHere(cwd, folders) ? [{ agent: manifest.id, path, session, mtimeMs, cwd }] : []
    })
}

/** Undefined also for the sessions of sub-agents. */
function directoryOf(path: string): string | undefined {
  try {
    const info = readObject(path)
    return textOf(info?.['parentID']) ? undefined : textOf(info?.['directory'])
  } catch {
    return undefined
  }
}
