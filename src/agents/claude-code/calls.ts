/**
 * Tool calls and their answers, and what follows from them: plans, questions, tasks. Each is said once, by
 * agents/common/calls; most calls at once, an edit with its answer, which has the line counts.
 */
import { type Answer as AnyAnswer, type CallsState, reasonIn, trackCalls } from '../common/calls.js'
import { type Common, type Emit, type Question, questionsIn, todosIn } from '../common/events.js'
import { clip, type Json, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { PlanEvent } from '../../core/session/transcript.js'
import { trackTasks, settle, SETTLED_BY_RESULT, type Tasks } from './tools.js'

export interface ToolUse {
  call(block: Json, record: Json, common: Common): void
  answers(record: Json, common: Common): void
  /** Emits the edits whose answer has not come yet. */
  finish(): void
  /** Records that answers still to come, or the task list, depend on. */
  offsets(): number[]
  state(): CallsState
}

/** A call whose answer is waited for. */
interface Open {
  tool: string
  input: Json
  common: Common
  /** The plan file, as the record names it. */
  plan: string | undefined
}

/** Whose answers are looked at closer than `ok` and text. */
const FOLLOWED: ReadonlySet<string> = new Set([
  ...SETTLED_BY_RESULT,
  'ExitPlanMode',
  'AskUserQuestion',
  'TaskCreate',
  'TaskUpdate',
  'TaskList',
])
const MAX_OPEN = 200
const REFUSED = /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user)/
const EXIT = /^(?:Error: )?Exit code (\d{1,5})\b/
const EXIT_LATER = /<exit_code>(\d{1,5})<\/exit_code>/

/** Claude Code always tells whether it worked. */
type Answer = AnyAnswer & { ok: boolean }

/** `plans`: the folder of plan files, where known. */
export function trackToolUse(emit: Emit, plans: string | undefined, before: CallsState): ToolUse {
  const calls = trackCalls(emit, before)
  const open = new Map<string, Open>()
  const tasks = new Map<string, Tasks>()

  function say(id: string, { tool, input, common }: Open, details?: Json): void {
    if (!calls.isKnown(id)) calls.open(id, tool, [settle(tool, input, details)], common)
  }

  function hold(id: string, one: Open): void {
    open.set(id, one)
    const oldest = open.size > MAX_OPEN ? open.entries().next().value : undefined
    if (!oldest) return
    say(...oldest)
    open.delete(oldest[0])
  }

  function tasksOf(common: Common): Tasks {
    const found = tasks.get(common.sub ?? '') ?? trackTasks()
    tasks.set(common.sub ?? '', found)
    return found
  }

  /** What follows from an answer besides the answer itself. */
  function follow(id: string, one: Open, record: Json, answer: Answer, common: Common): void {
    const details = detailsOf(record)
    if (one.tool === 'ExitPlanMode') emit({ ...planAnswer(one, details, answer), ...common })
    if (one.tool === 'AskUserQuestion') {
      for (const said of answered(one.input, details, answer.text ?? ''))
        emit({ kind: 'question', call: id, ...said, ...common })
    }
    const call = { tool: one.tool, input: one.input, offset: one.common.ref.offset, answered: common.ref.offset }
    const items = one.tool.startsWith('Task') && tasksOf(common).apply(call, record, answer.ok, answer.text ?? '')
    if (items) emit({ kind: 'todos', items, ...common })
  }

  return {
    call(block, record, common) {
      const [id, tool] = [textOf(block['id']), textOf(block['name'])]
      if (!id || !tool) return
      const input = objectOf(block['input']) ?? {}
      const one: Open = { tool, input, common, plan: planPath(input, record, plans) }
      if (!SETTLED_BY_RESULT.has(tool)) say(id, one)
      if (FOLLOWED.has(tool)) hold(id, one)
      if (tool === 'TodoWrite') emit({ kind: 'todos', items: todosIn(input['todos']), ...common })
      if (tool === 'EnterPlanMode') emit({ kind: 'plan', state: 'enter', ...common })
      if (tool === 'ExitPlanMode') {
        emit({
          kind: 'plan',
          state: 'proposed',
          ...present({ path: one.plan, text: textOf(input['plan']) }),
          ...common,
        })
      }
      if (tool !== 'AskUserQuestion') return
      for (const { question, options } of questionsIn(input['questions']))
        emit({ kind: 'question', call: id, question, options, ...common })
    },
    answers(record, common) {
      for (const block of objectsOf(objectOf(record['message'])?.['content'])) {
        const id = block['type'] === 'tool_result' ? textOf(block['tool_use_id']) : undefined
        if (!id) continue
        const details = detailsOf(record)
        const answer = answerOf(block, details)
        const one = open.get(id)
        if (one) say(id, one, answer.ok ? details : undefined)
        calls.close(id, answer, common)
        if (one) follow(id, one, record, answer, common)
        open.delete(id)
      }
    },
    finish() {
      for (const [id, one] of open) say(id, one)
    },
    offsets: () => [
      ...[...open.values()].map(({ common }) => common.ref.offset),
      ...[...tasks.values()].flatMap((one) => one.offsets()),
    ],
    state: () => calls.state(),
  }
}

function planPath(input: Json, record: Json, plans: string | undefined): string | undefined {
  const slug = textOf(record['slug'])
  return textOf(input['planFilePath']) ?? (plans && slug ? `${plans}/${slug}.md` : undefined)
}

function planAnswer(one: Open, details: Json | undefined, answer: Answer): Omit<PlanEvent, keyof Common> {
  const path = textOf(details?.['filePath']) ?? textOf(details?.['planFilePath']) ?? one.plan
  const text = textOf(details?.['plan']) ?? textOf(one.input['plan'])
  return { kind: 'plan', state: answer.ok ? 'approved' : 'refused', ...present({ path, text }) }
}

/** Where the structured half does not have them, the text has: `"…"="…"`, or a list under what the user wants to talk about. */
const IN_TEXT = /"([^"\n]{1,600})"\s*(?:=\s*"([^"]{1,2000})"|\n\s*Answer:\s*([^\n]{1,2000}))/g

function answered(input: Json, details: Json | undefined, text: string): (Question & { answer: string })[] {
  const told = [...text.matchAll(IN_TEXT)].map(([, question, one, other]) => [question, one ?? other] as const)
  const answers = objectOf(details?.['answers']) ?? Object.fromEntries(told)
  return questionsIn(input['questions']).flatMap(({ question, options }) => {
    const given = Object.hasOwn(answers, question) ? answers[question] : undefined
    const answer = Array.isArray(given) ? given.filter((part) => typeof part === 'string').join(', ') : textOf(given)
    return answer ? [{ question, options, answer }] : []
  })
}

/** `details` is the structured half of the record, `toolUseResult`. */
function answerOf(block: Json, details: Json | undefined): Answer {
  const text = resultText(block['content'])
  const refused = REFUSED.test(text)
  const ok = block['is_error'] !== true && !refused
  return present<Answer>({
    ok,
    exit: exitOf(text, ok, details),
    interrupted: refused || details?.['interrupted'] === true ? true : undefined,
    said: refused ? reasonIn(wholeText(block['content'])) : undefined,
    text: text || undefined,
  })
}

function wholeText(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map((block) => textOf(block['text']) ?? '')
    .join('\n')
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return clip(content)
  const texts = objectsOf(content).filter((block) => block['type'] === 'text')
  return clip(texts.map((block) => clip(textOf(block['text']) ?? '')).join('\n'))
}

/** Only a shell's details say whether it was interrupted. Some commands use a code above 0 to say something harmless. */
function exitOf(text: string, ok: boolean, details: Json | undefined): number | undefined {
  const said = EXIT.exec(text) ?? (text.startsWith('<') ? EXIT_LATER.exec(text) : null)
  if (said) return Number(said[1])
  const isShell = details?.['interrupted'] === false && ok
  return isShell && !details['backgroundTaskId'] && !details['returnCodeInterpretation'] ? 0 : undefined
}

function detailsOf(record: Json): Json | undefined {
  return objectOf(record['toolUseResult'])
}
