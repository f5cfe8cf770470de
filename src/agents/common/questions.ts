/** Questions asked through a question tool. They are said when asked, and once more with the answer. */
import type { QuestionEvent } from '../../core/transcript.js'
import { listOf, objectsOf, textOf } from './values.js'

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
