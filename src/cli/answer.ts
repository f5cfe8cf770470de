/** Puts the answer to a question where the same command would have had it in advance. */
import type { Question } from '../core/errors.js'
import type { Args } from './parse-args.js'
import type { CommandSpec, Flag } from './spec.js'

/** Answers that are switches. */
const SWITCHES: Readonly<Record<string, string>> = {
  'existing overwrite': 'overwrite',
  'ready yes': 'yes',
  'ready no': 'fresh',
}

export function withAnswer(spec: CommandSpec, before: Args, question: Question, answer: string): Args {
  const args = { ...before, asked: [...(before.asked ?? []), question.id] }
  const flag = flagOf(spec, question)
  if (flag) return { ...named(args, question), values: withValue(args, flag, answer) }
  const turned = SWITCHES[`${question.id} ${answer}`]
  if (turned !== undefined) return { ...named(args, question), on: new Set([...args.on, turned]) }
  return { ...args, positionals: [answer, ...args.positionals.slice(1)] }
}

/** A question that a flag answers carries its name, also when it is asked again; diff calls its entry `to`. */
function flagOf(spec: CommandSpec, { id }: Question): Flag | undefined {
  const find = (name: string): Flag | undefined =>
    spec.flags.find((flag) => flag.name === name && flag.value !== undefined)
  return find(id.replace(/-again$/, '')) ?? (id === 'entry' ? find('to') : undefined)
}

/** Where a flag may be given several times, the answers before tell how often was asked. */
function withValue(args: Args, { name, repeat }: Flag, answer: string): Args['values'] {
  const before = repeat ? (args.values.get(name) ?? []) : []
  return new Map([...args.values, [name, [...before, answer]]])
}

/** The answer belongs to a workstream that was found, not typed. */
function named(args: Args, { name }: Question): Args {
  return args.positionals.length === 0 && name !== undefined ? { ...args, positionals: [name] } : args
}
