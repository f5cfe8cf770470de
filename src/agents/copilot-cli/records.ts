/** Copilot CLI's events, one after the other, into ours. Pure: no disk. */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import {
  type Common,
  commonOf,
  type Emit,
  trackWhere,
  optionsIn,
  todosIn,
  todosInMarkdown,
  type Where,
  whereOf,
} from '../common/events.js'
import { type Json, latestMap, listOf, numberOf, objectOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { CompactionEvent, Survived } from '../../core/session/transcript.js'
import { actionsOf, answerOf } from './tools.js'

/** Plain JSON without text of the conversation. */
export interface State {
  calls: CallsState
  where: Where
  /** The latest event ids. */
  ids: string[]
}

export interface Machine {
  record(record: Json, offset: number): void
  state(): State
  survived: Omit<Survived, 'tornTail'>
}

/** Events that say nothing about the work, or say it a second time. Whole families grow with every version. */
const BOOKKEEPING =
  /^(?:assistant\.(?!message$)|hook\.|permission\.|mcp\.|mcp_app\.|command\.|commands\.|external_tool\.|elicitation\.|sampling\.|subagent\.|skill\.|system\.|session\.|factory\.|tool\.execution_(?:partial_result|progress)$|tool\.user_requested$|tool_search\.|pending_messages\.|model\.|ui\.|auto_mode_switch\.|session_limits_exhausted\.|capabilities\.)/
const MAX_IDS = 4096
const MAX_IN_MARK = 64

interface Asked {
  question: string
  options: string[]
}

/** `plan`: where the session keeps its plan. */
export function readRecords(emit: Emit, plan: string | undefined, before?: State): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const where = trackWhere(emit, before?.where)
  const ids = latestMap<true>(
    MAX_IDS,
    before?.ids.map((id) => [id, true]),
  )
  const asked = latestMap<Asked>(64)
  const path = present({ path: plan })

  const byType: Record<string, (data: Json, common: Common) => void> = {
    'session.start': place,
    'session.resume': place,
    'session.context_changed': (data, common) => placeIn(data, common),
    'session.model_change': (data, common) => where.say({ model: data['newModel'] }, common),
    'session.mode_changed'(data, common) {
      if (data['newMode'] === 'plan') emit({ kind: 'plan', state: 'enter', ...common })
    },
    'session.plan_changed'(data, common) {
      if (data['operation'] !== 'delete') emit({ kind: 'plan', state: 'proposed', ...path, ...common })
    },
    'exit_plan_mode.requested'(data, common) {
      emit({ kind: 'plan', state: 'proposed', ...path, ...present({ text: textOf(data['planContent']) }), ...common })
    },
    'exit_plan_mode.completed'(data, common) {
      if (typeof data['approved'] !== 'boolean') return
      emit({ kind: 'plan', state: data['approved'] ? 'approved' : 'refused', ...path, ...common })
    },
    'user.message'(data, common) {
      const text = common.sub === undefined ? typedIn(data) : undefined
      if (text) emit({ kind: 'prompt', text, ...common })
    },
    'assistant.message'(data, common) {
      where.say({ model: data['model'] }, common)
      const text = textOf(data['content'])?.trim()
      if (text) emit({ kind: 'text', text, ...common })
    },
    'tool.execution_start': call,
    'tool.execution_complete'(data, common) {
      const id = textOf(data['toolCallId'])
      if (!id) return void survived.unknown++
      calls.close(id, answerOf(data), common)
      answer(id, data, common)
    },
    'session.usage_info': (data, common) => usage(data['currentTokens'], data['tokenLimit'], common),
    'session.shutdown'(data, common) {
      where.say({ model: data['currentModel'] }, common)
      usage(data['currentTokens'], undefined, common)
    },
    'session.compaction_complete': compaction,
    // What the model knew is gone, as after a compaction; what was done stays done.
    'session.context_cleared': (_, common) => emit({ kind: 'compaction', trigger: 'manual', ...common }),
    'user_input.requested'(data, common) {
      const [id, question] = [textOf(data['requestId']), textOf(data['question'])]
      const call_ = textOf(data['toolCallId']) ?? id
      // The tool call that asked has said it already.
      if (!id || !question || !call_ || asked.has(call_)) return
      const options = optionsIn(data['choices'])
      asked.set(id, { question, options })
      emit({ kind: 'question', call: id, question, options, ...common })
    },
    'user_input.completed'(data, common) {
      const [id, said] = [textOf(data['requestId']) ?? '', textOf(data['answer'])]
      const one = asked.get(id)
      if (one && said) emit({ kind: 'question', call: id, ...one, answer: said, ...common })
    },
    abort: (_, common) => calls.interrupt(common),
  }

  function place(data: Json, common: Common): void {
    where.say({ session: data['sessionId'], model: data['selectedModel'] }, common)
    placeIn(objectOf(data['context']) ?? {}, common)
  }

  function placeIn(context: Json, common: Common): void {
    where.say({ cwd: context['cwd'], branch: context['branch'], head: context['headCommit'] }, common)
  }

  function call(data: Json, common: Common): void {
    const [id, tool] = [textOf(data['toolCallId']), textOf(data['toolName'])]
    if (!id || !tool) return void survived.unknown++
    const input = data['arguments']
    const args = objectOf(input) ?? {}
    if (!calls.open(id, tool, actionsOf(tool, input), common)) return void survived.duplicate++
    if (tool === 'update_todo' || tool === 'todo_write') {
      const items = typeof args['todos'] === 'string' ? todosInMarkdown(args['todos']) : todosIn(args['todos'])
      emit({ kind: 'todos', items, ...common })
    }
    const summary = tool === 'task_complete' ? textOf(args['summary']) : undefined
    if (summary) emit({ kind: 'stated', what: 'recap', text: summary, ...common })
    const question = tool === 'ask_user' ? textOf(args['question']) : undefined
    if (!question) return
    const options = optionsIn(args['choices'])
    asked.set(id, { question, options })
    emit({ kind: 'question', call: id, question, options, ...common })
  }

  function answer(id: string, data: Json, common: Common): void {
    const one = asked.get(id)
    const said = textOf(objectOf(data['result'])?.['content'])
      ?.replace(/^User (?:responded|selected)[^:]*:\s*/i, '')
      .trim()
    if (one && said && data['success'] === true) emit({ kind: 'question', call: id, ...one, answer: said, ...common })
    asked.delete(id)
  }

  function usage(tokens: unknown, limit: unknown, common: Common): void {
    const context = numberOf(tokens)
    if (!context) return
    const facts = present<{ model?: string; window?: number }>({ model: where.state().model, window: numberOf(limit) })
    emit({ kind: 'usage', context, ...facts, ...common })
  }

  function compaction(data: Json, common: Common): void {
    if (data['success'] === false) return
    const trigger = (['manual', 'auto'] as const).find((one) => one === data['trigger'])
    const facts = { trigger, tokensAfter: numberOf(data['postCompactionTokens']) }
    emit({ kind: 'compaction', ...present<Pick<CompactionEvent, 'trigger' | 'tokensAfter'>>(facts), ...common })
    const summary = textOf(data['summaryContent'])
    if (summary) emit({ kind: 'stated', what: 'summary', text: summary, ...common })
  }

  return {
    survived,
    record(record, offset) {
      const [type, id] = [textOf(record['type']) ?? '', textOf(record['id'])]
      if (id && ids.has(id)) return void survived.duplicate++
      if (id) ids.set(id, true)
      const data = objectOf(record['data'])
      if (!data || !Object.hasOwn(byType, type)) return void (BOOKKEEPING.test(type) || survived.unknown++)
      // `parentAgentTaskId` stands on the user's own messages too, from 1.0.102 on.
      const sub = textOf(record['agentId']) ?? textOf(data['parentToolCallId'])
      byType[type]?.(data, commonOf(offset, id, record['timestamp'], sub))
    },
    state: () => ({
      calls: calls.state(),
      where: where.state(),
      ids: ids
        .entries()
        .slice(-MAX_IN_MARK)
        .map(([id]) => id),
    }),
  }
}

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return {
    calls: callsStateOf(state?.['calls']),
    where: whereOf(state?.['where']),
    ids: listOf(state?.['ids']).flatMap((id) => textOf(id) ?? []),
  }
}

const INJECTED = /^\s*<(?:system_reminder|system_notification|skill-context|reminder|current_datetime)[\s>]/

/** `content` is what was typed, `transformedContent` what the model was sent. Autopilot goes on by itself without one. */
export function typedIn(data: Json): string | undefined {
  if (data['isAutopilotContinuation'] === true) return undefined
  const source = textOf(data['source'])
  if (source !== undefined && source !== 'user') return undefined
  const text = textOf(data['content'])?.trim()
  return text && !INJECTED.test(text) ? text : undefined
}
