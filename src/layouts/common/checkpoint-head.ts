/**
 * The head of a checkpoint file: its title and the lines Branch, Saved and Plan, in whatever way they were written.
 * What stands there besides is kept.
 */
import { isName } from '../../core/choose/name.js'
import type { Plan } from '../../core/entry/entry.js'
import { isNothing } from '../../core/entry/written-items.js'
import { tidyLine } from '../../core/text/text.js'
import { type LocalTime, parseLocalTime } from './local-time.js'
import { nameOf } from './prose.js'

export interface Head {
  branch?: string
  saved?: LocalTime
  plan?: Plan
  /** The other lines. */
  rest: string[]
}

const LABEL = /^ {0,3}(?:[-*+][ \t]+)?[*_]{0,2}(Branch|Saved|Plan)[*_]{0,2}[ \t]*:[ \t]*[*_]{0,2}[ \t]*(\S.*)$/is
const TITLE = /^(?:named |session )?checkpoint[ \t]*[:—–-]?[ \t]*(.*)$/is
const QUOTED = /^(?:`([^`]+)`|("(?:[^"\\]|\\.)*"))[ \t]*/
const STEP = /^\((?:at )?step (\d{1,6})(?: ?(?:of|\/) ?(\d{1,6}))?\)$/i
const LOOSE_STEP = /\bstep (\d{1,6})(?: ?(?:of|\/) ?(\d{1,6}))?/i
const NO_BRANCH = /^\(?(?:detached(?: head)?|unknown|no branch|not a git repo(?:sitory)?)\)?$/i

/** A line that says more than its value is read, and kept too. */
export function parseHead(lines: readonly string[]): Head {
  const head: Head = { rest: [] }
  for (const line of lines) {
    const [, label = '', value = ''] = LABEL.exec(line.trimEnd()) ?? []
    const isWhole = label !== '' && takeLabel(head, label.toLowerCase(), tidyLine(value))
    if (!isWhole) head.rest.push(line)
  }
  return head
}

/** What a title says besides a name: that of the file counts. */
export function parseTitle(title: string, name: string): string | null {
  const said = TITLE.exec(title)?.[1]
  return said !== undefined && (said === '' || isName(said) || nameOf(said) === name) ? null : `# ${title}`
}

export function printBranch(branch: string): string {
  return `- **Branch:** ${quote(branch)}\n`
}

export function printPlan({ path, step, of }: Plan, userHome: string): string {
  const steps = step === undefined ? '' : ` (step ${step}${of === undefined ? '' : ` of ${of}`})`
  return `- **Plan:** ${quote(fromHome(path, userHome))}${steps}\n`
}

function takeLabel(head: Head, label: string, value: string): boolean {
  if (label === 'branch' && head.branch === undefined) return takeBranch(head, value)
  if (label === 'saved' && head.saved === undefined) return takeSaved(head, value)
  return label === 'plan' && head.plan === undefined && takePlan(head, value)
}

function takeBranch(head: Head, value: string): boolean {
  if (isNothing(value) || NO_BRANCH.test(value)) return true
  const { text, rest } = QUOTED.test(value) ? unquote(value) : firstWord(value)
  if (text === '') return false
  head.branch = text
  return rest === ''
}

function takeSaved(head: Head, value: string): boolean {
  const time = parseLocalTime(value.replace(/^`(.*)`$/, '$1'))
  if (!time) return false
  const { rest, ...saved } = time
  head.saved = saved
  return rest === ''
}

function takePlan(head: Head, value: string): boolean {
  if (isNothing(value)) return true
  const quoted = QUOTED.test(value)
  const open = value.search(/[ \t]\((?:at )?step /i)
  const { text: path, rest } =
    quoted || open < 0 ? unquote(value) : { text: value.slice(0, open), rest: value.slice(open) }
  if (path.trim() === '') return false
  const step = STEP.exec(rest.trim()) ?? LOOSE_STEP.exec(rest)
  head.plan = { path: path.trim(), ...numbered('step', step?.[1]), ...numbered('of', step?.[2]) }
  return rest === '' || STEP.test(rest.trim())
}

function numbered<K extends 'step' | 'of'>(key: K, digits: string | undefined): { [P in K]?: number } {
  return (digits === undefined ? {} : { [key]: Number(digits) }) as { [P in K]?: number }
}

function quote(text: string): string {
  const line = tidyLine(text)
  return line.includes('`') || line === '' ? JSON.stringify(line) : `\`${line}\``
}

function unquote(value: string): { text: string; rest: string } {
  const match = QUOTED.exec(value)
  const text = match?.[1] ?? parseJson(match?.[2])
  return match && text !== null
    ? { text: tidyLine(text), rest: value.slice(match[0].length) }
    : { text: value, rest: '' }
}

/** No branch has a space in its name. */
function firstWord(value: string): { text: string; rest: string } {
  const [text = ''] = value.split(/\s/, 1)
  return { text, rest: value.slice(text.length).trim() }
}

function parseJson(text: string | undefined): string | null {
  try {
    return text === undefined ? null : (JSON.parse(text) as string)
  } catch {
    return null
  }
}

function fromHome(path: string, userHome: string): string {
  const [full, home] = [path, userHome].map((one) => one.replaceAll('\\', '/').replace(/\/+$/, '')) as [string, string]
  return home !== '' && full.startsWith(`${home}/`) ? `~${full.slice(home.length)}` : path
}
