/** Codex's session files (rollouts), plain or compressed. */
import { basename } from 'node:path'
import { stampOf } from '../../platform/files.js'
import type { Mark } from '../../platform/jsonl.js'
import { withDecompressed } from '../../platform/zstd.js'
import type { Emit } from '../common/event.js'
import { linesMarkOf, planRead, readLive } from '../common/live.js'
import { recordsIn } from '../common/record.js'
import { objectOf, textOf } from '../common/values.js'
import type { ReadResult, Tail, TranscriptReader } from '../reader.js'
import { readRecords } from './records.js'
import { findSessions, isRolloutName } from './sessions.js'
import { stateOf } from './state.js'
import type { State } from './state.js'
import { surveyWith } from './survey.js'
import type { Forms } from './survey.js'
import { readTail as readPlainTail } from './tail.js'

export const codex: TranscriptReader = { agent: 'codex', sniff, read, readTail, findSessions }

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
  return path.endsWith('.zst') ? withDecompressed(path, readPlainTail) : readPlainTail(path)
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
