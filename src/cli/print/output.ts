/**
 * Where text leaves the program, redacted as it stands then. Results go to standard output; warnings, advice and errors to standard error.
 * Nothing else in the program writes to either.
 */
import { finish, type ModelText } from '../../core/printer/words.js'
import { redactFinished, redactValue } from '../../core/redact/finished.js'
import { cleanText } from '../../core/text/text.js'
import { widthOf, wrapWords } from './width.js'
import { envAround } from '../../platform/git/outside.js'
import { homeOfUser } from '../../platform/home.js'
import { showIn } from '../../platform/process/command.js'
import { isTerminal, terminalHeight, terminalWidth, writeAll } from '../../platform/process/terminal.js'

export interface Output {
  json: boolean
  quiet: boolean
  /** A person reads it: tables, ages, colours. Otherwise lines for programs. */
  terminal: boolean
  /** A person can answer. */
  interactive: boolean
  /** Standard error goes to a terminal, whatever becomes of the answer. */
  errorTerminal: boolean
  width: number
  colour: boolean
  style: Style
  errorStyle: Style
  /** To standard output, with a line end if it has none. */
  print(text: string): void
  /** The bytes of a file of the user's, as they are. */
  raw(bytes: Uint8Array): void
  /** As `print`, for what may be long: a person gets it in their pager where it has more lines than the terminal. */
  page(text: string): void
  /** The same, for text that a model may read: what was redacted before is not looked through again. */
  tell(words: ModelText): void
  /** `exact`: it holds sealed texts, which are redacted already. */
  printJson(value: unknown, how?: { exact: true }): void
  /** To standard error; silent with --quiet. */
  warn(text: string): void
  /** To standard error, always. */
  fail(text: string): void
  /** To standard error, just these characters: a line that is drawn over. */
  draw(text: string): void
}

export type Env = Readonly<Record<string, string | undefined>>

/** A repository may bring along a `less`. */
function envHere(env: Env): Env {
  try {
    return envAround({ env, userHome: homeOfUser(env) }, process.cwd())
  } catch {
    return { ...env, PATH: '/usr/bin:/bin' }
  }
}

export function makeOutput(
  env: Env,
  { fields, ...options }: { json: boolean; quiet: boolean; fields?: readonly string[] },
): Output {
  const terminal = !options.json && isTerminal(1)
  const colour = !options.json && wantsColour(env, () => terminal)
  return {
    ...options,
    terminal,
    interactive: terminal && isTerminal(0),
    get errorTerminal() {
      return isTerminal(2)
    },
    get width() {
      return (terminal ? terminalWidth(1) : null) ?? DEFAULT_WIDTH
    },
    colour,
    style: colour ? COLOURED : PLAIN,
    get errorStyle() {
      return wantsColour(env, () => isTerminal(2)) ? COLOURED : PLAIN
    },
    raw: (bytes) => writeAll(1, bytes),
    print: (text) => writeAll(1, withLineEnd(redactFinished(text))),
    page(text) {
      const finished = withLineEnd(redactFinished(text))
      const pager = env['PAGER'] ?? 'less'
      const isLong = this.interactive && finished.split('\n').length > (terminalHeight() ?? Infinity)
      // As git does it: colours are kept, and what fits is left standing.
      const isShown = isLong && pager.trim() !== '' && showIn(pager, finished, { LESS: 'FRX', ...envHere(env) })
      if (!isShown) writeAll(1, finished)
    },
    tell(words) {
      writeAll(1, withLineEnd(printMarkdown(finish(words), this.style, terminal ? this.width : Infinity)))
    },
    printJson: (value, how) => {
      const chosen = fields === undefined ? value : chooseFields(value, fields)
      writeAll(1, printJson(how?.exact ? chosen : redactValue(chosen)))
    },
    warn: (text) => {
      if (!options.quiet) writeAll(2, withLineEnd(redactFinished(text)))
    },
    fail: (text) => writeAll(2, withLineEnd(redactFinished(text))),
    draw: (text) => writeAll(2, redactFinished(text)),
  }
}

type Json = Readonly<Record<string, unknown>>

/**
 * Of the rows of a list, else of the entry that is answered, the fields that were asked for; null where there is none. Errors
 * and questions stay whole.
 */
function chooseFields(value: unknown, fields: readonly string[]): unknown {
  if (!isJson(value) || 'error' in value || 'needs' in value) return value
  const rows = Object.values(value).find((one) => Array.isArray(one) && (one.length === 0 || isJson(one[0])))
  const list = isJson(value['entry']) ? undefined : (rows as unknown[] | undefined)
  return list === undefined ? pick(value, fields) : list.map((row) => pick(row, fields))
}

/** Where it is not a field of the row itself, of its newest head or of its entry. */
function pick(row: unknown, fields: readonly string[]): Json {
  const { heads, entry, saved } = (isJson(row) ? row : {}) as { heads?: unknown[]; entry?: unknown; saved?: unknown }
  const places = [row, entry, heads?.[0], saved].filter(isJson)
  const find = (field: string): unknown => places.find((place) => Object.hasOwn(place, field))?.[field] ?? null
  return Object.fromEntries(fields.map((field) => [field, textOf(find(field))]))
}

/** An item is its text. */
function textOf(value: unknown): unknown {
  return isJson(value) && typeof value['text'] === 'string' ? value['text'] : value
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const DEFAULT_WIDTH = 80

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/**
 * JSON for programs. Text is whole, but what could act on a terminal is written as \u escapes, which means the same
 * to whoever parses it. Nanosecond times are bigint inside; JSON has none.
 */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)).replace(ACTIVE, escape)}\n`
}

// DEL, C1, soft hyphen, zero-width, bidirectional and other invisible characters, tags. JSON.stringify has escaped C0.
const ACTIVE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

function escape(text: string): string {
  return Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  )
}

/** Colours as functions on text, which do nothing where colours are off. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

export const COLOURED: Style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
}

/** NO_COLOR wins over FORCE_COLOR, which wins over the kind of stream. An empty variable counts as not set. */
export function wantsColour(env: Env, terminal: () => boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced) return forced !== '0' && forced !== 'false'
  return env['TERM'] !== 'dumb' && terminal()
}

function same(text: string): string {
  return text
}

function code(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`
}

/** Markdown for a terminal: the same text, its headings and warnings coloured. */
export function printMarkdown(text: string, style: Style, width: number = Infinity): string {
  return wrapMarkdown(cleanText(text), width)
    .map((line) => {
      if (/^#{1,3} /.test(line)) return style.bold(line)
      return line.startsWith('⚠') || line.startsWith('Warning:') ? style.yellow(line) : line
    })
    .join('\n')
}

/** Broken at spaces, below the text of its item; what is fenced stays as it is. */
function wrapMarkdown(text: string, width: number): string[] {
  // Into a pipe, which is most often an agent: nobody asks how wide each letter is.
  if (width === Infinity) return text.split('\n')
  let fenced = false
  return text.split('\n').flatMap((line) => {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced
    if (fenced || widthOf(line) <= width) return [line]
    const mark = /^\s*(?:(?:[-*+]|\d+[.)]|>)\s+)*/.exec(line)?.[0] ?? ''
    const [first = '', ...rest] = wrapWords(line.slice(mark.length), Math.max(1, width - mark.length))
    const under = mark.replace(/[^\s>]/g, ' ')
    return [mark + first, ...rest.map((one) => under + one)]
  })
}

const CELLS = 24

/** A bar on standard error for work that takes a while; nothing where nobody watches. */
export function makeProgress(output: Output, label: string): { show(done: number, total: number): void; done(): void } {
  let shown = -1
  let terminal: boolean | undefined
  // Looked at only when there is something to show: the look itself costs time.
  const watched = () => !output.quiet && !output.json && (terminal ??= isTerminal(2))
  return {
    show(done, total) {
      const filled = total > 0 ? Math.floor((done / total) * CELLS) : 0
      if (!watched() || filled === shown) return
      shown = filled
      output.draw(`\r${label} ${'█'.repeat(filled)}${'░'.repeat(CELLS - filled)} ${done}/${total}`)
    },
    done() {
      if (shown >= 0) output.draw('\r\u001b[K')
    },
  }
}
