/** Messages of opencode and its forks, with their parts, into events. Pure: no disk. */
import { trackCalls } from '../calls.js'
import { type Common, commonOf, type Emit, trackWhere, questionsIn, todosIn } from '../events.js'
import { clip, type Json, listOf, numberOf, objectOf, objectsOf, textOf } from '../values.js'
import { present } from '../../../core/present.js'
import type { Survived } from '../../../core/session/transcript.js'
import { actionsOf, answerOf } from './tools.js'

export interface Machine {
  session(info: Json): void
  message(message: Message): void
  survived: Omit<Survived, 'tornTail'>
}

const SILENT: ReadonlySet<unknown> = new Set([
  'reasoning',
  'file',
  'agent',
  'snapshot',
  'patch',
  'plan-patch',
  'retry',
  'step-start',
])

export function readRecords(emit: Emit): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const calls = trackCalls(emit)
  const where = trackWhere(emit)
  let sub: string | undefined

  function user(message: Message, common: Common): void {
    const texts = message.parts.filter((part) => part['type'] === 'text' && !part['synthetic'] && !part['ignored'])
    const text = texts
      .flatMap((part) => textOf(part['text']) ?? [])
      .join('\n')
      .trim()
    if (text && sub === undefined) emit({ kind: 'prompt', text, ...common })
    for (const part of message.parts) {
      if (part['type'] === 'compaction')
        emit({ kind: 'compaction', trigger: part['auto'] === true ? 'auto' : 'manual', ...common })
      else if (part['type'] === 'subtask') subtask(part, common)
      else if (part['type'] !== 'text' && !SILENT.has(part['type'])) survived.unknown++
    }
  }

  function assistant(message: Message, common: Common): void {
    const { info, parts } = message
    const cwd = objectOf(info['path'])?.['cwd']
    where.say({ model: info['modelID'], cwd }, common)
    for (const part of parts) {
      // The summary of a compaction is nothing the assistant said to anybody.
      if (part['type'] === 'text') say(info['summary'] === true || part['ignored'] ? undefined : part, common)
      else if (part['type'] === 'tool') tool(part, common)
      else if (part['type'] === 'step-finish') usage(part, info, common)
      else if (part['type'] === 'compaction')
        emit({ kind: 'compaction', trigger: part['auto'] === true ? 'auto' : 'manual', ...common })
      else if (!SILENT.has(part['type'])) survived.unknown++
    }
    if (!parts.some((part) => part['type'] === 'step-finish')) usage(info, info, common)
  }

  function say(part: Json | undefined, common: Common): void {
    const said = textOf(part?.['text'])?.trim()
    if (said) emit({ kind: 'text', text: said, ...common })
  }

  function tool(part: Json, message: Common): void {
    const [name, state] = [textOf(part['tool']), objectOf(part['state'])]
    const id = textOf(part['callID']) ?? textOf(part['id'])
    if (!name || !id || !state) return void survived.unknown++
    const at = numberOf(objectOf(state['time'])?.['start'])
    const common = present<Common>({ ...message, at: at ?? message.at })
    const input = objectOf(state['input']) ?? {}
    const noted = objectOf(state['metadata']) ?? {}
    if (!calls.open(id, name, actionsOf(name, input, noted), common)) return void survived.duplicate++
    follow(id, name, input, noted, common)
    const answer = answerOf(state, noted)
    if (answer)
      calls.close(
        id,
        answer,
        present<Common>({ ...common, at: numberOf(objectOf(state['time'])?.['end']) ?? common.at }),
      )
  }

  function follow(id: string, name: string, input: Json, noted: Json, common: Common): void {
    if (name === 'todowrite') emit({ kind: 'todos', items: todosIn(input['todos']), ...common })
    if (name === 'plan_enter') emit({ kind: 'plan', state: 'enter', ...common })
    if (name === 'plan_exit') emit({ kind: 'plan', state: 'proposed', ...common })
    if (name !== 'question') return
    const answers = listOf(noted['answers'])
    for (const [i, { question, options }] of questionsIn(input['questions']).entries()) {
      const given = answers[i]
      const answer = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === 'string').join(', ')
      emit({ kind: 'question', call: id, question, options, ...(answer && { answer }), ...common })
    }
  }

  function subtask(part: Json, common: Common): void {
    const what = textOf(part['description']) ?? textOf(part['prompt'])
    const id = textOf(part['id']) ?? `${common.ref.offset}/subtask`
    if (what) calls.open(id, 'subtask', [{ type: 'delegate', what: clip(what) }], common)
  }

  function usage(holder: Json, info: Json, common: Common): void {
    const tokens = objectOf(holder['tokens'])
    const cache = objectOf(tokens?.['cache'])
    const context = [tokens?.['input'], cache?.['read'], cache?.['write']].reduce<number>(
      (sum, one) => sum + (numberOf(one) ?? 0),
      0,
    )
    if (context === 0) return
    const facts = present<{ model?: string; output?: number }>({
      model: textOf(info['modelID']),
      output: numberOf(tokens?.['output']),
    })
    emit({ kind: 'usage', context, ...facts, ...common })
  }

  return {
    survived,
    session(info) {
      const session = textOf(info['id'])
      if (textOf(info['parentID']) ?? textOf(info['parent_id'])) sub = session
      const time = objectOf(info['time'])?.['created'] ?? info['time_created']
      where.say({ session, cwd: info['directory'] }, commonOf(0, session, time, sub))
    },
    message(message) {
      const { info } = message
      const common = commonOf(message.row, info['id'], objectOf(info['time'])?.['created'], sub)
      if (info['role'] === 'user') user(message, common)
      else if (info['role'] === 'assistant') assistant(message, common)
      else survived.unknown++
    },
  }
}

/** In the order in which they were made. `row` is the message's place: its row, or its number. */
export interface Message {
  row: number
  info: Json
  parts: Json[]
}

/** What a revert took back: everything from that message on, or from a part within it. */
export function untilRevert(revert: unknown): (message: Message) => Message | null {
  const [message, part] = [textOf(objectOf(revert)?.['messageID']), textOf(objectOf(revert)?.['partID'])]
  let isPast = false
  return (one) => {
    if (isPast || message === undefined || one.info['id'] !== message) return isPast ? null : one
    isPast = true
    const end = part === undefined ? -1 : one.parts.findIndex(({ id }) => id === part)
    return end > 0 ? { ...one, parts: one.parts.slice(0, end) } : null
  }
}

export function messagesIn(exported: Json): Message[] {
  return objectsOf(exported['messages']).map((one, row) => ({
    row,
    info: objectOf(one['info']) ?? {},
    parts: objectsOf(one['parts']),
  }))
}
