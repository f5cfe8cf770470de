/** What Claude Code is told about dogear: which hooks, which MCP server, which status line. Pure values. */
import { present } from '../../core/present.js'
import { HAND_OVER, LAUNCHER } from '../install.js'

/** A line for a shell and no `args`: other agents read these settings too, know no `args` and would run the bare `node`. */
interface Handler {
  type: 'command'
  command: string
  timeout?: number
}

export interface Group {
  matcher?: string
  hooks: Handler[]
}

export interface Server {
  type: 'stdio'
  command: string
  args: string[]
}

interface Event {
  name: string
  matcher?: string
  /** Seconds. dogear ends itself long before; this is for a machine that stands still. */
  timeout?: number
  /** The first client that knows it: one before it refuses the whole file, the user's own rules with it. */
  since?: string
}

/** Only what the hook program answers. SubagentStop is not among them: internal sub-agents end all the time. */
const EVENTS: readonly Event[] = [
  { name: 'SessionStart', timeout: 10 },
  { name: 'UserPromptSubmit', timeout: 5 },
  { name: 'PreToolUse', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 5 },
  { name: 'PostToolUseFailure', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 5, since: '2.0.56' },
  { name: 'PreCompact', timeout: 20 },
  { name: 'Stop', timeout: 20 },
  { name: 'StopFailure', matcher: 'rate_limit', timeout: 20, since: '2.1.78' },
  // A time of its own would let every other hook keep the user waiting at the end of a session.
  { name: 'SessionEnd' },
  { name: 'Notification', matcher: 'idle_prompt', timeout: 20 },
]

/** What a client of this version takes; null: it is not known, so what the newest takes. */
export function eventsFor(version: string | null): string[] {
  const isKnown = ({ since }: Event): boolean => version === null || since === undefined || !isOlder(version, since)
  return EVENTS.filter(isKnown).map(({ name }) => name)
}

/** Compared by their numbers: "2.1.9" is older than "2.1.78". */
export function isOlder(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [own, others] = [numbers(version), numbers(than)]
  const at = others.findIndex((number, i) => (own[i] ?? 0) !== number)
  return at !== -1 && (own[at] ?? 0) < (others[at] as number)
}

/** Below "hooks", for settings as for hooks.json of a plugin. */
export function hookGroups(launcher: string, version: string | null = null): Record<string, Group> {
  const command = guardedLine(launcher, 'claude-code')
  const names = eventsFor(version)
  const groups = EVENTS.filter(({ name }) => names.includes(name)).map(
    ({ name, matcher, timeout }): [string, Group] => {
      const limit = present({ timeout })
      const handler: Handler = { type: 'command', command, ...limit }
      return [name, { ...present({ matcher }), hooks: [handler] }]
    },
  )
  return Object.fromEntries(groups)
}

export function mcpServer(launcher: string): Server {
  return { type: 'stdio', command: SHELL, args: [launcher, 'mcp'] }
}

/** Also the file that versions before 0.6.0 named. */
function isLauncher(path: string): boolean {
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

/** The tools that the model is told to call by itself, as rules of permission name them. */
export const SAVE_AND_RESUME: readonly string[] = ['mcp__dogear__save', 'mcp__dogear__resume']
export const OF_PLUGIN: readonly string[] = ['mcp__plugin_dogear_dogear__save', 'mcp__plugin_dogear_dogear__resume']

/** Also one that an older version, or another copy of the program, put there. */
export function isOurHandler(value: unknown): boolean {
  const [, program, word] = wordsOf(value)
  return word === 'claude-code' && program !== undefined && isLauncher(program)
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

function argsOf(value: unknown): string[] {
  const { args } = (value ?? {}) as { args?: unknown }
  return Array.isArray(args) && args.every((one) => typeof one === 'string') ? args : []
}

// Lines for a shell: written from words, and read back where a shell would do nothing but split them.

const SHELL = 'sh'

export function namesShell(command: string): boolean {
  return command === SHELL
}

/**
 * It never changes, whatever becomes of Node and of the program, and without the launcher it does nothing: a shell that
 * finds no such file may end with the code by which a hook refuses.
 */
function guardedLine(launcher: string, ...words: string[]): string {
  return `${guardOf(launcher)}${shellLine([SHELL, launcher, ...words])}`
}

function guardOf(launcher: string): string {
  return `test ! -f ${shellLine([launcher])} || exec `
}

/** Null: not such a line. */
function guardedWords(line: string): string[] | null {
  const at = line.indexOf(' || exec ')
  const words = at === -1 ? null : plainWords(line.slice(at + ' || exec '.length))
  return words && line.startsWith(guardOf(words[1] ?? '')) ? words : null
}

/** Filled in by the client or by the shell; what follows it in our lines needs no quotes of its own. */
const VARIABLE = /^\$\{CLAUDE_\w+\}[\w./-]*$/

function shellLine(words: readonly string[]): string {
  return words.map((word) => (VARIABLE.test(word) ? `"${word}"` : quoteIfNeeded(word))).join(' ')
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

export function quoteIfNeeded(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quote(word)
}

const PART = String.raw`'[^']*'|"(?:[^"\\$\u0060]|\$\{\w+\})*"|\\'|\$\{\w+\}|[^\s'"\\;&|<>()$\u0060*?{}~#!]`
const LINE = new RegExp(`^(?:${PART})+(?: +(?:${PART})+)*$`)
const WORD = new RegExp(`(?:${PART})+`, 'g')

/** Null: it is more than a program and its words. Variables stay as they are. */
function plainWords(line: string): string[] | null {
  return LINE.test(line) ? (line.match(WORD) ?? []).map(unquote) : null
}

function unquote(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"([^"]*)"|\\'/g,
    (_, single: string | undefined, double: string | undefined) => single ?? double ?? "'",
  )
}

/**
 * The status line command: ours alone, or ours around the one that was there. A line for a shell, so it is quoted.
 * `wraps`: the command that was there; it runs first and its lines come first.
 */
export function statusCommand(launcher: string, wraps?: string): string {
  const own = guardedLine(launcher, 'statusline')
  return wraps === undefined ? own : `${own} --wrap ${quote(wraps)}`
}

/** Null: not one of ours. Versions before 0.6.0 named the place of the program behind the word. */
export function parseStatusCommand(command: string): { wraps?: string } | null {
  const guarded = guardedWords(command)
  const [, launcher = '', word, ...all] = guarded ?? plainWords(command) ?? []
  const rest = guarded ? all : all.slice(1)
  if (word !== 'statusline' || !isLauncher(launcher) || (!guarded && all.length === 0)) return null
  if (rest.length === 0) return {}
  const [flag, wraps, ...more] = rest
  return flag === '--wrap' && wraps !== undefined && more.length === 0 ? { wraps } : null
}
