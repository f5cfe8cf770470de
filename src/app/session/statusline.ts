/** The status line: which workstream, how old its last save is, how full the context is. Reads one small file. */
import { age } from '../../core/text/text.js'
import { runCommand } from '../../platform/process/command.js'
import { changeHookState, type HookState, readHookState } from '../../store/session/hook-state.js'

/** What the client tells, as far as it is used. */
export type StatusEvent = Readonly<Record<string, unknown>>

export interface StatusRequest {
  home: string
  event: StatusEvent
  /** The command that was there before dogear; its lines come first, as they are. */
  wraps?: string
  env: Readonly<Record<string, string | undefined>>
  nowMs: number
}

const WRAPPED_MS = 9000
const MOST_BYTES = 100_000

export async function statusLine({ home, event, wraps, env, nowMs }: StatusRequest): Promise<string> {
  const session = typeof event['session_id'] === 'string' ? event['session_id'] : ''
  const state = readHookState(home, session)
  const context = contextIn(event, nowMs)
  if (context && isNews(state, context)) changeHookState(home, session, { context })
  const own = `${printOwn(state, context ?? state?.context, nowMs)}\n`
  return wraps === undefined ? own : `${await theirs(wraps, event, env)}${own}`
}

function printOwn(state: HookState | null, context: HookState['context'], nowMs: number): string {
  const saved = state?.lastSave ? `saved ${age(state.lastSave.atMs, nowMs)}` : 'not saved yet'
  const use = context && context.window > 0 ? [`context ${Math.round((context.tokens / context.window) * 100)}%`] : []
  const way = state?.limited === undefined ? [] : [`limited: say "continue ${state.limited}" in codex or gemini`]
  return [state?.workstream ?? 'dogear', saved, ...use, ...way].join(' · ')
}

/** Without the words of the answer: as the client itself counts, and against the window of the model. */
function contextIn(event: StatusEvent, nowMs: number): HookState['context'] {
  const { context_window_size: window, current_usage: usage } = objectIn(event['context_window'])
  if (typeof window !== 'number' || !(window > 0)) return undefined
  const used = objectIn(usage)
  const parts = [used['input_tokens'], used['cache_creation_input_tokens'], used['cache_read_input_tokens']]
  const tokens = parts.reduce<number>((sum, part) => sum + (typeof part === 'number' && part > 0 ? part : 0), 0)
  return { tokens, window, at: nowMs, from: 'statusline' }
}

function isNews(state: HookState | null, context: NonNullable<HookState['context']>): boolean {
  const known = state?.context
  return known?.tokens !== context.tokens || known.window !== context.window || known.from !== 'statusline'
}

async function theirs(command: string, event: StatusEvent, env: StatusRequest['env']): Promise<string> {
  const cwd = typeof event['cwd'] === 'string' ? event['cwd'] : '.'
  const input = JSON.stringify(event)
  const answer = await runCommand(command, { cwd, env, input, timeoutMs: WRAPPED_MS, maxBytes: MOST_BYTES })
  if (!answer.ok || answer.stdout === '') return ''
  return answer.stdout.endsWith('\n') ? answer.stdout : `${answer.stdout}\n`
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
