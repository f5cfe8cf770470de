/**
 * Gemini CLI's records into events. Pure: no disk. The client writes a message again, whole, whenever it grows, so a
 * repeated id brings only what is new in it: a text, a token count, calls and their answers.
 */
import { type CallsState, callsStateOf, trackCalls } from '../common/calls.js'
import {
  type Common,
  commonOf,
  type Emit,
  trackWhere,
  questionsIn,
  todosIn,
  type Where,
  whereOf,
} from '../common/events.js'
import { type Json, latestMap, listOf, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Survived } from '../../core/session/transcript.js'
import { actionOf, answerOf, textIn } from './tools.js'

/** Plain JSON without text of the conversation. */
export interface State {
  calls: CallsState
  where: Where
  sub?: string
  /** How many messages stand in the conversation. */
  count: number
  /** The latest message ids, and what was said of each: text (1), tokens (2). */
  messages: [id: string, said: number][]
}

export interface Machine {
  record(record: Json, offset: number): void
  state(): State
  survived: Omit<Survived, 'tornTail'>
}

const [TEXT, TOKENS] = [1, 2]
/** The client only ever rewrites its last message; more are remembered in case that changes. */
const MAX_MESSAGES = 1000
const MAX_IN_MARK = 32
const SILENT: ReadonlySet<unknown> = new Set(['info', 'warning', 'error'])

export function readRecords(emit: Emit, cwd: string | undefined, before?: State): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  let isNews = false
  const tell: Emit = (event) => {
    isNews = true
    emit(event)
  }
  const calls = trackCalls(tell, before?.calls)
  const where = trackWhere(tell, before?.where)
  const known = latestMap<number>(MAX_MESSAGES, before?.messages)
  let { sub, count = 0 } = before ?? {}

  function meta(record: Json, common: Common): void {
    const session = textOf(record['sessionId'])
    if (record['kind'] === 'subagent') sub = session
    where.say({ session, cwd }, present<Common>({ ...common, sub }))
  }

  function set(changes: Json, common: Common): void {
    if (textOf(changes['sessionId'])) where.say({ session: changes['sessionId'] }, common)
    const messages = objectsOf(changes['messages'])
    if (!Array.isArray(changes['messages']) || messages.length === 0) return
    // Nothing was recorded one by one: this list is the conversation. Otherwise it is what the model still sees.
    if (count === 0) return messages.forEach((one) => message(one, common.ref.offset))
    // Where the session is taken up again, the list begins with what the client says of itself, before it is all there again.
    if (messages.every((one) => typedIn(one) === undefined)) return
    if (messages.length < count) tell({ kind: 'compaction', ...common })
    count = messages.length
  }

  function message(record: Json, offset: number): void {
    const id = textOf(record['id']) ?? `at-${offset}`
    const common = commonOf(offset, record['id'], record['timestamp'], sub)
    const isRepeated = known.has(id)
    const said = known.get(id) ?? 0
    isNews = false
    known.set(id, said)
    if (!isRepeated) count++
    if (record['type'] === 'user') user(record, id, said, common)
    else if (record['type'] === 'gemini') gemini(record, id, said, common)
    else if (!SILENT.has(record['type'])) survived.unknown++
    if (isRepeated && !isNews) survived.duplicate++
  }

  function user(record: Json, id: string, said: number, common: Common): void {
    const text = said & TEXT ? undefined : typedIn(record)
    if (!text) return
    known.set(id, said | TEXT)
    tell({ kind: 'prompt', text, ...common })
  }

  function gemini(record: Json, id: string, said: number, common: Common): void {
    where.say({ model: record['model'] }, common)
    const text = partsOf(record['content']).join('').trim()
    const context = numberOf(objectOf(record['tokens'])?.['input'])
    const isText = text !== '' && !(said & TEXT)
    const isCount = context !== undefined && context > 0 && !(said & TOKENS)
    if (isText) tell({ kind: 'text', text, ...common })
    for (const [i, call] of objectsOf(record['toolCalls']).entries())
      tool(call, textOf(call['id']) ?? `${id}/${i}`, common)
    if (isCount) tell({ kind: 'usage', context, ...usageOf(record), ...common })
    known.set(id, said | (isText ? TEXT : 0) | (isCount ? TOKENS : 0))
  }

  function tool(call: Json, id: string, message_: Common): void {
    const common = { ...message_, ...present<{ at?: number }>({ at: commonOf(0, undefined, call['timestamp']).at }) }
    const name = textOf(call['name']) ?? 'tool'
    const args = objectOf(call['args']) ?? {}
    const answer = answerOf(call)
    // An edit's line counts come with its answer, so one that is still running is said when it ends.
    if (!answer && !calls.isKnown(id) && isEdit(name)) return
    if (calls.open(id, name, [actionOf(call)], common)) begun(id, name, args, common)
    if (!answer || calls.isClosed(id)) return
    calls.close(id, answer, common)
    ended(id, name, call, answer.ok === true, common)
  }

  function begun(id: string, name: string, args: Json, common: Common): void {
    if (name === 'write_todos') tell({ kind: 'todos', items: todosIn(args['todos']), ...common })
    const title = name === 'update_topic' ? textOf(args['title']) : undefined
    if (title) tell({ kind: 'stated', what: 'title', text: title, ...common })
    if (name === 'enter_plan_mode') tell({ kind: 'plan', state: 'enter', ...common })
    if (name === 'exit_plan_mode') tell({ kind: 'plan', state: 'proposed', ...planPath(args), ...common })
    if (name !== 'ask_user') return
    for (const { question, options } of questionsIn(args['questions'])) {
      tell({ kind: 'question', call: id, question, options, ...common })
    }
  }

  function ended(id: string, name: string, call: Json, ok: boolean, common: Common): void {
    const args = objectOf(call['args']) ?? {}
    const text = textIn(call['result'])
    if (name === 'exit_plan_mode') {
      const state = ok && !/^Plan rejected|rejected/i.test(text.slice(0, 200)) ? 'approved' : 'refused'
      tell({ kind: 'plan', state, ...planPath(args), ...common })
    }
    if (name !== 'ask_user' || !ok) return
    const answers = answersIn(text)
    for (const [i, { question, options }] of questionsIn(args['questions']).entries()) {
      const answer = answers[`${i}`]
      if (answer) tell({ kind: 'question', call: id, question, options, answer, ...common })
    }
  }

  return {
    survived,
    record(record, offset) {
      const changes = objectOf(record['$set'])
      if (textOf(record['$rewindTo'])) return
      if (textOf(record['id'])) return message(record, offset)
      const common = commonOf(offset, undefined, record['lastUpdated'] ?? changes?.['lastUpdated'], sub)
      if (changes) return set(changes, common)
      if (!textOf(record['sessionId'])) return void survived.unknown++
      meta(record, common)
      // The older form: the whole conversation in one record. A message's place in it stands for its offset.
      for (const [i, one] of objectsOf(record['messages']).entries()) message(one, i)
    },
    state: () =>
      present<State>({
        calls: calls.state(),
        where: where.state(),
        sub,
        count,
        messages: known.entries().slice(-MAX_IN_MARK),
      }),
  }
}

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  const messages = listOf(state?.['messages']).flatMap((pair): [string, number][] => {
    const [id, said] = [textOf(listOf(pair)[0]), numberOf(listOf(pair)[1])]
    return id && said !== undefined ? [[id, said]] : []
  })
  return present<State>({
    calls: callsStateOf(state?.['calls']),
    where: whereOf(state?.['where']),
    sub: textOf(state?.['sub']),
    count: numberOf(state?.['count']) ?? 0,
    messages,
  })
}

function isEdit(name: string): boolean {
  return name === 'write_file' || name === 'replace' || name === 'edit'
}

function usageOf(record: Json): { model?: string; output?: number } {
  return present({ model: textOf(record['model']), output: numberOf(objectOf(record['tokens'])?.['output']) })
}

function planPath(args: Json): { path?: string } {
  return present({ path: textOf(args['plan_path']) ?? textOf(args['plan_filename']) })
}

/** `{"answers":{"0":"…"}}` */
function answersIn(text: string): Record<string, string> {
  try {
    const answers = objectOf(objectOf(JSON.parse(text))?.['answers']) ?? {}
    return Object.fromEntries(
      Object.entries(answers).flatMap(([key, one]) => (textOf(one) ? [[key, one as string]] : [])),
    )
  } catch {
    return {}
  }
}

const INJECTED =
  /^\s*(?:<(?:session_context|hook_context|state_snapshot|environment_context|system[_-]reminder)>|System: Please continue\.|This is the Gemini CLI\. We are setting up the context)/
/** Files named with @ follow the typed text, whole. */
const REFERENCED = /^\s*--- Content from referenced files ---/
const COMMAND = /^\/([a-z][\w:-]*)(?:\s+(\S))?/
/** Commands of the client itself: what is typed behind them is a setting, not an instruction for the work. */
const OF_THE_CLIENT =
  /^(?:about|agents|auth|bug|chat|clear|commands|compress|copy|corgi|dir|directory|docs|editor|extensions|footer|help|hooks|ide|init|mcp|memory|model|permissions|policies|privacy|profile|quit|restore|resume|rewind|settings|setup-github|shells|shortcuts|skills|stats|tasks|terminal-setup|theme|tools|vim)$/

/** `displayContent` is what was typed where the model was sent something else: the text of a command, a file's content. */
export function typedIn(message: Json): string | undefined {
  const shown = message['displayContent']
  const text = typedText(shown ?? message['content'])
  if (text === undefined || INJECTED.test(text)) return undefined
  const command = COMMAND.exec(text)
  return command && (!command[2] || OF_THE_CLIENT.test(command[1] as string)) ? undefined : text
}

function typedText(content: unknown): string | undefined {
  const texts = partsOf(content).map(withoutContext)
  const end = texts.findIndex((text) => REFERENCED.test(text))
  const typed = texts.slice(0, end < 0 ? undefined : end).filter((text) => !INJECTED.test(text))
  return typed.join('').trim() || undefined
}

/** What a hook hands over can stand in front of what was typed, in the same part. */
function withoutContext(text: string): string {
  const end = /^\s*<hook_context>/.test(text) ? text.indexOf('</hook_context>') : -1
  return end < 0 ? text : withoutContext(text.slice(end + '</hook_context>'.length).trimStart())
}

/** A text, one part, or a list of texts and parts. */
function partsOf(content: unknown): string[] {
  const parts = Array.isArray(content) ? content : [content]
  return parts.flatMap((part) => textOf(part) ?? (isThought(part) ? [] : (textOf(objectOf(part)?.['text']) ?? [])))
}

function isThought(part: unknown): boolean {
  return objectOf(part)?.['thought'] === true
}
