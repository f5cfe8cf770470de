/** The status line: which workstream, how old its last save is, how full the context is. Reads one small file. */
import { HOOKS } from '../../agents/hooks-registry.js'
import { sessionIdFrom } from '../../core/session/session-id.js'
import { age, cleanLine } from '../../core/text/text.js'
import { readQuick } from '../../platform/files/quick-file.js'
import { envAround } from '../../platform/git/outside.js'
import { runCommand } from '../../platform/process/command.js'
import { changeHookState, type HookState, readHookState, unsavedDir } from '../../store/session/hook-state.js'
import type { EventOf } from './event.js'

export type StatusMessage = Readonly<Record<string, unknown>>

export interface StatusRequest {
  home: string
  userHome: string
  /** What the client tells, in its own words. */
  message: StatusMessage
  /** The command that was there before dogear; its lines come first, as they are. */
  wraps?: string
  env: Readonly<Record<string, string | undefined>>
  nowMs: number
}

const WRAPPED_MS = 9000
const MAX_BYTES = 100_000

export async function statusLine(request: StatusRequest): Promise<string> {
  const { home, wraps, nowMs } = request
  const event = eventIn(request)
  const session = sessionIdFrom(event?.session ?? '')
  const state = readHookState(home, session)
  const context = event?.context && { ...event.context, at: nowMs, from: 'statusline' as const }
  const isKept = !context || !isNews(state, context) || session === '' || changeHookState(home, session, { context })
  const fails = !isKept || readQuick(`${unsavedDir(home)}/${session}`, MAX_BYTES, home) !== null
  const stopped = Number(readQuick(`${home}/sync/stopped`, MAX_BYTES, home)?.trim() ?? 'none')
  const own = `${await printOwn(request, state, { context: context ?? state?.context, fails, stopped })}\n`
  return wraps === undefined ? own : `${await theirs(wraps, event?.folders[0] ?? '.', request)}${own}`
}

/** The command does not name an agent: it is the one that has a status line. */
function eventIn({ message, userHome, env }: StatusRequest): EventOf<'statusline'> | null {
  const hooks = Object.values(HOOKS).find(({ budgets }) => budgets.statusline !== undefined)
  const event = hooks?.parseEvent({ message, word: 'statusline', userHome, env })
  return event?.kind === 'statusline' ? event : null
}

async function printOwn(
  request: StatusRequest,
  state: HookState | null,
  { context, fails, stopped }: { context: HookState['context']; fails: boolean; stopped: number },
): Promise<string> {
  const { nowMs } = request
  const last = state?.lastSave ? `saved ${age(state.lastSave.atMs, nowMs)}` : 'not saved yet'
  const saved = fails ? `⚠ the last save failed: dogear doctor · ${last}` : last
  const use = context && context.window > 0 ? [`context ${Math.round((context.tokens / context.window) * 100)}%`] : []
  const sync = Number.isFinite(stopped) ? [`⚠ sync stopped ${age(stopped, nowMs)}`] : []
  const way = state?.limited === undefined ? [] : [await wayFrom(request, state, state.limited)]
  return cleanLine([state?.workstream ?? 'dogear', saved, ...use, ...sync, ...way].join(' · '))
}

/** The agents are loaded for this only. */
async function wayFrom(request: StatusRequest, { agent }: HookState, name: string): Promise<string> {
  const { wayOn } = await import('../relay/heirs.js')
  return `limited: ${wayOn(request, agent, name) ?? `say "continue ${name}" in another agent`}`
}

function isNews(state: HookState | null, context: NonNullable<HookState['context']>): boolean {
  const known = state?.context
  return known?.tokens !== context.tokens || known.window !== context.window || known.from !== 'statusline'
}

async function theirs(command: string, cwd: string, { message, env, userHome }: StatusRequest): Promise<string> {
  const input = JSON.stringify(message)
  const answer = await runCommand(command, {
    cwd,
    env: envAround({ env, userHome }, cwd),
    input,
    timeoutMs: WRAPPED_MS,
    maxBytes: MAX_BYTES,
  })
  if (!answer.ok || answer.stdout === '') return ''
  return answer.stdout.endsWith('\n') ? answer.stdout : `${answer.stdout}\n`
}
