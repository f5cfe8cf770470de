/**
 * What was typed while the assistant was at work. Until about 2.1.42 the only trace of a prompt that was handed over in
 * the middle of a turn is `enqueue` followed by `remove`; `dequeue` leads to a record of its own, `popAll` takes it back.
 * Newer versions write a record as well, so a text that comes both ways soon after each other counts once.
 */
import { typedInQueue, typedText } from './typed.js'
import { textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

export interface Queue {
  /** The prompt this operation hands to the assistant, if it does. */
  operation(record: Json, offset: number): Prompt | undefined
  isRepeated(prompt: Prompt, from: 'record' | 'queue'): boolean
  /** Of the records that what is still to come depends on. */
  offsets(): number[]
}

export interface Prompt {
  text: string
  /** The records it was read from. */
  offsets: number[]
}

const MOST_WAITING = 50
/** How many prompts a repetition may lag behind. */
const NEAR = 4

export function keepQueue(): Queue {
  let waiting: Prompt[] = []
  let recent: (Prompt & { from: string })[] = []
  return {
    operation(record, offset) {
      const operation = record['operation']
      if (operation === 'enqueue') {
        const text = textOf(record['content'])
        // Notices of the client stand in the same queue and leave it without a trace.
        if (text && typedText(text)) waiting = [...waiting, { text, offsets: [offset] }].slice(-MOST_WAITING)
      }
      if (operation === 'popAll') waiting = []
      const first = operation === 'remove' || operation === 'dequeue' ? waiting.shift() : undefined
      const text = first && operation === 'remove' ? typedInQueue(first.text) : undefined
      return first && text ? { text, offsets: [...first.offsets, offset] } : undefined
    },
    isRepeated(prompt, from) {
      const other = recent.findIndex((one) => one.text === prompt.text && one.from !== from)
      if (other >= 0) recent.splice(other, 1)
      else recent = [...recent, { ...prompt, from }].slice(-NEAR)
      return other >= 0
    },
    offsets: () => [...waiting, ...recent].flatMap(({ offsets }) => offsets),
  }
}
