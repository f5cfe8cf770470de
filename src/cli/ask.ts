/** A question asked in the terminal, with arrow keys, and where its answer goes. Only loaded when there is one to ask. */
import { autocomplete, confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import type { Entry } from '../core/entry/entry.js'
import type { Question } from '../core/errors.js'
import { show } from '../app/look/show.js'
import { quoteLine } from '../core/printer/quote.js'
import { cleanLine, cleanText } from '../core/text/text.js'
import type { Args } from './args/parse.js'
import type { CommandSpec, Flag } from './args/spec.js'
import type { Context } from './context.js'
import { cut } from './print/width.js'
import { worldOf } from './world.js'

/** Of so many the arrow keys are as quick, and none is taken for what was typed. */
const FEW = 2

/** What an option stands for, in lines that are shown while it is the one to be chosen. */
type Pages = ReadonlyMap<string, readonly string[]>

const PAGES_READ = 50
const INDENT = 6

/** Of each workstream to choose from what its page says first. What cannot be read has none, and can be chosen all the same. */
export async function pagesOf(context: Context, question: Question): Promise<Pages> {
  if (question.id !== 'workstream') return new Map()
  const world = await worldOf(context)
  const room = context.output.width - INDENT - 6
  return new Map(
    question.options.slice(0, PAGES_READ).map(({ value }) => {
      try {
        return [value, pageLines(show(world, { what: value }).entry, room)]
      } catch {
        return [value, []]
      }
    }),
  )
}

function pageLines({ task, next, leftOff, failed, decisions }: Entry, room: number): string[] {
  const parts: [title: string, said: string | undefined][] = [
    ['Task', task?.text],
    next ? ['Next', next.text] : ['Left off', leftOff?.text],
    ['Failed', failed.at(-1)?.text],
    ['Decided', decisions.at(-1)?.text],
  ]
  return parts.flatMap(([title, said]) =>
    said === undefined ? [] : ' '.repeat(INDENT) + cut(`${title}: ${quoteLine(said)}`, Math.max(room, 10)),
  )
}

/** null: the person went away without an answer. */
export async function ask(question: Question, pages: Pages = new Map()): Promise<string | null> {
  if (question.options.every(({ value }) => value === '')) return askText(question)
  if (question.several) return askSeveral(question)
  const [yes, no, more] = question.options
  // With these the keys y and n answer, too.
  if (yes?.value === 'yes' && no?.value === 'no' && more === undefined) {
    const [active, inactive] = [cleanLine(yes.label), cleanLine(no.label)]
    const answer = await confirm({ message: cleanText(question.question), active, inactive })
    return isCancel(answer) ? null : answer ? 'yes' : 'no'
  }
  // What is typed must count, or Enter would take the first whatever was meant.
  const isFound = question.id === 'workstream' || question.options.length > FEW
  const chosen = await (isFound ? autocomplete : select)({
    message: cleanLine(question.question),
    options: question.options.map(({ value, label, detail }) => ({
      value,
      label: cleanLine(label),
      ...(detail === undefined ? {} : { hint: [cleanLine(detail), ...(pages.get(value) ?? [])].join('\n') }),
    })),
    maxItems: 12,
    filter: fits(question),
  })
  if (isCancel(chosen)) return null
  return chosen === '' ? askText(question) : chosen
}

/** The number or the word that an option stands for means that one alone; anything else is looked for in what is said of them. */
function fits({ options }: Question): (typed: string, option: { value: string }) => boolean {
  const textOf = ({ value, label, detail = '' }: Question['options'][number]): string => `${value}\n${label}\n${detail}`
  return (typed, { value }) => {
    const said = typed.trim().toLowerCase()
    if (said === '') return true
    if (options.some((one) => one.value.toLowerCase() === said)) return value.toLowerCase() === said
    const found = options.filter((one) => textOf(one).toLowerCase().includes(said))
    // Where nothing fits, what is to be typed whole.
    return found.length === 0 ? value === '' : found.some((one) => one.value === value)
  }
}

async function askSeveral({ question, options }: Question): Promise<string | null> {
  const chosen = await multiselect({
    message: cleanLine(question),
    options: options.map(({ value, label }) => ({ value, label: cleanLine(label) })),
    initialValues: options.map(({ value }) => value),
    maxItems: 12,
  })
  return isCancel(chosen) ? null : chosen.join(',')
}

/** An option without a value means: something else, typed. */
async function askText(question: Question): Promise<string | null> {
  const typed = await text({
    message: cleanLine(question.question),
    validate: (value) => (value?.trim() ? undefined : 'Type something, or press Esc'),
  })
  return isCancel(typed) ? null : typed
}

/** Answers that are switches. */
const SWITCHES: Readonly<Record<string, string>> = {
  'existing overwrite': 'overwrite',
  'write yes': 'yes',
  'write no': 'no',
  'ready yes': 'yes',
  'ready no': 'fresh',
  'foreign yes': 'yes',
  'foreign mine': 'mine',
  'allow-tools yes': 'allow-tools',
  'allow-tools no': 'no-allow-tools',
}

/** Puts the answer to a question where the same command would have had it in advance. */
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
