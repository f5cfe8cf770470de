/** Codex's records, one after the other, into events. Pure: no disk. */
import { trackCalls } from '../common/calls.js'
import { type Common, commonOf, type Emit, trackWhere, questionsIn, todosIn } from '../common/events.js'
import { type Json, listOf, numberOf, objectOf, onText, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Survived } from '../../core/session/transcript.js'
import { trackCells } from './cells.js'
import { finishedTool, summaryIn, textIn, typedInEvent, typedInItem, typedInTurnItem, usageOf, webOf } from './items.js'
import { type Forms, trackEchoes, type State } from './survey.js'
import { actionsOf, actionsOfShell, answerOf, inputOf } from './tools.js'

export interface Machine {
  record(record: Json, offset: number): void
  state(): State
  survived: Omit<Survived, 'tornTail'>
}

/** Records and events that say nothing about the work, or say it a second time. */
const BOOKKEEPING: ReadonlySet<string> = new Set(
  `world_state inter_agent_communication inter_agent_communication_metadata security_risk_score token_usage_record state
  reasoning compaction context_compaction ghost_snapshot additional_tools tool_search_output image_generation_call
  agent_message agent_reasoning agent_reasoning_raw_content task_started turn_started task_complete turn_complete
  thread_rolled_back thread_settings_applied thread_name_updated entered_review_mode
  exited_review_mode image_generation_end sub_agent_activity view_image_tool_call error warning stream_error
  item_started exec_command_end collab_agent_spawn_end collab_agent_interaction_end collab_waiting_end collab_close_end
  collab_resume_end Reasoning SubAgentActivity Sleep ImageGeneration HookPrompt`.split(/\s+/),
)

/** Lists, goals and questions are events of their own. */
const NOTES: ReadonlySet<string> = new Set('update_plan request_user_input create_goal update_goal get_goal'.split(' '))
/** They ask how something is that was begun before. */
const POLLS: ReadonlySet<string> = new Set(
  'wait write_stdin wait_agent list_agents close_agent interrupt_agent resume_agent'.split(' '),
)

export function readRecords(emit: Emit, forms: Forms, before?: State): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit, before?.calls)
  const cells = trackCells(calls, before?.cells)
  const where = trackWhere(emit, before?.where)
  const asked = new Map<string, ReturnType<typeof questionsIn>>()
  const echoes = trackEchoes(before?.echoes)
  let goalSaid: string | undefined
  let { sub, used, compacted = false, planning = false } = before ?? {}

  const byRecord: Record<string, (payload: Json, common: Common) => void> = {
    session_meta: meta,
    turn_context: context,
    response_item: (payload, common) => dispatch(byItem, payload, common),
    event_msg: (payload, common) => dispatch(byEvent, payload, common),
    compacted(payload, common) {
      compaction(common)
      const text = onText(payload['message'], summaryIn)
      if (text) emit({ kind: 'stated', what: 'summary', text, ...common })
    },
  }

  const byItem: Record<string, (payload: Json, common: Common) => void> = {
    message(payload, common) {
      if (payload['role'] === 'assistant' && forms.textItems) say(textIn(payload), common, 'better')
      const typed = payload['role'] === 'user' && !forms.promptEvents ? typedInItem(payload) : undefined
      prompt(typed, common, 'other')
    },
    function_call: (payload, common) => call(payload, inputOf(payload['arguments']), common),
    custom_tool_call: (payload, common) => call(payload, payload['input'], common),
    tool_search_call: (payload, common) => call({ ...payload, name: 'tool_search' }, payload['arguments'], common),
    function_call_output: output,
    custom_tool_call_output: output,
    local_shell_call(payload, common) {
      const actions = actionsOfShell(objectOf(payload['action']) ?? {})
      const id = textOf(payload['call_id']) ?? textOf(payload['id']) ?? `at-${common.ref.offset}`
      if (actions.length > 0 && !calls.open(id, 'local_shell', actions, common)) survived.duplicate++
    },
    web_search_call(payload, common) {
      const what = webOf(payload)
      const id = textOf(payload['id']) ?? `at-${common.ref.offset}`
      if (what && calls.open(id, 'web_search', [{ type: 'web', what }], common)) calls.close(id, { ok: true }, common)
    },
  }

  const byEvent: Record<string, (payload: Json, common: Common) => void> = {
    user_message: (payload, common) => prompt(typedInEvent(payload), common, 'better'),
    agent_message(payload, common) {
      if (!forms.textItems) say(textOf(payload['message'])?.trim(), common, 'other')
    },
    token_count: usage,
    context_compacted: (_, common) => compaction(common),
    turn_aborted: (_, common) => calls.interrupt(common),
    thread_goal_updated: (payload, common) => goal(objectOf(payload['goal']), common),
    item_completed: (payload, common) => dispatch(byTurnItem, objectOf(payload['item']) ?? {}, common),
    patch_apply_end: finished,
    mcp_tool_call_end: finished,
    web_search_end: finished,
  }

  const byTurnItem: Record<string, (item: Json, common: Common) => void> = {
    UserMessage: (item, common) => prompt(typedInTurnItem(item), common, 'better'),
    AgentMessage(item, common) {
      if (!forms.textItems) say(textIn(item), common, 'other')
    },
    Plan(item, common) {
      const text = textOf(item['text'])
      emit({ kind: 'plan', state: 'proposed', ...(text && { text }), ...common })
    },
    ContextCompaction: (_, common) => compaction(common),
  }

  function dispatch(table: typeof byItem, payload: Json, common: Common): void {
    const type = textOf(payload['type']) ?? ''
    if (Object.hasOwn(table, type)) return table[type]?.(payload, common)
    if (table === byTurnItem && finishedTool(payload, common.ref.offset)) return finished(payload, common)
    if (!BOOKKEEPING.has(type)) survived.unknown++
  }

  function meta(payload: Json, common: Common): void {
    // A forked session holds the first record of the one it came from too.
    if (where.state().session !== undefined) return
    const git = objectOf(payload['git'])
    const session = textOf(payload['id']) ?? textOf(payload['session_id'])
    if (payload['thread_source'] === 'subagent' || objectOf(payload['source'])?.['subagent'] !== undefined)
      sub = session
    const facts = { session, cwd: payload['cwd'], branch: git?.['branch'], head: git?.['commit_hash'] }
    where.say(facts, present<Common>({ ...common, sub }))
  }

  function context(payload: Json, common: Common): void {
    where.say({ cwd: payload['cwd'], model: payload['model'] }, common)
    const mode = objectOf(payload['collaboration_mode'])?.['mode'] ?? payload['collaboration_mode']
    if (mode === 'plan' && !planning) emit({ kind: 'plan', state: 'enter', ...common })
    planning = mode === 'plan'
  }

  function prompt(text: string | undefined, common: Common, form: 'better' | 'other'): void {
    if (!text || echoes.isEcho(text, form)) return
    compacted = false
    emit({ kind: 'prompt', text, ...common })
  }

  function say(text: string | undefined, common: Common, form: 'better' | 'other'): void {
    if (!text || echoes.isEcho(text, form)) return
    compacted = false
    emit({ kind: 'text', text, ...common })
  }

  function call(payload: Json, input: unknown, common: Common): void {
    const [id, name] = [textOf(payload['call_id']), textOf(payload['name'])]
    if (!id || !name) return void survived.unknown++
    const space = textOf(payload['namespace'])
    const tool = space ? `${space}.${name}` : name
    compacted = false
    if (calls.isKnown(id)) return void survived.duplicate++
    const args = objectOf(input)
    if (NOTES.has(name)) {
      calls.open(id, name, [{ type: 'note', tool: name }], common)
      return noted(id, name, args, common)
    }
    if (POLLS.has(name)) return cells.poll(id, args)
    if (name === 'exec' && typeof input === 'string') {
      return cells.open(id, input, common, (inner, its) => {
        if (!NOTES.has(inner)) return false
        noted(id, inner, its, common)
        return true
      })
    }
    if (!calls.open(id, tool, actionsOf(tool, input), common)) survived.duplicate++
  }

  function noted(id: string, tool: string, args: Json | undefined, common: Common): void {
    if (tool === 'update_plan') emit({ kind: 'todos', items: todosIn(args?.['plan']), ...common })
    if (tool === 'request_user_input') ask(id, args, common)
    if (tool === 'create_goal') goal(args, common)
  }

  function goal(payload: Json | undefined, common: Common): void {
    const text = textOf(payload?.['objective'])
    if (!text || text === goalSaid) return
    goalSaid = text
    emit({ kind: 'stated', what: 'goal', text, ...common })
  }

  function ask(id: string, args: Json | undefined, common: Common): void {
    const questions = questionsIn(args?.['questions'])
    asked.set(id, questions)
    for (const { question, options } of questions) emit({ kind: 'question', call: id, question, options, ...common })
  }

  function output(payload: Json, common: Common): void {
    const id = textOf(payload['call_id'])
    if (!id) return void survived.unknown++
    if (!cells.answer(id, payload['output'], common)) calls.close(id, answerOf(payload['output']), common)
    const questions = asked.get(id)
    if (!questions) return
    const answers = objectOf(objectOf(inputOf(payload['output']))?.['answers'])
    for (const { id: key = '', question, options } of questions) {
      const given = answers?.[key]
      const words = listOf(objectOf(given)?.['answers'] ?? given).filter((word) => typeof word === 'string')
      if (words.length > 0) emit({ kind: 'question', call: id, question, options, answer: words.join(', '), ...common })
    }
    asked.delete(id)
  }

  function finished(item: Json, common: Common): void {
    const tool = finishedTool(item, common.ref.offset)
    if (!tool || cells.isPartOf(tool, common)) return
    calls.open(tool.call, tool.tool, tool.actions, common)
    calls.close(tool.call, tool.answer, common)
  }

  function usage(payload: Json, common: Common): void {
    const found = usageOf(payload)
    if (!found || found.key === used) return
    used = found.key
    emit({ kind: 'usage', ...present({ model: where.state().model, ...found.usage }), ...common })
  }

  /** One compaction leaves up to three records, with nothing but token counts between them. */
  function compaction(common: Common): void {
    if (!compacted) emit({ kind: 'compaction', ...common })
    compacted = true
  }

  return {
    survived,
    record(record, offset) {
      const type = textOf(record['type']) ?? ''
      const payload = objectOf(record['payload'])
      const id = payload?.['id'] ?? numberOf(record['ordinal'])?.toString()
      const common = commonOf(offset, id, record['timestamp'], sub)
      // The model's summary of what was before; the record of the compaction holds it too.
      if (objectOf(record['metadata'])?.['compaction_output'] === true) return
      if (payload && Object.hasOwn(byRecord, type)) return byRecord[type]?.(payload, common)
      // The oldest rollouts hold the model's items without an envelope, after a first line without a type.
      if (!payload && Object.hasOwn(byItem, type)) return byItem[type]?.(record, common)
      if (!payload && !type && textOf(record['id'])) return meta(record, common)
      if (!BOOKKEEPING.has(type) && record['record_type'] === undefined) survived.unknown++
    },
    state: () =>
      present<State>({
        calls: calls.state(),
        cells: cells.state(),
        where: where.state(),
        sub,
        used,
        compacted,
        planning,
        echoes: echoes.state(),
      }),
  }
}
