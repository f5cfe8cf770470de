/** pi's records into events. Pure: no disk. */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import { type Common, commonOf, type Emit, trackWhere, type Where, whereOf } from '../common/events.js'
import type { RecordMachine, TreeRules } from '../common/session-lines.js'
import { clip, type Json, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { actionOf, answerOf, textIn } from './tools.js'

/** Ids and places, no text. */
interface State {
  calls: CallsState
  where: Where
}

export const tree: TreeRules = {
  // The first record has the id of the session and is no part of the tree.
  idOf: (record) => (record['type'] === 'session' ? undefined : textOf(record['id'])),
  parentOf: (record) => textOf(record['parentId']),
}

const SILENT: ReadonlySet<unknown> = new Set([
  'thinking_level_change',
  'usage',
  'context_edit',
  'custom',
  'custom_message',
  'label',
])

export function readRecords(emit: Emit, before?: State): RecordMachine<State> {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const where = trackWhere(emit, before?.where)

  function said(message: Json, id: string, common: Common): void {
    const { role } = message
    if (role === 'user') prompt(message, common)
    else if (role === 'assistant') assistant(message, common)
    else if (role === 'toolResult') result(message, common)
    else if (role === 'bashExecution') byHand(message, id, common)
    else if (role !== 'system' && role !== 'custom') survived.unknown++
  }

  function prompt(message: Json, common: Common): void {
    const text = typedIn(message)
    if (text) emit({ kind: 'prompt', text, ...common })
  }

  function assistant(message: Json, common: Common): void {
    where.say({ model: message['model'] }, common)
    for (const part of objectsOf(message['content'])) {
      const text = part['type'] === 'text' ? textOf(part['text'])?.trim() : undefined
      if (text) emit({ kind: 'text', text, ...common })
      if (part['type'] === 'toolCall') call(part, common)
    }
    const usage = objectOf(message['usage'])
    const context = contextOf(usage)
    const facts = present({ model: textOf(message['model']), output: numberOf(usage?.['output']) })
    if (context > 0) emit({ kind: 'usage', context, ...facts, ...common })
    if (message['stopReason'] === 'aborted') calls.interrupt(common)
  }

  function call(part: Json, common: Common): void {
    const [id, name] = [textOf(part['id']), textOf(part['name'])]
    if (!id || !name) return void survived.unknown++
    if (!calls.open(id, name, [actionOf(name, objectOf(part['arguments']) ?? {})], common)) survived.duplicate++
  }

  function result(message: Json, common: Common): void {
    const id = textOf(message['toolCallId'])
    if (id) calls.close(id, answerOf(message), common)
    else survived.unknown++
  }

  /** The user ran it, with "!" before it. */
  function byHand(message: Json, id: string, common: Common): void {
    const command = textOf(message['command'])
    if (!command) return
    const exit = numberOf(message['exitCode'])
    const isStopped = message['cancelled'] === true
    calls.open(id, 'bash', [{ type: 'run', command }], common)
    const text = textOf(message['output'])
    const told = { exit, interrupted: isStopped || undefined, text: text && clip(text) }
    calls.close(id, { ok: !isStopped && (exit ?? 0) === 0, ...present(told) }, common)
  }

  return {
    survived,
    state: () => ({ calls: calls.state(), where: where.state() }),
    record(record, offset) {
      const { type } = record
      const common = commonOf(offset, record['id'], record['timestamp'])
      if (type === 'session') where.say({ session: record['id'], cwd: record['cwd'] }, common)
      else if (type === 'message')
        said(objectOf(record['message']) ?? {}, textOf(record['id']) ?? `at-${offset}`, common)
      else if (type === 'model_change') where.say({ model: record['modelId'] }, common)
      else if (type === 'session_info') title(record, common)
      else if (type === 'compaction') emit({ kind: 'compaction', ...common })
      else if (type === 'branch_summary') summary(record, common)
      else if (!SILENT.has(type)) survived.unknown++
    },
  }

  function title(record: Json, common: Common): void {
    const text = textOf(record['name'])
    if (text) emit({ kind: 'stated', what: 'title', text, ...common })
  }

  /** Of what was left behind when the session went on from an earlier place. */
  function summary(record: Json, common: Common): void {
    const text = textOf(record['summary'])
    if (text) emit({ kind: 'stated', what: 'summary', text, ...common })
  }
}

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return { calls: callsStateOf(state?.['calls']), where: whereOf(state?.['where']) }
}

export function typedIn(message: Json): string | undefined {
  return textIn(message['content']).trim() || undefined
}

/** Tokens that the request held. */
export function contextOf(usage: Json | undefined): number {
  const parts = [usage?.['input'], usage?.['cacheRead'], usage?.['cacheWrite']]
  return parts.reduce<number>((sum, part) => sum + Math.max(0, numberOf(part) ?? 0), 0)
}
