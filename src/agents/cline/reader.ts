/** Cline's sessions: one JSON file each, written anew with every message, so it is read whole whenever it changed. */
import { basename, dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { trackCalls } from '../common/calls.js'
import { type Common, commonOf, type Emit, optionsIn, trackWhere } from '../common/events.js'
import { fileAt, foldersOf, isFolderName, isHere, namesIn, newestFirst } from '../common/sessions.js'
import { type Json, numberOf, objectOf, objectsOf, parseRecord, textOf } from '../common/values.js'
import { DogearError } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { readTextFile } from '../../platform/files/files.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { actionsOf, answerOf } from './tools.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

const OWN = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"updated_at"\s*:\s*"[^"]*"\s*,\s*"agent"\s*:/
const MAX_BYTES = 256 * 1024 * 1024

function sniff(firstLines: string): boolean {
  return OWN.test(firstLines)
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const file = readFile(path)
  const messages = objectsOf(file['messages'])
  const mark = { updated: textOf(file['updated_at']) ?? '', messages: messages.length }
  const before = objectOf(from)
  const isSame = before?.['updated'] === mark.updated && before['messages'] === mark.messages
  const survived = isSame ? { malformed: 0, unknown: 0, duplicate: 0 } : readAll(path, file, messages, onEvent)
  return { mark, restarted: from != null && !isSame, survived: { ...survived, tornTail: false } }
}

function readFile(path: string): Json {
  const file = parseRecord(readTextFile(path, MAX_BYTES) ?? '')
  if (file) return file
  throw new DogearError('bad-input', `${path} is no session of ${manifest.title}: it is not JSON`)
}

type Counts = { malformed: number; unknown: number; duplicate: number }

function readAll(path: string, file: Json, messages: readonly Json[], emit: Emit): Counts {
  const survived: Counts = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit)
  const where = trackWhere(emit)
  const start = commonOf(0, undefined, messages[0]?.['ts'])
  where.say({ session: file['sessionId'], cwd: textOf(besideOf(path)['cwd']) }, start)
  for (const [row, message] of messages.entries()) {
    const common = commonOf(row, message['id'], message['ts'])
    const { role } = message
    const typed = role === 'user' ? typedIn(message) : undefined
    if (typed) emit({ kind: 'prompt', text: typed, ...common })
    if (role === 'assistant') where.say({ model: objectOf(message['modelInfo'])?.['id'] }, common)
    for (const part of objectsOf(message['content'])) tell(part, role, common)
    if (role === 'assistant') use(message, common)
  }
  return survived

  function tell(part: Json, role: unknown, common: Common): void {
    const [type, text] = [part['type'], textOf(part['text'])?.trim()]
    if (type === 'text' && role === 'assistant' && text) emit({ kind: 'text', text, ...common })
    if (type === 'tool_use') call(part, common)
    const id = type === 'tool_result' ? textOf(part['tool_use_id']) : undefined
    if (id) calls.close(id, answerOf(part), common)
  }

  function call(part: Json, common: Common): void {
    const [id, name, input] = [textOf(part['id']), textOf(part['name']), objectOf(part['input']) ?? {}]
    if (!id || !name) return void survived.unknown++
    if (!calls.open(id, name, actionsOf(name, input), common)) return void survived.duplicate++
    const question = name === 'ask_question' ? textOf(input['question']) : undefined
    if (question) emit({ kind: 'question', call: id, question, options: optionsIn(input['options']), ...common })
  }

  function use(message: Json, common: Common): void {
    const context = tokensIn(message)
    if (context > 0) emit({ kind: 'usage', context, ...common })
  }
}

/** Tokens that the request held. */
function tokensIn(message: Json): number {
  const used = objectOf(message['metrics'])
  const parts = [used?.['inputTokens'], used?.['cacheReadTokens'], used?.['cacheWriteTokens']]
  return parts.reduce<number>((sum, part) => sum + Math.max(0, numberOf(part) ?? 0), 0)
}

const TYPED = /^<user_input\b[^>]*>([^]*)<\/user_input>/
const PUT_IN = /^<(?:environment_details|hook_context|system-reminder|task_resumption)/

/** What a person typed stands in marks; what else the client puts into the same message does not. */
function typedIn(message: Json): string | undefined {
  const texts = objectsOf(message['content']).flatMap((part) =>
    part['type'] === 'text' ? (textOf(part['text'])?.trim() ?? []) : [],
  )
  const typed = texts.flatMap((text) => TYPED.exec(text)?.[1] ?? (PUT_IN.test(text) ? [] : text))
  return typed.join('\n').trim() || undefined
}

function readTail(path: string): Tail {
  const file = readFile(path)
  const messages = objectsOf(file['messages']).toReversed()
  const own = messages.filter(({ role }) => role === 'assistant')
  const tokens = own.map(tokensIn).find((one) => one > 0)
  return present<Tail>({
    session: textOf(file['sessionId']),
    at: numberOf(messages[0]?.['ts']),
    lastPrompt: messages.flatMap((one) => (one['role'] === 'user' ? (typedIn(one) ?? []) : []))[0],
    model: textOf(objectOf(own[0]?.['modelInfo'])?.['id']),
    context: tokens === undefined ? undefined : { tokens },
  })
}

/** `<session>.json` beside `<session>.messages.json` tells where it works. */
function besideOf(path: string): Json {
  try {
    const name = basename(path).replace(/\.messages\.json$/, '.json')
    return (
      (name === basename(path) ? null : parseRecord(readTextFile(join(dirname(path), name), 1_000_000) ?? '')) ?? {}
    )
  } catch {
    return {}
  }
}

const MAX_SESSIONS = 50

function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'data', 'sessions')
  const folders = foldersOf(place)
  const found = namesIn(root)
    .filter((name) => isFolderName(name))
    .flatMap((name) => fileAt(join(root, name, `${name}.messages.json`), name) ?? [])
  return newestFirst(found)
    .slice(0, MAX_SESSIONS)
    .flatMap(({ path, name, mtimeMs }): SessionFile[] => {
      const cwd = textOf(besideOf(path)['cwd'])
      return cwd !== undefined && isHere(cwd, folders)
        ? [{ agent: manifest.id, path, session: name, mtimeMs, cwd }]
        : []
    })
}
