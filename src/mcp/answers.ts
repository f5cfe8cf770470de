/** Which arguments answer which question, and how an answer becomes arguments. */
import { DogearError, type Question } from '../core/errors.js'
import type { Args } from './arguments.js'
import { isObject } from './schema.js'

/** Questions that have an argument of their own. `trust` is none that a model may give: no tool lists it. */
const ARGUMENTS = ['entry', 'folder', 'trust']

/** What a question must be remembered by until its answer arrives. */
export type Asked = Pick<Question, 'id' | 'name'>

export function withAnswer(args: Args, { id, name }: Asked, answer: string): Args {
  const named = args['name'] === undefined && name !== undefined ? { name } : {}
  if (id === 'workstream' || id === 'name') return { ...args, name: answer }
  if (id === 'existing') return { ...args, ...(answer === 'overwrite' ? { overwrite: true } : { name: answer }) }
  if (ARGUMENTS.includes(id)) return { ...args, ...named, [id]: answer }
  return { ...args, ...named, answers: { ...answersIn(args), [id]: answer } }
}

/** What was answered so far, by the question. */
export function answersIn(args: Args): Readonly<Record<string, unknown>> {
  const answers = args['answers'] ?? {}
  if (isObject(answers)) return answers
  throw new DogearError('bad-input', '"answers" should be an object', { expected: 'answers: {"ready": "yes"}' })
}

/** How a model answers, once it has asked the user: the arguments to add to the same call. */
export function howToAnswer(tool: string, { id, name }: Asked): string {
  // What a repository brings along is for the user to trust, and no text in it may talk a model into that.
  if (id === 'trust') return 'only the user can say, in a terminal: dogear list --trust yes, or --trust no'
  const named = name === undefined ? '' : `name: "${name}", `
  if (id === 'workstream') return `call ${tool} again with name: "<value>"`
  if (id === 'name') return `call ${tool} again with name: "<value>", or any other name`
  if (id === 'existing') return `call ${tool} again with overwrite: true, or with name: "<another name>"`
  if (ARGUMENTS.includes(id)) return `call ${tool} again with ${named}${id}: "<value>"`
  return `call ${tool} again with ${named}answers: {…those given before, "${id}": "<value>"}`
}
