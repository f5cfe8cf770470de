/** Copilot CLI's session files: `events.jsonl`, with `workspace.yaml` and `plan.md` beside it. */
import { basename, dirname, join } from 'node:path'
import type { Mark } from '../../platform/jsonl.js'
import type { Emit } from '../common/event.js'
import { linesMarkOf, planRead, readLive } from '../common/live.js'
import { recordsIn } from '../common/record.js'
import { surveyRewinds } from '../common/rewinds.js'
import { objectOf, textOf } from '../common/values.js'
import type { ReadResult, TranscriptReader } from '../reader.js'
import { readRecords, stateOf } from './records.js'
import type { State } from './records.js'
import { findSessions } from './sessions.js'
import { readTail } from './tail.js'
import { readWorkspace } from './workspace.js'

export const copilotCli: TranscriptReader = { agent: 'copilot-cli', sniff, read, readTail, findSessions }

interface CopilotMark {
  lines: Mark
  state: State
}

const OWN_TYPE = /^(?:session|user|assistant|tool|system|hook)\.[a-z_]+$/
const START = /^\{[^\n]{0,200}?"type"\s*:\s*"session\.start"/

const survey = surveyRewinds({
  sign: '"session.snapshot_rewind"',
  targetOf: (record) =>
    record['type'] === 'session.snapshot_rewind' ? textOf(objectOf(record['data'])?.['upToEventId']) : undefined,
  idOf: (record) => textOf(record['id']),
  // The client takes the undone events out of the file; then there is nothing left to undo.
  whenMissing: 'nothing',
})

function sniff(firstLines: string): boolean {
  if (START.test(firstLines)) return true
  return recordsIn(firstLines).some(
    (record) => OWN_TYPE.test(textOf(record['type']) ?? '') && objectOf(record['data']) && 'parentId' in record,
  )
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const given = objectOf(from)
  const start = linesMarkOf(given?.['lines'])
  const plan = planRead(path, start, survey)
  const before = plan.start ? stateOf(given?.['state']) : undefined
  const machine = readRecords(onEvent, planBeside(path), before)
  const { mark, malformed, tornTail } = readLive(path, plan, machine.record)
  const { where } = machine.state()
  // Only where the events do not tell.
  const { cwd, branch } = readWorkspace(path)
  if (cwd && !where.cwd) onEvent({ kind: 'where', cwd, ...(branch && { branch }), ref: { offset: 0 } })
  return {
    mark: {
      lines: mark,
      state: { ...machine.state(), where: { ...(cwd && { cwd }), ...where } },
    } satisfies CopilotMark,
    restarted: plan.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed, tornTail },
  }
}

function planBeside(path: string): string | undefined {
  return basename(path) === 'events.jsonl' ? join(dirname(path), 'plan.md') : undefined
}
