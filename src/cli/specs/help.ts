/** Help, made from the table. */
import { COMMON_FLAGS, type CommandSpec, type Flag, type Group } from '../args/spec.js'
import type { Style } from '../print/output.js'
import { wrapWords } from '../print/width.js'
import { COMMANDS, shownCommands } from './commands.js'

const GROUPS: readonly (readonly [Group, string])[] = [
  ['daily', 'Every day'],
  ['look', 'Look'],
  ['keep', 'Remove, bring back, carry elsewhere'],
  ['more', 'More'],
]

const EXIT_CODES =
  'Exit codes: 0 done, 1 verify or import found something, 2 wrong input, 3 a question needs an answer, 4 refused as vague, 5 not found, 6 disk or store, 70 a defect of dogear'

export function printHelp(style: Style, width: number): string {
  const left = Math.max(...shownCommands().map((command) => leftSide(command).length)) + 4
  const groups = GROUPS.map(([group, title]) => {
    const rows = COMMANDS.filter((command) => command.group === group).map((command) =>
      row(leftSide(command), command.summary, left, width),
    )
    return `${style.bold(title)}\n${rows.join('')}`
  })
  return [
    `${style.bold('dogear')}: fold the corner of the page; open the book there again.\n`,
    'Usage: dogear COMMAND [--json] [--quiet] [--help]\n',
    ...groups,
    `Short names: ${aliases()}\n`,
    `${wrap(EXIT_CODES, width, 0)}\n`,
    'One command: dogear help COMMAND      See it work: dogear tour\n',
  ].join('\n')
}

/** `hasLayout`: one is live where it is asked. */
export function printCommandHelp(spec: CommandSpec, style: Style, width: number, hasLayout = false): string {
  const title = [spec.name, ...spec.aliases].join(', ')
  const parts = [`${style.bold(`dogear ${title}`)}: ${spec.summary}\n`, `Usage: ${spec.usage}\n`]
  if (spec.notes) parts.push(spec.notes.map((note) => `${wrap(note, width, 0)}\n`).join(''))
  if (spec.actions)
    parts.push(
      `${style.bold('Actions')}\n${table(
        spec.actions.map((action) => [action.name, action.summary]),
        width,
      )}`,
    )
  const flagsOf = (...places: Flag['place'][]): Flag[] => spec.flags.filter(({ place }) => places.includes(place))
  const [often, rare] = [flagsOf(undefined), flagsOf('rare', ...(hasLayout ? (['layout'] as const) : []))]
  parts.push(`${style.bold('Flags')}\n${table([...often, ...COMMON_FLAGS].map(flagRow), width)}`)
  if (rare.length > 0) parts.push(`${style.bold('More flags')}\n${table(rare.map(flagRow), width)}`)
  if (!hasLayout && flagsOf('layout').length > 0)
    parts.push(`${wrap('Further flags where a layout is live: dogear help config', width, 0)}\n`)
  if (spec.json) parts.push(`${style.bold('With --json')}\n${wrap(spec.json, width, 2)}\n`)
  if (spec.examples.length > 0)
    parts.push(
      `${style.bold('Examples')}\n${spec.examples.map((one) => `  ${one.line}\n      ${style.dim(one.says)}\n`).join('')}`,
    )
  return parts.join('\n')
}

function leftSide(command: CommandSpec): string {
  const positionals = command.positionals.map((one) => (one.required ? one.name : `[${one.name}]`))
  return [command.name, ...positionals.slice(0, 1)].join(' ')
}

function aliases(): string {
  return shownCommands()
    .flatMap((command) => command.aliases.map((alias) => `${alias} = ${command.name}`))
    .join(', ')
}

function flagRow(flag: Flag): [string, string] {
  const short = flag.short ? `-${flag.short}, ` : ''
  return [
    `${short}--${flag.name}${flag.value ? ` ${flag.value}` : ''}`,
    `${flag.summary}${flag.repeat ? ' (repeatable)' : ''}`,
  ]
}

function table(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.map(([name, text]) => row(name, text, left, width)).join('')
}

function row(name: string, text: string, left: number, width: number): string {
  return `  ${name.padEnd(left - 2)}${wrap(text, width, left).trimStart()}\n`
}

/** Longer lines are tiring to read. */
const MAX_COLUMNS = 110

/** Every line is indented. */
function wrap(text: string, width: number, indent: number): string {
  const room = Math.max(30, Math.min(width, MAX_COLUMNS) - indent)
  return wrapWords(text, room)
    .map((line) => ' '.repeat(indent) + line)
    .join('\n')
}
