/** The forms in which a call is answered: done, a question that is still open, an error. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ALL_FIELDS } from '../core/entry/entry.js'
import { DogearError, type ErrorCode, type Option, type Question } from '../core/errors.js'
import { quoteItemLine, quoteShort } from '../core/printer/quote.js'
import { finish, finishData, joinLines, say } from '../core/printer/words.js'
import { redactFinished, redactValue } from '../core/redact/finished.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import { howToAnswer } from './arguments.js'
import type { Answer } from './tool.js'

export function asResult({ text, data }: Answer): CallToolResult {
  return { content: [{ type: 'text', text: finish(text) }], structuredContent: finishData(data) as Answer['data'] }
}

/** The text says all that the data say. */
export function withoutData(result: CallToolResult): CallToolResult {
  const { structuredContent: _, ...text } = result
  return text
}

/** Nobody could be asked, so the model gets the question, and the argument that answers it. No failure: it goes on. */
export function stillOpen(tool: string, question: Question, declined: boolean): Answer {
  const needs = needsOf(tool, question)
  const options = needs.options.map(
    ({ value, detail }) => say`- ${quoteItemLine(value)}${detail ? say` (${quoteShort(detail, MAX_DETAIL)})` : ''}`,
  )
  const how = declined
    ? say`The user was asked and did not want to choose: nothing was done. Do not ask again unless they want to go on.`
    : say`Nothing was done yet. Ask the user, then: ${needs.answer_with}.`
  return {
    text: joinLines([say`${needs.question}`, ...options, how]),
    data: { needs: { ...needs, ...(declined && { declined }) } },
  }
}

const MAX_DETAIL = 300

interface Needs {
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

export function asError(error: unknown): CallToolResult {
  const known = describeError(error)
  const text = joinLines([
    say`${known.message}`,
    known.expected === undefined ? null : say`expected: ${known.expected}`,
    known.next === undefined ? null : say`next: ${known.next}`,
  ])
  return { ...asResult({ text, data: { error: known } }), isError: true }
}

interface Described {
  code: ErrorCode
  message: string
  expected?: string
  next?: string
}

export function describeError(error: unknown): Described {
  if (!(error instanceof DogearError)) {
    const message = cleanLine(error instanceof Error ? error.message : String(error))
    return { code: 'internal', message: redactFinished(`this is a defect of dogear: ${message}`) }
  }
  return redactValue({
    code: error.code,
    message: inWordsOfTools(cleanLine(error.message)),
    ...(error.expected === undefined ? {} : { expected: inWordsOfTools(cleanLine(error.expected)) }),
    ...(error.next === undefined ? {} : { next: inWordsOfTools(cleanLine(error.next)) }),
  })
}

const TOOLS = 'save|resume|list|search|note|clear|undo'
/** The argument for what is this flag on the command line: lists are named in the plural. */
const ARGUMENTS = new Map(ALL_FIELDS.map(({ flags, argument }) => [flags[0]?.name, argument.name]))

/** Advice is written for the command line; a model that has tools reads the same in their words. */
export function inWordsOfTools(text: string): string {
  return text
    .replace(CALL, asCall)
    .replace(/^dogear (?=[a-z])/, 'in a terminal: dogear ')
    .replace(/--([a-z][a-z-]*)(?= ["<])/g, (_, flag: string) => `${ARGUMENTS.get(flag) ?? flag}:`)
}

const CALL = new RegExp(`^dogear (${TOOLS})(?: (<[a-z]+>|[a-z0-9][a-z0-9-]*))?(?=$|( --)|\\s)`)

function asCall(_: string, tool: string, name: string | undefined, more: string | undefined): string {
  const named = name === undefined ? '' : ` with name: "${name.startsWith('<') ? '…' : name}"`
  return `call ${tool}${named}${more === undefined ? '' : ','}`
}
