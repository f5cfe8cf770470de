/** A question as a form that the client puts before the user, and its answer. */
import type { InputRequest } from '@modelcontextprotocol/server'
import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { Option, Question } from '../core/errors.js'
import { cleanLine, cleanText } from '../core/sanitise.js'

const KEY = 'answer'

export function formOf(question: Question, modern: boolean): Record<string, InputRequest> {
  const choices = question.options.filter((option) => option.value !== '')
  const typed = choices.length < question.options.length
  const form = inputRequired.elicit({
    message: cleanText(question.question),
    requestedSchema: {
      type: 'object',
      properties: {
        choice: { type: 'string', title: 'Your choice', ...optionsOf(choices, modern) },
        ...(typed ? { other: { type: 'string', title: 'Or something else', maxLength: 10_000 } } : {}),
      },
      required: typed ? [] : ['choice'],
    } as Form,
  })
  return { [KEY]: form }
}

type Form = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

export type Reply = { answer: string } | 'declined' | 'none'

export function replyIn(responses: Record<string, unknown> | undefined): Reply {
  const view = inputResponse(responses, KEY)
  if (view.kind !== 'elicit' || view.action === 'cancel') return 'none'
  if (view.action === 'decline') return 'declined'
  const { other, choice } = view.content ?? {}
  const answer = [other, choice].find((text) => typeof text === 'string' && text.trim() !== '')
  return answer === undefined ? 'none' : { answer: String(answer).trim() }
}

/** Older clients know names for choices only as a second list. */
function optionsOf(choices: readonly Option[], modern: boolean): Record<string, unknown> {
  if (modern) return { oneOf: choices.map((option) => ({ const: option.value, title: titleOf(option) })) }
  return { enum: choices.map((option) => option.value), enumNames: choices.map(titleOf) }
}

function titleOf({ label, detail }: Option): string {
  return cleanLine(detail === undefined ? label : `${label}: ${detail}`)
}
