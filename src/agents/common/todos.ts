/** Task lists, in the words of the several agents. */
import type { Todo } from '../../core/transcript.js'
import { objectsOf, textOf } from './values.js'

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
