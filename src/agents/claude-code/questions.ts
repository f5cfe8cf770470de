/** Questions the assistant asked through its question tool. */
import type { QuestionEvent } from '../../core/transcript.js'
import { objectOf, objectsOf, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

type Question = Pick<QuestionEvent, 'question' | 'options' | 'answer'>

export function askedQuestions(input: Json): Question[] {
  return objectsOf(input['questions']).flatMap((one) => {
    const question = textOf(one['question'])
    const options = objectsOf(one['options']).flatMap((option) => textOf(option['label']) ?? [])
    return question ? [{ question, options }] : []
  })
}

/** Those that were answered. */
export function answeredQuestions(input: Json, details: Json | undefined): Question[] {
  const answers = objectOf(details?.['answers']) ?? {}
  return askedQuestions(input).flatMap((one) => {
    const given = Object.hasOwn(answers, one.question) ? answers[one.question] : undefined
    const answer = Array.isArray(given) ? given.filter((part) => typeof part === 'string').join(', ') : textOf(given)
    return answer ? [{ ...one, answer }] : []
  })
}
