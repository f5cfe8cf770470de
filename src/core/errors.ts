/**
 * The one error class. Every failure a caller can meet has a code, says what was expected and what to do next.
 * Codes and exit codes are public: test/surface pins them.
 */

export const EXIT = {
  ok: 0,
  /** `verify` found something; the command itself worked. */
  findings: 1,
  badInput: 2,
  needsAnswer: 3,
  /** `save --strict` refused a vague checkpoint. */
  vague: 4,
  notFound: 5,
  /** The disk, permissions or a damaged store. Nothing was acknowledged. */
  storage: 6,
  /** A defect of dogear. */
  internal: 70,
} as const

export type ErrorCode =
  | 'usage'
  | 'bad-name'
  | 'bad-entry'
  | 'bad-input'
  | 'too-big'
  | 'needs-answer'
  | 'vague'
  | 'not-found'
  | 'no-checkpoints'
  | 'disk-full'
  | 'no-permission'
  | 'read-only'
  | 'disk-failed'
  | 'damaged'
  | 'unsafe'
  | 'internal'

export const ERROR_CODES: Record<ErrorCode, number> = {
  usage: EXIT.badInput,
  'bad-name': EXIT.badInput,
  'bad-entry': EXIT.badInput,
  'bad-input': EXIT.badInput,
  'too-big': EXIT.badInput,
  'needs-answer': EXIT.needsAnswer,
  vague: EXIT.vague,
  'not-found': EXIT.notFound,
  'no-checkpoints': EXIT.notFound,
  'disk-full': EXIT.storage,
  'no-permission': EXIT.storage,
  'read-only': EXIT.storage,
  'disk-failed': EXIT.storage,
  damaged: EXIT.storage,
  unsafe: EXIT.storage,
  internal: EXIT.internal,
}

export const ABOUT: unique symbol = Symbol('about')

/** A question, in the form every face can ask: terminal prompt, MCP elicitation, structured answer. */
export interface Question {
  /** What it is about, to the letter, beyond what its words show: an answer holds for this alone. It is not printed. */
  [ABOUT]?: string
  id: string
  question: string
  options: Option[]
  /** Any number of them may be chosen; the answer names them with commas between. */
  several?: boolean
  /** The workstream an answer belongs to, where it was not typed. */
  name?: string
  /** How to answer in advance, e.g. "dogear resume <name>". */
  answerWith: string
}

export interface Option {
  value: string
  label: string
  detail?: string
}

export interface ErrorParts {
  /** What a right input would have been. */
  expected?: string
  /** The command or step that helps. */
  next?: string
  cause?: unknown
  needs?: Question
}

export class DogearError extends Error {
  readonly code: ErrorCode
  readonly expected?: string
  readonly next?: string
  readonly needs?: Question

  constructor(code: ErrorCode, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.name = 'DogearError'
    this.code = code
    if (parts.expected !== undefined) this.expected = parts.expected
    if (parts.next !== undefined) this.next = parts.next
    if (parts.needs !== undefined) this.needs = parts.needs
  }

  get exitCode(): number {
    return ERROR_CODES[this.code]
  }
}

export function needsAnswer(question: Question): DogearError {
  return new DogearError('needs-answer', question.question, { next: question.answerWith, needs: question })
}
