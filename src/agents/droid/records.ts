/** droid's records into events. Pure: no disk. */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import { type Common, commonOf, type Emit, questionsIn, trackWhere, type Where, whereOf } from '../common/events.js'
import type { RecordMachine } from '../common/session-lines.js'
import { type Json, objectOf, objectsOf, textOf } from '../common/values.js'
import { actionsOf, answerOf, textIn, todosOf } from './tools.js'

/** Ids and places, no text. */
interface State {
  calls: CallsState
  where: Where
}

const SILENT: ReadonlySet<unknown> = new Set(['agent_turn_outcome', 'todo_state', 'session_title_updated'])

export function readRecords(emit: Emit, before?: State): RecordMachine<State> {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const where = trackWhere(emit, before?.where)

  function assistant(message: Json, common: Common): void {
    where.say({ model: message['modelId'] }, common)
    for (const part of objectsOf(message['content'])) {
      const text = part['type'] === 'text' ? textOf(part['text'])?.trim() : undefined
      if (text) emit({ kind: 'text', text, ...common })
      if (part['type'] === 'tool_use') call(part, common)
    }
  }

  function call(part: Json, common: Common): void {
    const [id, name, input] = [textOf(part['id']), textOf(part['name']), objectOf(part['input']) ?? {}]
    if (!id || !name) return void survived.unknown++
    if (!calls.open(id, name, actionsOf(name, input), common)) return void survived.duplicate++
    if (name === 'TodoWrite') emit({ kind: 'todos', items: todosOf(input), ...common })
    const plan = name === 'ExitSpecMode' ? textOf(input['plan']) : undefined
    if (plan) emit({ kind: 'plan', state: 'proposed', text: plan, ...common })
    if (name === 'AskUser')
      for (const { question, options } of questionsIn(input['questions']))
        emit({ kind: 'question', call: id, question, options, ...common })
  }

  function user(message: Json, common: Common): void {
    const text = typedIn(message)
    if (text) emit({ kind: 'prompt', text, ...common })
    for (const part of objectsOf(message['content'])) {
      const id = part['type'] === 'tool_result' ? textOf(part['tool_use_id']) : undefined
      if (id) calls.close(id, answerOf(part), common)
    }
  }

  return {
    survived,
    state: () => ({ calls: calls.state(), where: where.state() }),
    record(record, offset) {
      const { type } = record
      const common = commonOf(offset, record['id'], record['timestamp'])
      const message = objectOf(record['message']) ?? {}
      if (type === 'session_start') where.say({ session: record['id'], cwd: record['cwd'] }, common)
      else if (type === 'compaction_state' || type === 'compaction') emit({ kind: 'compaction', ...common })
      else if (type === 'message' && message['role'] === 'assistant') assistant(message, common)
      else if (type === 'message' && message['role'] === 'user') user(message, common)
      else if (!SILENT.has(type)) survived.unknown++
    },
  }
}

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return { calls: callsStateOf(state?.['calls']), where: whereOf(state?.['where']) }
}

const PUT_IN = /^\s*<(?:system-reminder|system-notification|hook_context)>/

/** Undefined: what hooks did, reminders, answers of tools. */
export function typedIn(message: Json): string | undefined {
  if (message['visibility'] !== undefined || message['hookEventName'] !== undefined) return undefined
  const content = message['content']
  const parts = typeof content === 'string' ? [content] : objectsOf(content).map((part) => textIn([part]))
  return (
    parts
      .filter((text) => text !== '' && !PUT_IN.test(text))
      .join('\n')
      .trim() || undefined
  )
}
