/** Gemini CLI's session files: one record per line, or the older single JSON object. */
import { basename, dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { filesIn, foldersOf, namesIn, newestFirst } from '../common/sessions.js'
import { linesMarkOf, planRead, readFirstRecords, readLive, readRecordsBack, surveyRewinds } from '../common/lines.js'
import { type Json, numberOf, objectOf, objectsOf, parseRecord, textOf } from '../common/values.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { readTextFile, stampOf } from '../../platform/files/files.js'
import { type Mark, readHead } from '../../platform/files/jsonl.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords, type State, stateOf, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

interface GeminiMark {
  lines: Mark
  state: State
}

const OWN_KEYS = [/"sessionId"\s*:\s*"/, /"projectHash"\s*:\s*"/]
const FIRST = 2048
const MAX_BYTES = 256 * 1024 * 1024

const survey = surveyRewinds({
  sign: '"$rewindTo"',
  targetOf: (record) => textOf(record['$rewindTo']),
  idOf: (record) => textOf(record['id']),
  // What the client itself does when it loads such a file.
  whenMissing: 'everything',
})

function sniff(firstLines: string): boolean {
  const first = firstLines.trimStart().slice(0, FIRST)
  return first.startsWith('{') && OWN_KEYS.every((key) => key.test(first))
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  return isOneObject(path) ? readOneObject(path, from, onEvent) : readJsonl(path, from, onEvent)
}

function readTail(path: string): Tail {
  return isOneObject(path) ? tailOf(parseObject(path) ?? {}) : readJsonlTail(path)
}

function readJsonl(path: string, from: unknown, onEvent: Emit): ReadResult {
  const given = objectOf(from)
  const start = linesMarkOf(given?.['lines'])
  const plan = planRead(path, start, survey)
  const machine = readRecords(onEvent, readProjectRoot(path), plan.start ? stateOf(given?.['state']) : undefined)
  const { mark, malformed, tornTail } = readLive(path, plan, machine.record)
  return {
    mark: { lines: mark, state: machine.state() } satisfies GeminiMark,
    restarted: plan.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed, tornTail },
  }
}

/** Rewritten whole by the client with every message, so it is read whole when it changed. */
function readOneObject(path: string, from: unknown, onEvent: Emit): ReadResult {
  const stamp = stampOf(path)?.stamp
  const none = { malformed: 0, unknown: 0, duplicate: 0, tornTail: false }
  if (from != null && stamp !== undefined && textOf(objectOf(from)?.['stamp']) === stamp) {
    return { mark: { stamp }, restarted: false, survived: none }
  }
  const conversation = parseObject(path)
  // Half written: nothing of it can be trusted, and the next read will find it whole.
  if (!conversation) return { mark: {}, restarted: from != null, survived: { ...none, malformed: 1, tornTail: true } }
  const machine = readRecords(onEvent, readProjectRoot(path))
  machine.record(conversation, 0)
  return { mark: { stamp }, restarted: from != null, survived: { ...machine.survived, tornTail: false } }
}

function isOneObject(path: string): boolean {
  if (path.endsWith('.jsonl')) return false
  if (path.endsWith('.json')) return true
  const [first = ''] = readHead(path, 64 * 1024).split('\n', 1)
  const record = parseRecord(first)
  return record ? 'messages' in record : first.trim() === '{'
}

function parseObject(path: string): Json | null {
  const text = readTextFile(path, MAX_BYTES)
  if (text === null) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
  return parseRecord(text)
}

function readJsonlTail(path: string): Tail {
  const look = lookBack()
  readRecordsBack(path, look.record)
  return present<Tail>({ ...look.found, session: sessionOf(readFirstRecords(path)[0]) })
}

/** Of the older form, which is one record. */
function tailOf(conversation: Json): Tail {
  const look = lookBack()
  for (const message of objectsOf(conversation['messages']).toReversed()) if (!look.record(message)) break
  return present<Tail>({ ...look.found, session: sessionOf(conversation) })
}

function lookBack(): { found: Tail; record: (record: Json) => boolean } {
  const found: Tail = {}
  let rewound: string | undefined
  let [isPassing, isReplaced] = [false, false]

  /** The message that was rewound to may stand there several times. */
  function isUndone(record: Json): boolean {
    if (rewound === undefined) return false
    if (record['id'] === rewound) isPassing = true
    else if (isPassing) rewound = undefined
    return rewound !== undefined
  }

  return {
    found,
    record(record) {
      const at = commonOf(0, undefined, record['timestamp'] ?? objectOf(record['$set'])?.['lastUpdated']).at
      if (at !== undefined) found.at ??= at
      if (isUndone(record)) return true
      const target = textOf(record['$rewindTo'])
      if (target) [rewound, isPassing] = [target, false]
      if (Array.isArray(objectOf(record['$set'])?.['messages'])) isReplaced = true
      const typed = record['type'] === 'user' ? typedIn(record) : undefined
      if (typed) found.lastPrompt ??= typed
      if (record['type'] === 'gemini') lookAtUse(record, found, isReplaced)
      return !(found.lastPrompt && found.model && (found.context || isReplaced))
    },
  }
}

function lookAtUse(record: Json, found: Tail, isReplaced: boolean): void {
  const model = textOf(record['model'])
  const tokens = numberOf(objectOf(record['tokens'])?.['input'])
  if (model) found.model ??= model
  if (tokens && !isReplaced) found.context ??= { tokens }
}

function sessionOf(record: Json | undefined): string | undefined {
  return textOf(record?.['sessionId'])
}

const NAME = /^session-.+\.jsonl?$/
const SESSION = /"sessionId"\s*:\s*"([^"\\]+)"/
const MAX_SESSIONS = 50
const MAX_SMALL_BYTES = 1_000_000

/** Sessions lie by project, under a short name that the client keeps a list of, or a hash. */
function findSessions(place: Place): SessionFile[] {
  const root = homeOf(place)
  const names = readProjectNames(join(root, 'projects.json'))
  const hashes = new Set(namesIn(join(root, 'tmp')).filter((name) => /^[0-9a-f]{64}$/.test(name)))
  const found = foldersOf(place).flatMap((cwd) =>
    idsOf(cwd, names, hashes).flatMap((id) =>
      filesIn(join(root, 'tmp', id, 'chats'), (name) => NAME.test(name)).map((file) => ({ ...file, cwd })),
    ),
  )
  const once = new Map(newestFirst(found).map((file) => [file.path, file]))
  return [...once.values()].slice(0, MAX_SESSIONS).map(({ path, name, mtimeMs, cwd }) => {
    return { agent: manifest.id, path, session: readSession(path) ?? name.replace(/\.jsonl?$/, ''), mtimeMs, cwd }
  })
}

/** The client notes beside the chats which folder they belong to: `tmp/<id>/.project_root`. */
function readProjectRoot(path: string): string | undefined {
  const chats = [dirname(path), dirname(dirname(path))].find((dir) => basename(dir) === 'chats')
  return chats === undefined ? undefined : readSmall(join(dirname(chats), '.project_root'))?.trim() || undefined
}

function idsOf(cwd: string, names: Readonly<Record<string, unknown>>, hashes: ReadonlySet<string>): string[] {
  const name = textOf(names[cwd]) ?? textOf(names[cwd.toLowerCase()])
  const isPlain = name !== undefined && /^[\w.-]+$/.test(name) && name !== '..'
  const hash = hashes.size > 0 ? sha256Of(cwd) : ''
  return [...(isPlain ? [name] : []), ...(hashes.has(hash) ? [hash] : [])]
}

/** Loaded here, because it slows every start and few still have projects named by their hash. */
function sha256Of(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

function readProjectNames(path: string): Record<string, unknown> {
  try {
    return objectOf(objectOf(JSON.parse(readSmall(path) ?? '{}'))?.['projects']) ?? {}
  } catch {
    return {}
  }
}

function readSession(path: string): string | undefined {
  try {
    return SESSION.exec(readHead(path, 4096))?.[1]
  } catch {
    return undefined
  }
}

function readSmall(path: string): string | null {
  try {
    return readTextFile(path, MAX_SMALL_BYTES)
  } catch {
    return null
  }
}
