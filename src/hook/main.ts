/**
 * The hook program: an event of an agent on stdin, an answer on stdout or none. It fails open: whatever goes wrong, nothing
 * is printed, the exit code is 0 and a line in the log says what it was. This entry is loaded at every prompt and every
 * tool call, so it is small, and everything else is loaded only where there is something to do.
 */
import { homeOfDogear } from '../platform/home.js'
import { homeFromSystem, readStdin, writeStdout } from '../platform/quick-file.js'
import { sessionIn, textIn } from './call.js'
import type { Call, Event, Planned, Program } from './call.js'
import { load } from './load.js'
import { planEvent } from './plan.js'
import { writeLog } from './log.js'

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
  const run: Run = { home: '', event: {}, name: process.argv[2] ?? '', did: [] }
  try {
    const { env } = process
    const userHome = (process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homeFromSystem()
    run.home = homeOfDogear(env, userHome, '/')
    run.event = parseEvent(readStdin(startedMs + OTHER_MS))
    const planned = planOf(run)
    if (planned) runProgram(run, userHome, planned)
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
  if (run.name === 'statusline') return { program: 'statusline', kind: 'statusline' }
  if (run.name !== 'claude-code') throw new Error(`"${run.name}" is no agent this hook knows`)
  run.name = textIn(run.event, 'hook_event_name')
  // The session of an agent that drafts a checkpoint is no work of the user's (see app/draft.ts).
  if (process.env['DOGEAR_DRAFTING']) return null
  return planEvent(run.home, run.event)
}

function runProgram(run: Run, userHome: string, planned: Planned): void {
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
  runPlanned(call, planned).then(
    () => {
      finish(run)
      // Nothing is under way, and taking the engine down in good order takes a millisecond.
      process.exit(0)
    },
    (error: unknown) => fail(run, error),
  )
}

async function runPlanned(call: Call, { program, kind }: Planned): Promise<void> {
  const { home, userHome, env } = call
  const file = `${__dirname}/hook/${program}/main.cjs`
  const loaded = load({ program: file, kind, home, userHome, env, require }) as Program
  await loaded.run(call)
}

function finish(run: Run, error?: string): void {
  const source = textIn(run.event, 'source') || textIn(run.event, 'reason') || textIn(run.event, 'trigger')
  const isQuiet =
    error === undefined && run.did.length === 0 && (run.name === 'PreToolUse' || run.name === 'statusline')
  if (!isQuiet && run.home !== '')
    writeLog(run.home, {
      event: run.name,
      ...(source === '' ? {} : { source }),
      session: sessionIn(run.event),
      ms: Math.round(Date.now() - startedMs),
      ok: error === undefined,
      ...(run.did.length === 0 ? {} : { did: run.did.join('; ') }),
      ...(error === undefined ? {} : { error }),
    })
}

const LONGEST_ERROR = 500

function fail(run: Run, error: unknown): void {
  const text =
    error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : String(error)
  finish(run, text.slice(0, LONGEST_ERROR))
  process.exit(0)
}

main()
