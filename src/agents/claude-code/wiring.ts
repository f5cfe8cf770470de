/** What Claude Code is told about dogear: which hooks, which MCP server, which status line. Pure values. */
import { present } from '../../core/present.js'
import type { Group } from '../common/json-edit.js'
import { isOlder } from './version.js'
import { guardedWords, hookLine, isLauncher, plainWords, quote } from '../common/line.js'

/** A line for a shell and no `args`: other agents read these settings too, know no `args` and would run the bare `node`. */
interface Handler {
  type: 'command'
  command: string
  timeout?: number
}

interface Event {
  name: string
  matcher?: string
  /** Seconds. dogear ends itself long before; this is for a machine that stands still. */
  timeout?: number
  /** The client does not wait for it. */
  async?: true
  /** The first client that knows it: one before it refuses the whole file, the user's own rules with it. */
  since?: string
}

/** Only what the hook program answers. SubagentStop is not among them: internal sub-agents end all the time. */
const EVENTS: readonly Event[] = [
  { name: 'SessionStart', timeout: 10 },
  { name: 'UserPromptSubmit', timeout: 5 },
  { name: 'PreToolUse', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 5 },
  { name: 'PostToolUse', matcher: 'Bash|Edit|MultiEdit|Write|NotebookEdit', timeout: 10, async: true },
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

/** Below "hooks", for settings as for hooks.json of a plugin. */
export function hookGroups(launcher: string, version: string | null = null): Record<string, Group> {
  const command = hookLine(launcher, 'claude-code')
  const names = eventsFor(version)
  const groups = EVENTS.filter(({ name }) => names.includes(name)).map(
    ({ name, matcher, timeout, async }): [string, Group] => {
      const limit = present({ timeout, async })
      const handler: Handler = { type: 'command', command, ...limit }
      return [name, { ...present({ matcher }), hooks: [handler] }]
    },
  )
  return Object.fromEntries(groups)
}

/** The tools that the model is told to call by itself, as rules of permission name them. */
export const SAVE_AND_RESUME: readonly string[] = ['mcp__dogear__save', 'mcp__dogear__resume']
export const OF_PLUGIN: readonly string[] = ['mcp__plugin_dogear_dogear__save', 'mcp__plugin_dogear_dogear__resume']

/**
 * The status line command: ours alone, or ours around the one that was there. A line for a shell, so it is quoted.
 * `wraps`: the command that was there; it runs first and its lines come first.
 */
export function statusCommand(launcher: string, wraps?: string): string {
  const own = hookLine(launcher, 'statusline')
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
