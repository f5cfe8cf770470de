/**
 * opencode's sessions: in its database, in the older storage, or exported. Messages change in place while they grow, so
 * a session that changed is read again from its start.
 */
import { basename } from 'node:path'
import type { ReadResult, Tail, TranscriptReader } from '../agent.js'
import type { Emit } from '../common/events.js'
import { type Json, listOf, objectOf, present, textOf } from '../common/values.js'
import { DogearError } from '../../core/errors.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { eachMessage, eachMessageBack, readSession, splitPath, stampOfSession, withDatabase } from './database.js'
import { isSessionFile, messageIds, readMessage, readObject, updatedAt } from './files.js'
import { manifest } from './manifest.js'
import { type Machine, type Message, messagesIn, readRecords, untilRevert } from './records.js'
import { findSessions } from './sessions.js'

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
      const kept = keep(message)
      if (kept) machine.message(kept)
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
  if (file.endsWith('.db')) return withDatabase(file, (db) => use(inDatabase(db, file, session)))
  const object = readObject(file)
  if (!object) throw new DogearError('bad-input', `${file} is no session of opencode: it is not JSON`)
  return use(isSessionFile(file) ? inFiles(file, object) : exported(object))
}

function inDatabase(db: Parameters<typeof readSession>[0], file: string, session: string | undefined): Source {
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

function inFiles(path: string, info: Json): Source {
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

function exported(object: Json): Source {
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
