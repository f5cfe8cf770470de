/** Qwen Code's records into events. Pure: no disk. */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import {
  type Common,
  commonOf,
  type Emit,
  questionsIn,
  todosIn,
  trackWhere,
  type Where,
  whereOf,
} from '../common/events.js'
import type { RecordMachine, TreeRules } from '../common/session-lines.js'
import { type Json, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { actionOf, answerOf, type Call, callIn, responsesIn } from './tools.js'

/** Ids and places, no text. */
interface State {
  calls: CallsState
  where: Where
}

export const tree: TreeRules = {
  idOf: (record) => textOf(record['uuid']),
  parentOf: (record) => textOf(record['parentUuid']),
}

export function readRecords(emit: Emit, before?: State): RecordMachine<State> {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const where = trackWhere(emit, before?.where)

  function assistant(record: Json, message: Json, common: Common): void {
    where.say({ model: record['model'] }, common)
    for (const part of objectsOf(message['parts'])) {
      const text = part['thought'] === true ? undefined : textOf(part['text'])?.trim()
      if (text) emit({ kind: 'text', text, ...common })
      const asked = objectOf(part['functionCall'])
      if (asked) call(asked, common)
    }
    const usage = objectOf(record['usageMetadata'])
    const context = numberOf(usage?.['promptTokenCount']) ?? 0
    const facts = present({ model: textOf(record['model']), output: numberOf(usage?.['candidatesTokenCount']) })
    if (context > 0) emit({ kind: 'usage', context, ...facts, ...common })
  }

  function call(part: Json, common: Common): void {
    const [id, made] = [textOf(part['id']), callIn(part)]
    if (!id || !made) return void survived.unknown++
    if (!calls.open(id, made.tool, [actionOf(made)], common)) return void survived.duplicate++
    follow(id, made, common)
  }

  function follow(id: string, { tool, input }: Call, common: Common): void {
    if (tool === 'todo_write') emit({ kind: 'todos', items: todosIn(input['todos']), ...common })
    if (tool === 'enter_plan_mode') emit({ kind: 'plan', state: 'enter', ...common })
    const plan = textOf(input['plan'])
    if (tool === 'exit_plan_mode') emit({ kind: 'plan', state: 'proposed', ...(plan && { text: plan }), ...common })
    const goal = tool === 'propose_goal' ? (textOf(input['objective']) ?? textOf(input['goal'])) : undefined
    if (goal) emit({ kind: 'stated', what: 'goal', text: goal, ...common })
    if (tool !== 'ask_user_question') return
    for (const { question, options } of questionsIn(input['questions']))
      emit({ kind: 'question', call: id, question, options, ...common })
  }

  function result(record: Json, message: Json, common: Common): void {
    const noted = objectOf(record['toolCallResult']) ?? {}
    const parts = objectsOf(message['parts'])
    const id = textOf(noted['callId']) ?? textOf(responsesIn(message)[0]?.['id'])
    if (id) calls.close(id, answerOf(parts, noted), common)
    else survived.unknown++
  }

  function system(record: Json, common: Common): void {
    const payload = objectOf(record['systemPayload'])
    const title = record['subtype'] === 'custom_title' ? textOf(payload?.['customTitle']) : undefined
    if (title) emit({ kind: 'stated', what: 'title', text: title, ...common })
    if (record['subtype'] !== 'chat_compression') return
    const info = objectOf(payload?.['info'])
    const trigger = info?.['triggerReason'] === 'manual' ? 'manual' : 'auto'
    const facts = present({ tokensAfter: numberOf(info?.['newTokenCount']) })
    emit({ kind: 'compaction', trigger, ...facts, ...common })
  }

  return {
    survived,
    state: () => ({ calls: calls.state(), where: where.state() }),
    record(record, offset) {
      const sub = record['isSidechain'] === true ? (textOf(record['agentId']) ?? 'sub-agent') : undefined
      const common = commonOf(offset, record['uuid'], record['timestamp'], sub)
      const message = objectOf(record['message']) ?? {}
      const { type } = record
      if (!KNOWN.has(type)) return void survived.unknown++
      where.say({ session: record['sessionId'], cwd: record['cwd'], branch: record['gitBranch'] }, common)
      if (type === 'assistant') assistant(record, message, common)
      else if (type === 'tool_result') result(record, message, common)
      else if (type === 'system') system(record, common)
      const text = type === 'user' ? typedIn(record) : undefined
      if (text) emit({ kind: 'prompt', text, ...common })
    },
  }
}

const KNOWN: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool_result', 'system'])

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return { calls: callsStateOf(state?.['calls']), where: whereOf(state?.['where']) }
}

/** Reminders, files and what hooks say, each a part of its own behind what was typed. */
const PUT_IN = /^\s*<(?:qwen:|system-reminder|hook_context|environment_context)|^\s*--- Content from referenced files/
const OF_THE_CLIENT = /^\/[a-z][\w:-]*$/

/** `displayText` is what was typed where the model was sent something else. Undefined: nobody typed it. */
export function typedIn(record: Json): string | undefined {
  const source = textOf(record['provenance'])
  if (source !== undefined && source !== 'real_user') return undefined
  const shown = textOf(objectOf(record['systemPayload'])?.['displayText'])
  const parts = objectsOf(objectOf(record['message'])?.['parts']).map((part) => textOf(part['text']) ?? '')
  const end = parts.findIndex((text) => PUT_IN.test(text))
  const text = (shown ?? parts.slice(0, end < 0 ? undefined : end).join('')).trim()
  return text === '' || OF_THE_CLIENT.test(text) ? undefined : text
}
