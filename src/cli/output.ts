/**
 * Where text leaves the program. Results go to standard output; warnings, advice and errors to standard error.
 * Nothing else in the program writes to either.
 */
import { isTerminal, terminalWidth, writeAll } from '../platform/terminal.js'
import { printJson } from './json.js'
import { COLOURED, PLAIN, wantsColour, type Style } from './style.js'

export interface Output {
  json: boolean
  quiet: boolean
  /** A person reads it: tables, ages, colours. Otherwise lines for programs. */
  terminal: boolean
  /** A person can answer. */
  interactive: boolean
  width: number
  colour: boolean
  style: Style
  errorStyle: Style
  /** To standard output, with a line end if it has none. */
  print(text: string): void
  printJson(value: unknown): void
  /** To standard error; silent with --quiet. */
  warn(text: string): void
  /** To standard error, always. */
  fail(text: string): void
  /** To standard error, just these characters: a line that is drawn over. */
  draw(text: string): void
}

export type Env = Readonly<Record<string, string | undefined>>

export function makeOutput(env: Env, options: { json: boolean; quiet: boolean }): Output {
  const terminal = !options.json && isTerminal(1)
  const colour = !options.json && wantsColour(env, () => terminal)
  return {
    ...options,
    terminal,
    interactive: terminal && isTerminal(0),
    get width() {
      return (terminal ? terminalWidth(1) : null) ?? DEFAULT_WIDTH
    },
    colour,
    style: colour ? COLOURED : PLAIN,
    get errorStyle() {
      return wantsColour(env, () => isTerminal(2)) ? COLOURED : PLAIN
    },
    print: (text) => writeAll(1, withLineEnd(text)),
    printJson: (value) => writeAll(1, printJson(value)),
    warn: (text) => {
      if (!options.quiet) writeAll(2, withLineEnd(text))
    },
    fail: (text) => writeAll(2, withLineEnd(text)),
    draw: (text) => writeAll(2, text),
  }
}

const DEFAULT_WIDTH = 80

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
