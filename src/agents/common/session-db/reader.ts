/**
 * The sessions of opencode and its forks: in a database, in the older storage, or exported. Messages change in place while
 * they grow, so a session that changed is read again from its start.
 */
import { basename, join } from 'node:path'
import type { AgentId, Machine as Desk, Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../../agent.js'
import type { Emit } from '../events.js'
import { fileAt, filesIn, foldersOf, isHere, namesIn, newestFirst } from '../sessions.js'
import { type Json, listOf, objectOf, textOf } from '../values.js'
import { DogearError } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import type { TranscriptEvent } from '../../../core/session/transcript.js'
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
import { type Machine, type Message, messagesIn, readRecords, untilRevert } from './records.js'

/** What tells one of the family from another. */
export interface Family {
  agent: AgentId
  /** How the user starts it, for what to do where its database cannot be read. */
  program: string
  /** The name of its database file. */
  isDatabase(name: string): boolean
  /** The start of an export of any of them: is it of this one? */
  isExport(head: string): boolean
  databaseOf(machine: Desk): string
  homeOf(machine: Desk): string
}

export function readerOf(family: Family): TranscriptReader {
  const { agent, program } = family
  return {
    agent,
    sniff: (firstLines, path) => sniff(family, firstLines, path),
    read: (path, from, onEvent) => read(program, path, from, onEvent),
    readTail: (path) => readTail(program, path),
    findSessions: (place) => findSessions(family, place),
    fileOf,
  }
}

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
/** The first agent that is named: the fork calls its own otherwise, and counts its versions from 7. */
const FORK = /"agent"\s*:\s*"(?:code|ask|debug|architect|orchestrator)"|"version"\s*:\s*"[7-9]\.\d/

/** Is the export, of which this is the start, one of the fork that is called Kilo Code? */
export function isOfFork(head: string): boolean {
  return FORK.test(head.slice(0, 4000))
}

function sniff({ isDatabase, isExport }: Family, firstLines: string, path: string): boolean {
  const { file } = splitPath(path)
  if (firstLines.startsWith(SQLITE)) return isDatabase(basename(file))
  return (isSessionFile(file) || EXPORTED.test(firstLines)) && isExport(firstLines)
}

function read(program: string, path: string, from: unknown, onEvent: Emit): ReadResult {
  return withSource(program, path, (source) => {
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

function readTail(program: string, path: string): Tail {
  return withSource(program, path, (source) => {
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

function withSource<T>(program: string, path: string, use: (source: Source) => T): T {
  const { file, session } = splitPath(path)
  if (file.endsWith('.db')) return withDatabase(file, program, (db) => use(sourceInDatabase(db, file, session)))
  const object = readObject(file)
  if (!object) throw new DogearError('bad-input', `${file} is no session of ${program}: it is not JSON`)
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

type Found = Omit<SessionFile, 'agent'>

function findSessions(family: Family, place: Place): SessionFile[] {
  const folders = foldersOf(place)
  const database = family.databaseOf(place)
  const storage = join(family.homeOf(place), 'storage')
  const found = fileAt(database, basename(database))
    ? sessionsInDatabase(database, family.program, folders)
    : sessionsInStorage(storage, folders)
  return found.map((one) => ({ ...one, agent: family.agent }))
}

/** None where there is no SQLite: the error is for the user who names the database. */
function sessionsInDatabase(path: string, program: string, folders: readonly string[]): Found[] {
  try {
    return withDatabase(path, program, (db) => listSessions(db, MAX_SESSIONS)).flatMap(
      ({ id, directory, updated }): Found[] =>
        directory !== undefined && isHere(directory, folders)
          ? [{ path: joinPath(path, id), session: id, mtimeMs: updated, cwd: directory }]
          : [],
    )
  } catch {
    return []
  }
}

function sessionsInStorage(storage: string, folders: readonly string[]): Found[] {
  const root = join(storage, 'session')
  const found = namesIn(root).flatMap((project) => filesIn(join(root, project), (name) => /^ses_.+\.json$/.test(name)))
  return newestFirst(found)
    .slice(0, MAX_SESSIONS)
    .flatMap(({ path, name, mtimeMs }): Found[] => {
      const cwd = directoryOf(path)
      const session = name.slice(0, -'.json'.length)
      return cwd !== undefined && isHere(cwd, folders) ? [{ path, session, mtimeMs, cwd }] : []
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
