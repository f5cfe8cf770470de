/** Parts of events that most agents share: where a record lies, where the session is, questions, task lists. */
import type { QuestionEvent, Ref, Todo, TranscriptEvent } from '../../core/session/transcript.js'
import { present } from '../../core/present.js'
import { listOf, objectOf, objectsOf, textOf } from './values.js'

export type Emit = (event: TranscriptEvent) => void

export interface Common {
  ref: Ref
  at?: number
  sub?: string
}

/** `time`: an ISO text or milliseconds since 1970. */
export function commonOf(offset: number, id: unknown, time: unknown, sub?: string): Common {
  const known = textOf(id)
  return present<Common>({ ref: known ? { offset, id: known } : { offset }, at: timeOf(time), sub })
}

function timeOf(time: unknown): number | undefined {
  const ms = typeof time === 'number' ? time : Date.parse(textOf(time) ?? '')
  return Number.isFinite(ms) ? ms : undefined
}

const KEYS = ['session', 'cwd', 'branch', 'head', 'model'] as const

export type Where = Partial<Record<(typeof KEYS)[number], string>>

interface WhereTracker {
  say(now: { [K in keyof Where]: unknown }, common: Common): void
  state(): Where
}

/** Where the session is, said when it changes. */
export function trackWhere(emit: Emit, before: Where = {}): WhereTracker {
  const known: Where = { ...before }
  return {
    say(now, common) {
      const changed = KEYS.flatMap((key) => {
        const value = textOf(now[key])
        return value === undefined || value === known[key] ? [] : [[key, value] as const]
      })
      if (changed.length === 0) return
      const news = Object.fromEntries(changed) as Where
      Object.assign(known, news)
      emit({ kind: 'where', ...news, ...common })
    },
    state: () => ({ ...known }),
  }
}

export function whereOf(value: unknown): Where {
  const state = objectOf(value)
  return present<Where>(Object.fromEntries(KEYS.map((key) => [key, textOf(state?.[key])])))
}

/** Questions asked through a question tool. They are said when asked, and once more with the answer. */
export type Question = Pick<QuestionEvent, 'question' | 'options'> & { id?: string }

/** `questions: [{ question, options: [{ label }] }]` */
export function questionsIn(list: unknown): Question[] {
  return objectsOf(list).flatMap((one) => {
    const question = textOf(one['question']) ?? textOf(one['prompt'])
    const id = textOf(one['id'])
    return question ? [{ question, options: optionsIn(one['options']), ...(id && { id }) }] : []
  })
}

export function optionsIn(list: unknown): string[] {
  const plain = listOf(list).flatMap((one) => textOf(one) ?? [])
  return plain.length > 0 ? plain : objectsOf(list).flatMap((one) => textOf(one['label']) ?? textOf(one['title']) ?? [])
}

const STATES: Readonly<Record<string, Todo['state']>> = {
  pending: 'open',
  in_progress: 'doing',
  inProgress: 'doing',
  completed: 'done',
  done: 'done',
  cancelled: 'dropped',
  canceled: 'dropped',
  deleted: 'dropped',
}

/** Task lists, in the words of the several agents. */
export function todosIn(list: unknown): Todo[] {
  return objectsOf(list).flatMap((one) => {
    const text = textOf(one['step']) ?? textOf(one['content']) ?? textOf(one['subject']) ?? textOf(one['description'])
    return text ? [{ text, state: todoState(one['status']) }] : []
  })
}

export function todoState(status: unknown): Todo['state'] {
  return knownState(status) ?? 'open'
}

/** Undefined: no word for a state. */
export function knownState(status: unknown): Todo['state'] | undefined {
  return typeof status === 'string' && Object.hasOwn(STATES, status) ? STATES[status] : undefined
}

/** `- [ ] one`, `- [x] two` */
export function todosInMarkdown(text: string): Todo[] {
  return text.split('\n').flatMap((line) => {
    const item = /^\s*[-*] \[([ xX~/-])\]\s+(.+)$/.exec(line)
    if (!item) return []
    const state = item[1]?.toLowerCase() === 'x' ? 'done' : item[1] === ' ' ? 'open' : 'doing'
    return [{ text: (item[2] as string).trim(), state }]
  })
}
