/**
 * The lines by which clients call dogear: written from words, and read back where a shell would do nothing but split them.
 */
import { HAND_OVER, LAUNCHER } from '../install.js'

export interface Server {
  type: 'stdio'
  command: string
  args: string[]
}

export const SHELL = 'sh'

export function mcpServer(launcher: string): Server {
  return { type: 'stdio', command: SHELL, args: [launcher, 'mcp'] }
}

export function namesShell(command: string): boolean {
  return command === SHELL
}

/**
 * It never changes, whatever becomes of Node and of the program, and without the launcher it does nothing: a shell that
 * finds no such file may end with the code by which a hook refuses.
 */
export function hookLine(launcher: string, ...words: string[]): string {
  return `${guardOf(launcher)}${shellLine([SHELL, launcher, ...words])}`
}

function guardOf(launcher: string): string {
  return `test ! -f ${shellLine([launcher])} || exec `
}

/** Null: not such a line. */
export function guardedWords(line: string): string[] | null {
  const at = line.indexOf(' || exec ')
  const words = at === -1 ? null : plainWords(line.slice(at + ' || exec '.length))
  return words && line.startsWith(guardOf(words[1] ?? '')) ? words : null
}

/** Filled in by the client or by the shell; what follows it in our lines needs no quotes of its own. */
const VARIABLE = /^\$\{CLAUDE_\w+\}[\w./-]*$/

function shellLine(words: readonly string[]): string {
  return words.map((word) => (VARIABLE.test(word) ? `"${word}"` : quoteIfNeeded(word))).join(' ')
}

export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

export function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)
}

const PART = String.raw`'[^']*'|"(?:[^"\\$\u0060]|\$\{\w+\})*"|\\'|\$\{\w+\}|[^\s'"\\;&|<>()$\u0060*?{}~#!]`
const LINE = new RegExp(`^(?:${PART})+(?: +(?:${PART})+)*$`)
const WORD = new RegExp(`(?:${PART})+`, 'g')

/** Null: it is more than a program and its words. Variables stay as they are. */
export function plainWords(line: string): string[] | null {
  return LINE.test(line) ? (line.match(WORD) ?? []).map(unquote) : null
}

function unquote(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"([^"]*)"|\\'/g,
    (_, single: string | undefined, double: string | undefined) => single ?? double ?? "'",
  )
}

/** Also the file that versions before 0.6.0 named. */
export function isLauncher(path: string): boolean {
  return [LAUNCHER, HAND_OVER].includes(path.split(/[\\/]/).at(-1) ?? '')
}

/** The words a hook is started with: from `command` and `args`, or from a `command` that is a line for a shell. */
export function wordsOf(value: unknown): string[] {
  const { command } = (value ?? {}) as { command?: unknown }
  if (typeof command !== 'string') return []
  return hasArgs(value) ? [command, ...argsOf(value)] : (guardedWords(command) ?? plainWords(command) ?? [])
}

function hasArgs(value: unknown): boolean {
  return Array.isArray(((value ?? {}) as { args?: unknown }).args)
}

/** Also one that an older version, or another copy of the program, put there. */
export function isOurHandler(value: unknown, agent: string): boolean {
  const [, program, word] = wordsOf(value)
  return word === agent && program !== undefined && isLauncher(program)
}

/** Null: it has nothing to do with dogear. Else how it reads, also where it is none of ours. */
export function lineNamingDogear(value: unknown): string | null {
  const { command } = (value ?? {}) as { command?: unknown }
  const line = [command, ...argsOf(value)].join(' ')
  return [LAUNCHER, HAND_OVER].some((name) => line.includes(name)) ? line : null
}

export function isOurServer(value: unknown): value is Server {
  const [program, word] = argsOf(value)
  return word === 'mcp' && program !== undefined && isLauncher(program)
}

/** Whoever put it there: the server that speaks for dogear. */
export function servesDogear(value: unknown): boolean {
  const { command } = (value ?? {}) as { command?: unknown }
  return isOurServer(value) || (command === 'dogear' && argsOf(value)[0] === 'mcp')
}

/** Some clients have program and words in one list. */
function argsOf(value: unknown): string[] {
  const { args, command } = (value ?? {}) as { args?: unknown; command?: unknown }
  const words = Array.isArray(command) ? command.slice(1) : args
  return Array.isArray(words) && words.every((one) => typeof one === 'string') ? words : []
}
