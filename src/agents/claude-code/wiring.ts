/** What Claude Code is told about dogear: which hooks, which MCP server, which status line. Pure values. */
import { present } from '../../core/present.js'
import { LAUNCHER } from '../install.js'

/** How dogear is started: through the launcher, which is silent where the program was removed. */
export interface Exec {
  command: string
  launcher: string
  /** Where the program is; else it is looked for. */
  root?: string
}

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
}

/** Only what the hook program answers. SubagentStop is not among them: internal sub-agents end all the time. */
const EVENTS: readonly Event[] = [
  { name: 'SessionStart', timeout: 10 },
  { name: 'UserPromptSubmit', timeout: 5 },
  { name: 'PreToolUse', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 5 },
  { name: 'PostToolUseFailure', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 5 },
  { name: 'PreCompact', timeout: 20 },
  { name: 'Stop', timeout: 20 },
  { name: 'StopFailure', matcher: 'rate_limit', timeout: 20 },
  // A time of its own would let every other hook keep the user waiting at the end of a session.
  { name: 'SessionEnd' },
  { name: 'Notification', matcher: 'idle_prompt', timeout: 20 },
]

export const EVENT_NAMES: readonly string[] = EVENTS.map(({ name }) => name)

/** Below "hooks", for settings as for hooks.json of a plugin. */
export function hookGroups(exec: Exec): Record<string, Group> {
  const command = shellLine([exec.command, ...argsFor(exec, 'claude-code')])
  const groups = EVENTS.map(({ name, matcher, timeout }): [string, Group] => {
    const limit = present({ timeout })
    const handler: Handler = { type: 'command', command, ...limit }
    return [name, { ...present({ matcher }), hooks: [handler] }]
  })
  return Object.fromEntries(groups)
}

export function mcpServer(exec: Exec): Server {
  return { type: 'stdio', command: exec.command, args: argsFor(exec, 'mcp') }
}

function argsFor({ launcher, root }: Exec, word: string): string[] {
  return root === undefined ? [launcher, word] : [launcher, word, root]
}

function isLauncher(path: string): boolean {
  return /(?:^|[\\/])dogear\.cjs$/.test(path)
}

/** The words a hook is started with: from `command` and `args`, or from a `command` that is a line for a shell. */
export function wordsOf(value: unknown): string[] {
  const { command } = (value ?? {}) as { command?: unknown }
  if (typeof command !== 'string') return []
  return hasArgs(value) ? [command, ...argsOf(value)] : (plainWords(command) ?? [])
}

export function hasArgs(value: unknown): boolean {
  return Array.isArray(((value ?? {}) as { args?: unknown }).args)
}

/** Also one that an older version, or another copy of the program, put there. */
export function isOurHandler(value: unknown): boolean {
  const [, program, word] = wordsOf(value)
  return word === 'claude-code' && program !== undefined && isLauncher(program)
}

/** Null: it has nothing to do with dogear. Else how it reads, also where it is none of ours. */
export function lineNamingDogear(value: unknown): string | null {
  const { command } = (value ?? {}) as { command?: unknown }
  const line = [command, ...argsOf(value)].join(' ')
  return line.includes(LAUNCHER) ? line : null
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
export function statusCommand({ command, launcher, root = '' }: Exec, wraps?: string): string {
  const own = shellLine([command, launcher, 'statusline', root])
  return wraps === undefined ? own : `${own} --wrap ${quote(wraps)}`
}

/** Null: not one of ours. */
export function parseStatusCommand(command: string): { wraps?: string } | null {
  const [, launcher = '', word, root, flag, wraps, ...more] = plainWords(command) ?? []
  if (word !== 'statusline' || root === undefined || more.length > 0 || !isLauncher(launcher)) return null
  if (flag === undefined) return {}
  return flag === '--wrap' && wraps !== undefined ? { wraps } : null
}
