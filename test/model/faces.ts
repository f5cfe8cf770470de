/**
 * The faces of the program, called in this process: a hook with its message, a command with its words, the MCP server
 * with a call. Everything behind them is real, but for a clock that is set, a table of processes, and no git processes.
 */
import { machine } from './machine.js'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { vi } from 'vitest'
import { hooks } from '../../src/agents/claude-code/hooks.js'
import { runMcp } from '../../src/cli/commands/agents.js'
import { run as runSave } from '../../src/cli/commands/daily/save.js'
import { run as runResume } from '../../src/cli/commands/daily/resume.js'
import { runList } from '../../src/cli/commands/daily/list.js'
import { runNote } from '../../src/cli/commands/daily/notes.js'
import { run as runClear } from '../../src/cli/commands/keep/clear.js'
import { run as runRename } from '../../src/cli/commands/keep/rename.js'
import { run as runRestore } from '../../src/cli/commands/keep/restore.js'
import { runImport } from '../../src/cli/commands/keep/carry.js'
import { runShow } from '../../src/cli/commands/look/show.js'
import { parseCommandArgs } from '../../src/cli/args/parse.js'
import type { Command } from '../../src/cli/context.js'
import { makeOutput, type Output } from '../../src/cli/print/output.js'
import { commandNamed } from '../../src/cli/specs/commands.js'
import { DogearError, type Question } from '../../src/core/errors.js'
import type { Call, EventModule } from '../../src/hook/call.js'
import { isAboutBefore } from '../../src/core/session/phrase/going-on.js'
import { planEvent } from '../../src/hook/plan.js'
import type { Host } from '../../src/mcp/caller.js'
import { makeServer } from '../../src/mcp/server.js'
import { setDeadline } from '../../src/platform/process/self.js'
import { cleanEnv, type Env } from '../support/world.js'

/** One user with a home of dogear. */
export interface Home {
  user: string
  userHome: string
  /** Of dogear itself. */
  data: string
}

/** A process of the client: its sessions follow each other, its MCP server lives as long as it does. */
export interface Process {
  pid: number
  cwd: string
  /** What the environment said when the server started. */
  firstSession: string
  client?: Client
}

export interface Answer {
  /** To the model. */
  context: string
  message: string
  log: string
}

const root = mkdtempSync(join(tmpdir(), 'dogear-model-'))
let homes = 0

export function newHome(user: string): Home {
  const userHome = join(root, `h${++homes}`)
  mkdirSync(userHome)
  return { user, userHome, data: join(userHome, '.local', 'share', 'dogear') }
}

export function dropHome({ userHome }: Home): void {
  rmSync(userHome, { recursive: true, force: true })
}

export function dropAll(): void {
  rmSync(root, { recursive: true, force: true })
}

/** A repository with a second worktree, as git writes them; nothing in it ever changes but where its heads point. */
export function newRepo(): { worktrees: [string, string]; checkOut(worktree: number, branch: string): void } {
  const [main, side] = [join(root, 'shop'), join(root, 'shop-side')] as const
  const git = join(main, '.git')
  const beside = join(git, 'worktrees', 'side')
  for (const folder of [join(main, 'src'), join(side, 'src'), join(git, 'objects'), join(git, 'refs', 'heads'), beside])
    mkdirSync(folder, { recursive: true })
  const files = {
    [join(git, 'config')]: '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
    [join(side, '.git')]: `gitdir: ${beside}\n`,
    [join(beside, 'commondir')]: '../..\n',
    [join(beside, 'gitdir')]: `${join(side, '.git')}\n`,
    ...Object.fromEntries([main, side].map((dir) => [join(dir, 'src', 'pay.ts'), 'export const cents = 1\n'])),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text)
  const checkOut = (worktree: number, branch: string): void => {
    writeFileSync(join(git, 'refs', 'heads', branch), `${'1'.repeat(40)}\n`)
    writeFileSync(join(worktree === 0 ? git : beside, 'HEAD'), `ref: refs/heads/${branch}\n`)
  }
  return { worktrees: [main, side], checkOut }
}

function envOf({ userHome, user }: Home, more: Env = {}): Env {
  return { ...cleanEnv(userHome), USER: user, ...more }
}

const MODULES: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () => import('../../src/hook/start.js'),
  save: () => import('../../src/hook/save.js'),
  prompt: () => import('../../src/hook/prompt.js'),
  tool: () => import('../../src/hook/tool.js'),
}

/** An event of the client, as src/hook/main.ts takes it from stdin. */
export async function hook(
  home: Home,
  { pid, cwd }: Process,
  message: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const said: Answer = { context: '', message: '', log: '' }
  const env = envOf(home, { CLAUDE_PID: String(pid), CLAUDECODE: '1' })
  const event = hooks.parseEvent({ message: { cwd, ...message }, userHome: home.userHome, env })
  const planned = event && planEvent(home.data, event, isAboutBefore)
  if (!event || !planned) return said
  const startedMs = Date.now()
  machine.caller = pid
  const call: Call = {
    agent: 'claude-code',
    hooks,
    event,
    message,
    home: home.data,
    userHome: home.userHome,
    env,
    startedMs,
    untilMs: startedMs + 10_000,
    patience: { ms: 5000, stuck: new Map() },
    answer: (what) => {
      said.context += what.toModel ?? ''
      said.message += what.toUser ?? ''
    },
    print: () => undefined,
    log: (text) => {
      said.log += `${text}\n`
    },
  }
  const module = (await MODULES[planned.module]?.()) as EventModule
  await module.run(call)
  return said
}

const COMMANDS: Readonly<Record<string, Command>> = {
  save: runSave,
  resume: runResume,
  list: runList,
  note: runNote,
  import: runImport,
  show: runShow,
  clear: runClear,
  rename: runRename,
  restore: runRestore,
}

export interface Ran {
  /** What --json printed; null: it failed. */
  said: Record<string, unknown> | null
  asked?: Question
  error?: string
}

/** A shell of a session, or a terminal of its own. */
export interface Shell {
  cwd: string
  pid?: number
  session?: string
}

export async function cli(home: Home, shell: Shell, ...words: string[]): Promise<Ran> {
  const [name = '', ...rest] = words
  const { cwd, pid = 0, session } = shell
  const env = envOf(home, session === undefined ? {} : { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session })
  const spec = commandNamed(name)
  let said: Record<string, unknown> | null = null
  const printJson = (value: unknown): void => {
    said = structuredClone(value) as Record<string, unknown>
  }
  const output: Output = { ...makeOutput(env, { json: true, quiet: false }), printJson, warn: () => undefined }
  setDeadline(Infinity)
  machine.caller = pid
  process.chdir(cwd)
  try {
    const args = parseCommandArgs(spec, rest)
    await (COMMANDS[name] as Command)({ args, output, env, spec, run: () => Promise.resolve(0) })
    return { said }
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    return { said: null, error: error.message, ...(error.needs && { asked: error.needs }) }
  }
}

/** A call of the client's MCP server, which was started with its first session. */
export async function mcp(home: Home, process_: Process, tool: string, args: Record<string, unknown>): Promise<Ran> {
  setDeadline(Infinity)
  machine.caller = process_.pid
  process.chdir(process_.cwd)
  process_.client ??= await connect(home, process_)
  const { isError, content, structuredContent } = await process_.client.callTool({ name: tool, arguments: args })
  const text = (content as { text?: string }[] | undefined)?.map((one) => one.text ?? '').join('\n') ?? ''
  return isError ? { said: null, error: text } : { said: { ...(structuredContent as object), text } }
}

async function connect(home: Home, { firstSession }: Process): Promise<Client> {
  const env = envOf(home, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: firstSession })
  const spec = commandNamed('mcp')
  await runMcp({
    args: parseCommandArgs(spec, []),
    env,
    spec,
    output: makeOutput(env, { json: false, quiet: true }),
    run: () => Promise.resolve(0),
  })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'claude-code', version: '2.1.325' })
  const host = machine.host as Host
  await Promise.all([makeServer(host).connect(there as never), client.connect(here)])
  return client
}

/** Every entry file of a home by its path, as far as it is not among `seen`, oldest first. */
export function newFiles({ data }: Home, seen: ReadonlySet<string>): Map<string, string> {
  const projects = below(join(data, 'projects'))
  const shelves = projects.flatMap((project) => [`${project}/entries`, ...below(`${project}/loose`)])
  const lines = shelves.flatMap(below)
  const fresh = lines.flatMap(below).filter((path) => path.endsWith('.md') && !seen.has(path))
  for (const path of [...shelves, ...lines, ...fresh, ...below(join(data, 'index'))]) dateNow(path)
  const name = (path: string): string => path.slice(path.lastIndexOf('/'))
  const sorted = fresh.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))
  return new Map(sorted.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** The disk goes by the clock that is set: what comes from the future is never relied on, and nothing would be derived. */
function dateNow(path: string): void {
  const now = Date.now()
  if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > now) utimesSync(path, now / 1000, now / 1000)
}

function below(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`)
  } catch {
    return []
  }
}

export function setClock(ms: number): void {
  vi.setSystemTime(ms)
}
