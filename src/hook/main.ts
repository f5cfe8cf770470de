/**
 * The hook program: `hook.cjs AGENT [WORD]` with an event of that agent on stdin, an answer on stdout or none. It fails
 * open: whatever goes wrong, nothing is printed, the exit code is 0 and a line in the log says what it was. This entry is
 * loaded at every prompt and every tool call, so it is small, and everything else is loaded only where there is something
 * to do.
 */
import { isCaller } from '../agents/callers.js'
import type { HookAnswer, HookEvent, Hooks } from '../agents/hooks.js'
import { HOOKS } from '../agents/hooks-registry.js'
import { isPlainLine } from '../core/redact/plain-name.js'
import { sessionIdFrom } from '../core/session/session-id.js'
import type { Load } from '../platform/code-cache.js'
import { appendQuick, readEndQuick, readStdin, writeQuick, writeStdout } from '../platform/files/quick-file.js'
import type { checkedHome as CheckedHome } from '../platform/check-home.js'
import { type Env, homeOfDogear, homeOfUser, isPlainHome } from '../platform/home.js'
import { isOff } from '../store/off.js'
import { unsavedDir } from '../store/session/hook-state.js'
import type { Call, EventModule, Planned } from './call.js'
import { planEvent } from './plan.js'

/** Those of the CommonJS file this is built to. */
declare const require: (id: string) => unknown
declare const __dirname: string

const MAX_MS = 10_000
/** What a start of Node has taken before the first line runs counts too. */
const startedMs = Date.now() - process.uptime() * 1000

interface Run {
  home: string
  /** As the agent calls the event; before that is known, as it was called. */
  name: string
  event?: HookEvent
  log: string[]
}

function main(): void {
  // Not supported yet: the command line says so, and a hook disturbs nobody.
  if (process.platform === 'win32') return
  const [, , agent = '', word] = process.argv
  const run: Run = { home: '', name: agent, log: [] }
  try {
    const { env } = process
    const userHome = homeOfUser(env)
    run.home = homeIn(env, userHome)
    const message = parseMessage(readStdin(startedMs + MAX_MS))
    const [id, hooks] = agent === STATUS_LINE ? hooksWithLine() : [agent, hooksOf(agent)]
    const input = { message, userHome, env, ...(agent === STATUS_LINE ? { word: agent } : word ? { word } : {}) }
    const parsed = hooks.parseEvent(input)
    if (!parsed || (parsed.kind !== STATUS_LINE && !isCaller(id, hooks, input))) return
    const event = { ...parsed, session: sessionIdFrom(parsed.session) }
    run.event = event
    run.name = event.name
    // The session of an agent that drafts a checkpoint is no work of the user's (see app/save/draft.ts).
    if (env['DOGEAR_DRAFTING'] && event.kind !== STATUS_LINE) return
    if (event.kind !== STATUS_LINE && isOff(run.home, event.folders)) return
    const planned = planEvent(run.home, event, speaksOfBefore) ?? planRefused(hooks, event)
    if (planned) return start(run, planned, { agent: id, hooks, event, message, userHome })
  } catch (error) {
    fail(run, error)
  }
  // Nothing is to be done: taking the engine down in good order would take a millisecond.
  process.exit(0)
}

/** Of a service that refuses some clients tell nobody: the next prompt is the first event after it, and their file says it. */
function planRefused({ isRefused }: Hooks, { kind, transcript }: HookEvent): Planned | null {
  const isSo = kind === 'prompt' && transcript !== undefined && isRefused?.(readEndQuick(transcript)) === true
  return isSo ? { module: 'prompt', kind: 'refused' } : null
}

/** Throws where it may not be used. Only then, or where that takes a closer look, the code for it is loaded. */
function homeIn(env: Env, userHome: string): string {
  const home = homeOfDogear(env, userHome)
  if (home !== null && isPlainHome(home)) return home
  const { checkedHome } = require(`${__dirname}/check-home.cjs`) as { checkedHome: typeof CheckedHome }
  return checkedHome(env, userHome)
}

/** In a file of its own: at most prompts it would be half of what is loaded. */
function speaksOfBefore(prompt: string, label?: string): boolean {
  const { isAboutBefore } = require(`${__dirname}/going-on.cjs`) as { isAboutBefore: typeof speaksOfBefore }
  return isAboutBefore(prompt, label)
}

function parseMessage(text: string): Call['message'] {
  const message: unknown = JSON.parse(text)
  if (typeof message !== 'object' || message === null) throw new Error('what came in is no event')
  return message as Call['message']
}

function hooksOf(agent: string): Hooks {
  const hooks = Object.hasOwn(HOOKS, agent) ? HOOKS[agent] : undefined
  if (!hooks) throw new Error(`"${agent}" is no agent this hook knows`)
  return hooks
}

const STATUS_LINE = 'statusline'

/** The command of a status line names no agent: it is of the one that has one. */
function hooksWithLine(): [string, Hooks] {
  const found = Object.entries(HOOKS).find(([, { budgets }]) => budgets.statusline !== undefined)
  if (!found) throw new Error('no agent has a status line')
  return found
}

function start(
  run: Run,
  planned: Planned,
  given: Pick<Call, 'agent' | 'event' | 'message' | 'userHome'> & { hooks: Hooks },
): void {
  const { hooks, event } = given
  const untilMs = startedMs + budgetOf(hooks, event)
  process.once('uncaughtException', (error) => fail(run, error))
  setTimeout(() => fail(run, new Error('it took too long')), Math.max(0, untilMs - Date.now())).unref()
  const answer = (what: HookAnswer): void => {
    const text = hooks.printAnswer(event, { ...what, ...safeWords(run, what) })
    if (text !== null) tell(run, text)
  }
  const log = (text: string): void => void run.log.push(text)
  const { env } = process
  const patience = { ms: GIT_MS, stuck: new Map() }
  const call: Call = { ...given, home: run.home, env, startedMs, untilMs, patience, answer, print: writeStdout, log }
  runModule(call, planned).then(
    () => {
      finish(run)
      // Nothing is under way, and taking the engine down in good order takes a millisecond.
      process.exit(0)
    },
    (error: unknown) => fail(run, error),
  )
}

/** What saves may outlive its client: then nobody reads the answer, and that is no failure. */
function tell({ log }: Run, text: string): void {
  try {
    writeStdout(text)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPIPE') throw error
    log.push('nobody was there to be told')
  }
}

/** With what is left of a second the rest is done. */
const GIT_MS = 700

/** Tests shorten it, and all waits with it; nobody makes it longer. */
function budgetOf(hooks: Hooks, { kind }: HookEvent): number {
  return Math.min(hooks.budgets[kind] ?? MAX_MS, Number(process.env['DOGEAR_TEST_BUDGET_MS']) || MAX_MS)
}

async function runModule(call: Call, { module, kind }: Planned): Promise<void> {
  const { home, userHome, env } = call
  const { load } = require(`${__dirname}/boot.cjs`) as { load: Load }
  const request = { dist: __dirname, entry: `hook-${module}.cjs`, kind: `hook-${kind}`, home, userHome, env, require }
  await (load(request) as EventModule).run(call)
}

const MAX_LOG_BYTES = 1_000_000

/** `<home>/log/hooks.jsonl`: one line for each event that did something or failed, for `dogear doctor`. */
function finish({ home, name, event, log }: Run, error?: string): void {
  const isOften = event?.kind === 'before-tool' || event?.kind === 'after-tool' || name === STATUS_LINE
  if (home === '' || (isOften && error === undefined && log.length === 0)) return
  const source = event && sourceOf(event)
  const line = {
    at: new Date().toISOString(),
    event: safe(home, name),
    ...(source ? { source: safe(home, source) } : {}),
    session: event?.session ?? '',
    ms: Math.round(Date.now() - startedMs),
    ok: error === undefined,
    ...(log.length === 0 ? {} : { did: safe(home, log.join('; ')) }),
    ...(error === undefined ? {} : { error: safe(home, error).slice(0, MAX_ERROR_LENGTH) }),
  }
  try {
    appendQuick(`${home}/log`, 'hooks.jsonl', `${JSON.stringify(line)}\n`, { maxBytes: MAX_LOG_BYTES, home })
  } catch {
    // Where even that fails, nothing is left to be done: the user's turn goes on.
  }
}

function sourceOf(event: HookEvent): string | undefined {
  if (event.kind === 'session-start') return event.source
  if (event.kind === 'session-end') return event.reason
  return event.kind === 'before-compaction' ? event.trigger : undefined
}

const MAX_ERROR_LENGTH = 500

/** What people are told. What goes to a model is redacted where it is made. */
function safeWords({ home }: Run, { toUser, refuse }: HookAnswer): HookAnswer {
  return {
    ...(toUser === undefined ? {} : { toUser: safe(home, toUser) }),
    ...(refuse === undefined ? {} : { refuse: safe(home, refuse) }),
  }
}

/** Fails closed: what cannot be looked at is not said. */
function safe(home: string, text: string): string {
  if (isPlainLine(text)) return text
  try {
    const { load } = require(`${__dirname}/boot.cjs`) as { load: Load }
    const { env } = process
    const request = {
      dist: __dirname,
      entry: 'hook-redact.cjs',
      kind: 'hook-redact',
      home,
      userHome: env['HOME'] ?? '',
    }
    return (load({ ...request, env, require }) as { redactLine(text: string): string }).redactLine(text)
  } catch {
    return '[redacted: text]'
  }
}

function fail(run: Run, error: unknown): void {
  const text =
    error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : String(error)
  finish(run, text)
  const { home, event } = run
  if (home !== '' && event && event.session !== '' && SAVES.includes(event.kind)) markUnsaved(home, event.session)
  process.exit(0)
}

const SAVES: readonly string[] = ['turn-end', 'turn-failed', 'before-compaction', 'session-end', 'idle']

/** Best effort: an empty file has room on most disks that are full. */
function markUnsaved(home: string, session: string): void {
  try {
    writeQuick(unsavedDir(home), session, '', home)
  } catch {
    // The log or `dogear doctor` says it.
  }
}

main()
