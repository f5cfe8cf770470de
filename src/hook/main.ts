/**
 * The hook program: an event of an agent on stdin, an answer on stdout or none. It fails open: whatever goes wrong, nothing
 * is printed, the exit code is 0 and a line in the log says what it was. This entry is loaded at every prompt and every
 * tool call, so it is small, and everything else is loaded only where there is something to do.
 */
import type { Load } from '../platform/code-cache.js'
import { homeOfDogear } from '../platform/place.js'
import { appendQuick, homeFromSystem, readStdin, writeStdout } from '../platform/files/quick-file.js'
import { sessionIn, textIn } from './call.js'
import type { Call, Event, EventModule, Planned } from './call.js'
import { isFromClaudeCode } from './caller.js'
import { planEvent } from './plan.js'

/** Those of the CommonJS file this is built to. */
declare const require: (id: string) => unknown
declare const __dirname: string

const BUDGET_MS: Readonly<Record<string, number>> = {
  UserPromptSubmit: 1500,
  PreToolUse: 1000,
  PostToolUseFailure: 1000,
  SessionStart: 5000,
  SessionEnd: 1200,
}
const OTHER_MS = 10_000
/** What a start of Node has taken before the first line runs counts too. */
const startedMs = Date.now() - process.uptime() * 1000

interface Run {
  home: string
  event: Event
  name: string
  did: string[]
}

function main(): void {
  // Not supported yet: the command line says so, and a hook disturbs nobody.
  if (process.platform === 'win32') return
  const run: Run = { home: '', event: {}, name: process.argv[2] ?? '', did: [] }
  try {
    const { env } = process
    const userHome = env['HOME'] || homeFromSystem()
    run.home = homeOfDogear(env, userHome, '/')
    run.event = parseEvent(readStdin(startedMs + OTHER_MS))
    const planned = planOf(run)
    if (planned) start(run, userHome, planned)
  } catch (error) {
    fail(run, error)
  }
}

function parseEvent(text: string): Event {
  const event: unknown = JSON.parse(text)
  if (typeof event !== 'object' || event === null) throw new Error('what came in is no event')
  return event as Event
}

/** Null: there is nothing to do. */
function planOf(run: Run): Planned | null {
  if (run.name === 'statusline') return { module: 'statusline', kind: 'statusline' }
  if (run.name !== 'claude-code') throw new Error(`"${run.name}" is no agent this hook knows`)
  if (!isFromClaudeCode(process.env, run.event)) return null
  run.name = textIn(run.event, 'hook_event_name')
  // The session of an agent that drafts a checkpoint is no work of the user's (see app/save/draft.ts).
  if (process.env['DOGEAR_DRAFTING']) return null
  return planEvent(run.home, run.event)
}

function start(run: Run, userHome: string, planned: Planned): void {
  const untilMs = startedMs + (BUDGET_MS[run.name] ?? OTHER_MS)
  process.once('uncaughtException', (error) => fail(run, error))
  setTimeout(() => fail(run, new Error('it took too long')), Math.max(0, untilMs - Date.now())).unref()
  const call: Call = {
    event: run.event,
    home: run.home,
    userHome,
    env: process.env,
    startedMs,
    untilMs,
    print: writeStdout,
    did: (text) => void run.did.push(text),
  }
  runModule(call, planned).then(
    () => {
      finish(run)
      // Nothing is under way, and taking the engine down in good order takes a millisecond.
      process.exit(0)
    },
    (error: unknown) => fail(run, error),
  )
}

async function runModule(call: Call, { module, kind }: Planned): Promise<void> {
  const { home, userHome, env } = call
  const program = `${__dirname}/program/hook-${module}.cjs`
  const { load } = require(`${__dirname}/boot.cjs`) as { load: Load }
  const loaded = load({ program, kind: `hook-${kind}`, home, userHome, env, require }) as EventModule
  await loaded.run(call)
}

const LARGEST_LOG = 1_000_000

/** `<home>/log/hooks.jsonl`: one line for each event that did something or failed, for `dogear doctor`. */
function finish(run: Run, error?: string): void {
  const { home, event, name, did } = run
  const isQuiet = error === undefined && did.length === 0 && (name === 'PreToolUse' || name === 'statusline')
  if (isQuiet || home === '') return
  const source = textIn(event, 'source') || textIn(event, 'reason') || textIn(event, 'trigger')
  const line = {
    at: new Date().toISOString(),
    event: name,
    ...(source === '' ? {} : { source }),
    session: sessionIn(event),
    ms: Math.round(Date.now() - startedMs),
    ok: error === undefined,
    ...(did.length === 0 ? {} : { did: did.join('; ') }),
    ...(error === undefined ? {} : { error }),
  }
  try {
    appendQuick(`${home}/log`, 'hooks.jsonl', `${JSON.stringify(line)}\n`, LARGEST_LOG)
  } catch {
    // Where even that fails, nothing is left to be done: the user's turn goes on.
  }
}

const LONGEST_ERROR = 500

function fail(run: Run, error: unknown): void {
  const text =
    error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : String(error)
  finish(run, text.slice(0, LONGEST_ERROR))
  process.exit(0)
}

main()
