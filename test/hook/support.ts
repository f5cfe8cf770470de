/** The built hook program as the client runs it: events on stdin, in real repositories, with session files as Claude Code writes them. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectAt, workstreamDir } from '../../src/store/paths.js'
import type { HookState } from '../../src/store/session/hook-state.js'
import { checkout } from '../support/checkout.js'
import { type ClaudeSession, claudeSession } from '../support/claude-session.js'
import { afterThisFile } from '../support/tidy.js'
import { askWarm } from '../support/warm.js'
import {
  cleanEnv,
  dogear,
  type Env,
  type Ran as CliRan,
  type Repo,
  scratchRepo,
  sharedCache,
  tempDir,
} from '../support/world.js'

const HOOK: string = join(checkout, 'dist', 'hook.cjs')

export interface Answer {
  code: number | null
  stdout: string
  stderr: string
  ms: number
  /** What the model is told; '' for nothing. */
  context: string
  /** What the user is told. */
  message: string
  decision?: string
  reason?: string
}

export interface Client {
  session: string
  file: ClaudeSession
  pid: number
  fire(event: string, more?: object, env?: Env): Answer
  /** A turn: prompt, an answer, Stop. */
  turn(prompt: string, says?: string): Answer
  state(): HookState | null
  /** The folder with the entries of the line it is on. */
  folder(): string
  /** As after kill -9. */
  kill(): Promise<void>
}

export interface Desk {
  repo: Repo
  userHome: string
  home: string
  /** A client that runs, in this repository or in a worktree of it. */
  client(session: string, cwd?: string): Client
  dogear(...args: string[]): CliRan
  log(): Record<string, unknown>[]
  config(settings: object): void
  entries(): string[]
}

export function hookDesk(repo: Repo = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })): Desk {
  const userHome = tempDir()
  const home = join(userHome, '.local', 'share', 'dogear')
  return {
    repo,
    userHome,
    home,
    client: (session, cwd = repo.dir) => newClient(userHome, home, session, cwd),
    dogear: (...args) => dogear(args, { cwd: repo.dir, home: userHome }),
    log: () => readLog(home),
    config: (settings) => {
      mkdirSync(home, { recursive: true, mode: 0o700 })
      writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
    },
    entries: () => entriesIn(home),
  }
}

function newClient(userHome: string, home: string, session: string, cwd: string): Client {
  const file = claudeSession(join(userHome, '.claude'), cwd, session)
  const client = spawn('sleep', ['300'], { stdio: 'ignore' })
  afterThisFile(() => void client.kill('SIGKILL'))
  const pid = client.pid as number
  const fire: Client['fire'] = (event, more = {}, env = {}) => {
    const common = { session_id: session, transcript_path: file.path, cwd, hook_event_name: event }
    const message = { ...common, ...more }
    const whole = { ...cleanEnv(userHome), XDG_CACHE_HOME: sharedCache(), CLAUDE_PID: String(pid), ...env }
    return Object.keys(env).length === 0 ? runHookWarm(message, whole, cwd) : runHook(message, whole, cwd)
  }
  const state: Client['state'] = () => {
    const path = join(home, 'hooks', `${session}.json`)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as HookState) : null
  }
  return {
    session,
    file,
    pid,
    fire,
    turn: (prompt, says = 'Done so far.') => {
      file.prompt(prompt)
      file.say(says)
      return fire('Stop', { last_assistant_message: says, stop_hook_active: false })
    },
    state,
    folder: () => {
      const { project, on } = state() ?? {}
      if (project === undefined || !on) throw new Error(`session ${session} is on no line`)
      return workstreamDir(projectAt(home, project), on.name)
    },
    kill: () =>
      new Promise((gone) => {
        client.once('close', () => gone())
        client.kill('SIGKILL')
      }),
  }
}

export function runHook(event: object | string, env: Env, cwd: string, program: string = HOOK): Answer {
  const start = performance.now()
  const input = typeof event === 'string' ? event : JSON.stringify(event)
  const ran = spawnSync(process.execPath, [program, 'claude-code'], {
    cwd,
    env,
    input,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return answerOf(ran.status, ran.stdout, ran.stderr, performance.now() - start)
}

/** What a hook says does not depend on its process, as long as it has the time it needs and nothing is in its way. */
function runHookWarm(event: object, env: Env, cwd: string): Answer {
  const start = performance.now()
  const { code, stdout, stderr } = askWarm({ args: ['claude-code'], cwd, env, hook: JSON.stringify(event) })
  return answerOf(code, stdout, stderr, performance.now() - start)
}

function answerOf(code: number | null, stdout: string, stderr: string, ms: number): Answer {
  const said = (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, unknown>
  const { additionalContext = '' } = (said['hookSpecificOutput'] ?? {}) as { additionalContext?: string }
  const { systemMessage = '', decision, reason } = said as Record<string, string>
  return {
    code,
    stdout,
    stderr,
    ms,
    context: additionalContext,
    message: systemMessage,
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** For events of another time: the clock of the hook's process. */
export function clockAt(ms: number): Env {
  const shim = join(checkout, 'test', 'faults', 'support', 'clock.cjs')
  return { NODE_OPTIONS: `--require ${shim}`, DOGEAR_TEST_CLOCK: String(ms) }
}

/** The turn goes on as if there were no hook. */
export function expectUntouched(answer: Answer): void {
  expect({ code: answer.code, stdout: answer.stdout, stderr: answer.stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
}

function readLog(home: string): Record<string, unknown>[] {
  const path = join(home, 'log', 'hooks.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Every entry file of the home, oldest first, as text. */
function entriesIn(home: string): string[] {
  if (!existsSync(join(home, 'projects'))) return []
  return readdirSync(join(home, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(entries|loose\/\d{6})\/[^/]+\/[^/]+\.md$/.test(path))
    .toSorted((a, b) => ((a.split('/').at(-1) ?? '') < (b.split('/').at(-1) ?? '') ? -1 : 1))
    .map((path) => readFileSync(join(home, 'projects', path), 'utf8'))
}
