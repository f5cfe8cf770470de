/** The forms in which a call is answered: done, a question that is still open, an error. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorCode, Option, Question } from '../core/errors.js'
import { DogearError } from '../core/errors.js'
import { cleanLine, cleanText } from '../core/sanitise.js'
import { howToAnswer } from './answers.js'
import type { Answer } from './tool.js'
import { inWordsOfTools } from './words.js'

export function answered({ text, data }: Answer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data }
}

/** Nobody could be asked, so the model gets the question, and the argument that answers it. No failure: it goes on. */
export function stillOpen(tool: string, question: Question, declined: boolean): Answer {
  const needs = needsOf(tool, question)
  const lines = needs.options.map(({ value, detail }) => `- ${value}${detail ? ` (${detail})` : ''}`)
  const how = declined
    ? 'The user was asked and did not want to choose: nothing was done. Do not ask again unless they want to go on.'
    : `Nothing was done yet. Ask the user, then: ${needs.answer_with}.`
  return {
    text: [needs.question, ...lines, how].join('\n'),
    data: { needs: { ...needs, ...(declined && { declined }) } },
  }
}

export interface Needs {
  question: string
  options: Option[]
  answer_with: string
}

export function needsOf(tool: string, question: Question): Needs {
  const options = question.options.filter((option) => option.value !== '')
  return {
    question: cleanText(question.question),
    options: options.map(({ value, label, detail }) => ({
      value,
      label: cleanLine(label),
      ...(detail === undefined ? {} : { detail: cleanLine(detail) }),
    })),
    answer_with: howToAnswer(tool, question),
  }
}

export function failed(error: unknown): CallToolResult {
  const known = described(error)
  const lines = [known.message]
  if (known.expected !== undefined) lines.push(`expected: ${known.expected}`)
  if (known.next !== undefined) lines.push(`next: ${known.next}`)
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: known }, isError: true }
}

interface Described {
  code: ErrorCode
  message: string
  expected?: string
  next?: string
}

export function described(error: unknown): Described {
  if (!(error instanceof DogearError)) {
    const message = cleanLine(error instanceof Error ? error.message : String(error))
    return { code: 'internal', message: `this is a defect of dogear: ${message}` }
  }
  return {
    code: error.code,
    message: inWordsOfTools(cleanText(error.message)),
    ...(error.expected === undefined ? {} : { expected: inWordsOfTools(cleanText(error.expected)) }),
    ...(error.next === undefined ? {} : { next: inWordsOfTools(cleanText(error.next)) }),
  }
}
