/** A person's machine: an empty home with some clients in it, a repository, and no network but to the scripted model. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkout } from '../../support/checkout.js'
import { cleanEnv, dogear, type Ran, type Repo, scratchRepo, tempDir } from '../../support/world.js'
import { type Client, nodeFor, programOf, type Step } from './client.js'

export interface Box {
  home: string
  repo: Repo
  /** Where the clients of this machine are found. */
  bin: string
}

const FILES = {
  'README.md': '# Shop\n',
  'src/cart.mjs': 'export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0)\n}\n',
  'cart.test.mjs':
    'import assert from "node:assert"\nimport { total } from "./src/cart.mjs"\nassert.equal(total([1, 2]), 3)\n',
}

export function openBox(clients: readonly Client[], repo: Repo = scratchRepo(FILES)): Box {
  const home = tempDir()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  // The temporary folder must not hold the home: Codex makes no helper programs in a home below it.
  mkdirSync(join(home, 'tmp'))
  for (const client of clients) {
    symlinkSync(programOf(client) as string, join(bin, commandOf(client)))
    client.prepare(home, repo.dir)
  }
  return { home, repo, bin }
}

function commandOf({ bin }: Client): string {
  return bin
    .split('/')
    .at(-1)
    ?.replace(/-\d.*$/, '') as string
}

export interface Request {
  kind: 'turn' | 'summary' | 'side' | 'other'
  body: unknown
}

export interface Turned {
  code: number | null
  /** What the client printed. */
  out: string
  /** What the model was asked, in order. */
  requests: Request[]
}

const MAX_MS = 120_000

/** One prompt to its end, without a terminal. */
export async function turn(
  box: Box,
  client: Client,
  prompt: string,
  steps: readonly Step[],
  { again = false, cwd = box.repo.dir }: { again?: boolean; cwd?: string } = {},
): Promise<Turned> {
  const ends = endsIn(box)
  const { command, log, env } = besideModel(box, client, steps, again ? client.again(prompt) : client.first(prompt))
  const child = spawn('unshare', command, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), MAX_MS)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdin.on('error', () => {}).end(client.takesStdin ? `${prompt}\n` : '')
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  clearTimeout(timer)
  for (const pid of client.daemons?.(box.home) ?? []) end(pid)
  if (client.outlives) await eventually(() => endsIn(box) > ends)
  return { code, out, requests: requestsIn(log) }
}

/** The words for `unshare`: a network of its own, in it the model, which starts the client. */
export function besideModel(
  box: Box,
  client: Client,
  steps: readonly Step[],
  args: readonly string[],
): { command: string[]; log: string; env: Record<string, string> } {
  const dir = tempDir()
  const [log, script] = [join(dir, 'model.jsonl'), join(dir, 'script.json')]
  writeFileSync(script, JSON.stringify(steps))
  const model = [process.execPath, join(checkout, 'test', 'clients', 'support', 'model.mjs')]
  const program = programOf(client) as string
  const own = client.needsNode22 ? [nodeFor(client), program] : [program]
  const inside = [...model, '--log', log, '--script', script, '--', ...own, ...args]
  const command = ['-rn', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...inside]
  return { command, log, env: envOf(box, client) }
}

export function requestsIn(log: string): Request[] {
  return existsSync(log) ? linesOf(log) : []
}

function end(pid: number): void {
  try {
    process.kill(pid)
  } catch {
    // It has ended by itself.
  }
}

function endsIn(box: Box): number {
  return hookLines(box).filter(({ event }) => event === 'session-end').length
}

/** At most as long as a save may take; where dogear is not set up nothing comes. */
async function eventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isSo(); tries++) await wait(100)
}

function envOf({ home, bin }: Box, client: Client): Record<string, string> {
  const clean = cleanEnv(home)
  const path = [bin, dirname(nodeFor(client)), clean['PATH'] as string].join(delimiter)
  return { ...clean, PATH: path, TMPDIR: join(home, 'tmp'), SHELL: '/bin/bash', TERM: 'xterm-256color', ...client.env }
}

/** The last line may be half written. */
function linesOf(path: string): Request[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Request)
}

/** All that a request says to the model, but for the tools it offers. */
function told({ body }: Request): string {
  const { tools: _, ...rest } = body as Record<string, unknown>
  return textsIn(rest).join('\n')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The requests of the conversation, as the model reads them. */
export function turnsOf({ requests }: { readonly requests: readonly Request[] }): string[] {
  return requests.filter(({ kind }) => kind === 'turn').map(told)
}

export function dogearIn(box: Box, ...args: string[]): Ran {
  const { home, repo, bin } = box
  const path = [bin, cleanEnv(home)['PATH'] as string].join(delimiter)
  return dogear(args, { cwd: repo.dir, home, env: { PATH: path } })
}

export interface HookLine {
  event: string
  source?: string
  session: string
  ok: boolean
  did?: string
  error?: string
}

/** What the hooks wrote about themselves. */
export function hookLines({ home }: Box): HookLine[] {
  const path = join(home, '.local', 'share', 'dogear', 'log', 'hooks.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as HookLine)
}

/** Every file and folder of a home but dogear's own and the caches, with its text. */
export function snapshot(home: string, below = ''): Record<string, string> {
  const names = readdirSync(join(home, below)).toSorted()
  const paths = names.map((name) => join(below, name)).filter((path) => !/^(?:bin|tmp|\.cache|\.local)$/.test(path))
  return Object.assign(
    {},
    ...paths.map((path) =>
      statSync(join(home, path)).isDirectory()
        ? { [`${path}/`]: '', ...snapshot(home, path) }
        : { [path]: readFileSync(join(home, path), 'utf8') },
    ),
  )
}

/** Null: the machine can run the clients in a network of their own; else why not. */
export function unfit(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they are written for Linux x64'
  const tried = spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' })
  if (tried.status === 0) return null
  return `a network of its own is not allowed here (unshare -rn: ${tried.error?.message ?? tried.stderr.trim()})`
}
