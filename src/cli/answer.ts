/** Puts the answer to a question where the same command would have had it in advance. */
import type { Question } from '../core/errors.js'
import type { Args } from './parse-args.js'
import type { CommandSpec } from './spec.js'

export function withAnswer(spec: CommandSpec, args: Args, question: Question, answer: string): Args {
  if (question.id !== 'entry') return { ...args, positionals: [answer, ...args.positionals.slice(1)] }
  const flag = spec.flags.some((one) => one.name === 'entry') ? 'entry' : 'to'
  const [name] = args.positionals
  return {
    ...args,
    positionals: name === undefined && question.name !== undefined ? [question.name] : args.positionals,
    values: new Map([...args.values, [flag, [answer]]]),
  }
}
