/** Grok Build's updates into events. Pure: no disk. */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import { type Common, commonOf, type Emit, todosIn, trackWhere, type Where, whereOf } from '../common/events.js'
import type { RecordMachine } from '../common/session-lines.js'
import { type Json, numberOf, objectOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { actionOf, answerOf } from './tools.js'

/** Ids and places, no text. */
interface State {
  calls: CallsState
  where: Where
}

/** What the client tells of itself. */
const SILENT: ReadonlySet<unknown> = new Set([
  'agent_thought_chunk',
  'auto_compact_started',
  'available_commands_update',
  'background_tasks',
  'compaction_checkpoint',
  'current_mode_update',
  'hook_execution',
  'turn_completed',
])

export function readRecords(emit: Emit, before?: State): RecordMachine<State> {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const where = trackWhere(emit, before?.where)

  function call(update: Json, common: Common): void {
    const id = textOf(update['toolCallId'])
    const tool = textOf(objectOf(objectOf(update['_meta'])?.['x.ai/tool'])?.['name']) ?? textOf(update['title'])
    const input = objectOf(update['rawInput']) ?? {}
    if (!id || !tool) return void survived.unknown++
    if (!calls.open(id, tool, [actionOf(tool, input)], common)) return void survived.duplicate++
    if (tool === 'todo_write') emit({ kind: 'todos', items: todosIn(input['todos']), ...common })
  }

  function progress(update: Json, common: Common): void {
    const [id, answer] = [textOf(update['toolCallId']), answerOf(update)]
    if (id && answer) calls.close(id, answer, common)
  }

  function said(update: Json, tokens: unknown, common: Common): void {
    const text = textIn(update)
    const context = numberOf(tokens) ?? 0
    if (text) emit({ kind: 'text', text, ...common })
    if (context > 0) emit({ kind: 'usage', context, ...common })
  }

  return {
    survived,
    state: () => ({ calls: calls.state(), where: where.state() }),
    record(record, offset) {
      const { update, meta, session } = partsOf(record)
      if (!update) return void survived.unknown++
      const common = commonOf(offset, meta?.['eventId'], meta?.['agentTimestampMs'])
      const model = objectOf(update['_meta'])?.['modelId']
      where.say({ session, model }, common)
      const kind = update['sessionUpdate']
      const typed = kind === 'user_message_chunk' ? typedIn(update) : undefined
      if (typed) emit({ kind: 'prompt', text: typed, ...common })
      if (kind === 'agent_message_chunk') said(update, meta?.['totalTokens'], common)
      else if (kind === 'tool_call') call(update, common)
      else if (kind === 'tool_call_update') progress(update, common)
      else if (kind === 'plan') emit({ kind: 'todos', items: todosIn(update['entries']), ...common })
      else if (kind === 'auto_compact_completed' || kind === 'compact_completed') {
        const tokensAfter = numberOf(update['tokens_after'])
        const trigger = kind === 'compact_completed' ? 'manual' : 'auto'
        emit({ kind: 'compaction', trigger, ...present({ tokensAfter }), ...common })
      } else if (kind !== 'user_message_chunk' && !SILENT.has(kind)) survived.unknown++
    },
  }
}

export function partsOf(record: Json): { update?: Json; meta?: Json; session?: string } {
  const params = objectOf(record['params'])
  return present({
    update: objectOf(params?.['update']),
    meta: objectOf(params?.['_meta']),
    session: textOf(params?.['sessionId']),
  })
}

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return { calls: callsStateOf(state?.['calls']), where: whereOf(state?.['where']) }
}

export function typedIn(update: Json): string | undefined {
  const text = textIn(update)
  return text === undefined || /^<(?:system-reminder|user_info)>/.test(text) ? undefined : text
}

function textIn(update: Json): string | undefined {
  return textOf(objectOf(update['content'])?.['text'])?.trim() || undefined
}
