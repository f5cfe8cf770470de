/** Codex's session files (rollouts), plain or compressed. */
import { basename } from 'node:path'
import type { ReadResult, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { linesMarkOf, planRead, readFirstRecords, readLive, readRecordsBack } from '../common/lines.js'
import { type Json, objectOf, present, recordsIn, textOf } from '../common/values.js'
import { stampOf } from '../../platform/files/files.js'
import type { Mark } from '../../platform/files/jsonl.js'
import { withDecompressed } from '../../platform/files/zstd.js'
import { manifest } from './manifest.js'
import { readRecords, usageOf } from './records.js'
import { findSessions, isRolloutName } from './sessions.js'
import { type State, stateOf } from './state.js'
import { type Forms, promptForm, rolledBack, surveyWith } from './survey.js'
import { typedInEvent, typedInItem, typedInTurnItem } from './typed.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

interface CodexMark {
  lines: Mark
  forms: Forms
  state: State
}

const META = /^\{[^\n]{0,400}?"type"\s*:\s*"session_meta"/
const ENVELOPE: ReadonlySet<unknown> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
])

function sniff(firstLines: string, path: string): boolean {
  if (isRolloutName(basename(path)) || META.test(firstLines)) return true
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
