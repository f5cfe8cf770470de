/** Codex's session files (rollouts), plain or compressed. */
import { basename, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { fileAt, foldersOf, type FoundFile, isHere, namesIn, newestFirst } from '../common/sessions.js'
import { linesMarkOf, planRead, readCwd, readFirstRecords, readLive, readRecordsBack } from '../common/lines.js'
import { type Json, objectOf, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { stampOf } from '../../platform/files/files.js'
import type { Mark } from '../../platform/files/jsonl.js'
import { withDecompressed } from '../../platform/files/zstd.js'
import { typedInEvent, typedInItem, typedInTurnItem, usageOf } from './items.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords } from './records.js'
import { type Forms, promptForm, rolledBack, type State, stateOf, surveyWith } from './survey.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

interface CodexMark {
  lines: Mark
  forms: Forms
  state: State
}

const FIRST_RECORD = /^\{[^\n]{0,400}?"type"\s*:\s*"session_meta"/
const ENVELOPE: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
])

function sniff(firstLines: string, path: string): boolean {
  if (isRolloutName(basename(path)) || FIRST_RECORD.test(firstLines)) return true
  return recordsIn(firstLines).some((record) => ENVELOPE.has(record['type']) && objectOf(record['payload']))
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  return path.endsWith('.zst') ? readCompressed(path, from, onEvent) : readPlain(path, from, onEvent)
}

function readTail(path: string): Tail {
  return path.endsWith('.zst') ? withDecompressed(path, tailOf) : tailOf(path)
}

function readPlain(path: string, from: unknown, onEvent: Emit): ReadResult {
  const given = objectOf(from)
  const start = linesMarkOf(given?.['lines'])
  const plan = planRead(path, start, surveyWith(formsOf(given?.['forms'])))
  const { forms } = plan.survey
  const machine = readRecords(onEvent, forms, plan.start ? stateOf(given?.['state']) : undefined)
  const { mark, malformed, tornTail } = readLive(path, plan, machine.record)
  return {
    mark: { lines: mark, forms, state: machine.state() } satisfies CodexMark,
    restarted: plan.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed, tornTail },
  }
}

/** Nobody appends to a compressed rollout: it is read whole, or is still the one that was read. */
function readCompressed(path: string, from: unknown, onEvent: Emit): ReadResult {
  const stamp = stampOf(path)?.stamp
  const before = textOf(objectOf(from)?.['stamp'])
  if (stamp !== undefined && stamp === before) {
    return { mark: { stamp }, restarted: false, survived: { malformed: 0, unknown: 0, duplicate: 0, tornTail: false } }
  }
  const result = withDecompressed(path, (plain) => readPlain(plain, null, onEvent))
  return { mark: { stamp }, restarted: from != null, survived: result.survived }
}

function formsOf(value: unknown): Forms {
  const forms = objectOf(value)
  return { promptEvents: forms?.['promptEvents'] === true, textItems: forms?.['textItems'] === true }
}

function tailOf(path: string): Tail {
  const found: Tail = {}
  const prompts: { event?: string; item?: string } = {}
  const undone = { event: 0, item: 0 }
  let isCompacted = false
  readRecordsBack(path, (record) => {
    found.at ??= commonOf(0, undefined, record['timestamp']).at as number
    const payload = objectOf(record['payload']) ?? record
    const form = promptForm(record)
    if (form && undone[form] > 0) undone[form]--
    else if (form) prompts[form] ??= typedOf(payload, form) as string
    const turns = rolledBack(record)
    undone.event += turns
    undone.item += turns
    if (record['type'] === 'compacted') isCompacted = true
    if (record['type'] === 'turn_context') found.model ??= textOf(payload['model']) as string
    const usage = isCompacted || payload['type'] !== 'token_count' ? undefined : usageOf(payload)?.usage
    if (usage) found.context ??= present({ tokens: usage.context, window: usage.window })
    return !(prompts.event && found.model && (found.context || isCompacted))
  })
  return present<Tail>({ ...found, lastPrompt: prompts.event ?? prompts.item, ...readMeta(path) })
}

function typedOf(payload: Json, form: 'event' | 'item'): string | undefined {
  if (form === 'item') return typedInItem(payload)
  const item = objectOf(payload['item'])
  return item ? typedInTurnItem(item) : typedInEvent(payload)
}

function readMeta(path: string): Pick<Tail, 'session' | 'branch'> {
  const first = readFirstRecords(path)[0]
  const meta = objectOf(first?.['payload']) ?? first
  const branch = textOf(objectOf(meta?.['git'])?.['branch'])
  return present({ session: textOf(meta?.['id']) ?? textOf(meta?.['session_id']), branch })
}

/** `rollout-<time>-<thread>[_<rollout>].jsonl[.zst]` */
const NAME = /^rollout-[\dT-]{19}-([0-9a-f-]{36})(?:_[0-9a-f-]{36})?\.jsonl(\.zst)?$/
const OF_SUBAGENT = /"(?:thread_source":"subagent"|source":\{"subagent")/
const HEAD_BYTES = 8 * 1024
/** Files are named by the day they were begun; one resumed later is found among these. */
const MAX_FILES = 500
const MAX_HEADS = 100

/** Sessions lie by day, those of all projects together. */
function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'sessions')
  const folders = foldersOf(place)
  const newest = newestFirst(latestFiles(root)).slice(0, MAX_HEADS)
  return newest.flatMap((file): SessionFile[] => {
    const session = NAME.exec(file.name)?.[1] as string
    // A compressed file cannot tell it cheaply.
    const cwd = file.path.endsWith('.zst') ? null : readCwd(file.path, HEAD_BYTES, (head) => !OF_SUBAGENT.test(head))
    return cwd !== null && isHere(cwd, folders)
      ? [{ agent: manifest.id, path: file.path, session, mtimeMs: file.mtimeMs, cwd }]
      : []
  })
}

function isRolloutName(name: string): boolean {
  return NAME.test(name)
}

/** The newest days first, until there are enough. */
function latestFiles(root: string): FoundFile[] {
  const found: FoundFile[] = []
  for (const year of backwards(root)) {
    for (const month of backwards(join(root, year))) {
      for (const day of backwards(join(root, year, month))) {
        const dir = join(root, year, month, day)
        const names = namesIn(dir).filter(isRolloutName)
        found.push(...names.flatMap((name) => fileAt(join(dir, name), name) ?? []))
        if (found.length >= MAX_FILES) return found
      }
    }
  }
  return found
}

function backwards(dir: string): string[] {
  return namesIn(dir)
    .filter((name) => /^\d{2,4}$/.test(name))
    .toSorted()
    .toReversed()
}
