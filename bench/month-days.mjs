// Thirty days of one person with an agent: short sessions, quick questions, crashes, named saves, clears, branch switches, two
// worktrees. The hooks are real processes under a clock of their own; the clients are processes that live and die.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from './words.mjs'

export const CLOCK = fileURLToPath(new URL('../test/faults/support/clock.cjs', import.meta.url))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const PER_DAY = 20
const BRANCHES = ['main', 'feat/login', 'feat/pay']
const NAMES = ['auth', 'billing', 'search', 'docs']

/** What a session does, of a hundred. */
const KINDS = [
  ['killed', 10],
  ['quick', 25],
  ['continued', 15],
  ['named', 5],
  ['cleared', 5],
  ['worked', 40],
]

/** `desk`: { dogear, hook, env, home, worktrees: [main, side] }. */
export function makeMonth(desk, startMs) {
  const random = seededRandom(30)
  const month = {
    desk,
    random,
    clock: startMs,
    count: 0,
    sessions: [],
    crashes: [],
    wrong: [],
    starts: [],
    branch: 'main',
  }
  return { month, playDay: (day) => playDay(month, startMs + day * DAY) }
}

async function playDay(month, dayMs) {
  for (let i = 0; i < PER_DAY; i++) {
    month.clock = dayMs + 9 * 60 * MINUTE + i * 25 * MINUTE
    if (i % 5 === 0) switchBranch(month)
    await playSession(month, pick(month.random, KINDS), month.random() < 0.2 ? 1 : 0)
  }
}

function switchBranch(month) {
  month.branch = BRANCHES[Math.floor(month.random() * BRANCHES.length)]
  git(month.desk.worktrees[0], month.desk.env, ['switch', '--quiet', month.branch])
}

/** Somebody looks in once more wherever a session was cut off and nobody has been since. */
export async function comeBack(month) {
  for (const { cwd, branch, offers } of month.crashes) {
    if (offers > 0) continue
    const tree = month.desk.worktrees.indexOf(cwd)
    if (tree === 0) git(cwd, month.desk.env, ['switch', '--quiet', (month.branch = branch)])
    await playSession(month, 'quick', tree)
  }
}

async function playSession(month, kind, tree) {
  const { desk } = month
  const process = spawn('sleep', ['3600'], { stdio: 'ignore' })
  const gone = once(process, 'exit')
  const place = { cwd: desk.worktrees[tree], branch: tree === 0 ? month.branch : 'side' }
  let one = beginSession(month, place, process.pid, 'startup')
  if (kind === 'quick') turn(one, `What does line ${one.n} mean?`, 'It adds two numbers.', false)
  else work(one, kind === 'continued')
  if (kind === 'named') {
    const name = NAMES[Math.floor(month.random() * NAMES.length)]
    const args = ['save', name, '--session', one.id, '--agent', 'claude-code', '--next', `Write part-${one.n}.ts`]
    const ran = run(month, [desk.dogear, ...args], place.cwd)
    if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`)
    fire(one, 'Stop', { stop_hook_active: false })
  }
  if (kind === 'cleared') {
    endSession(one, 'clear')
    one = beginSession(month, place, process.pid, 'clear')
    work(one, false)
  }
  if (kind === 'killed') month.crashes.push({ ...place, ...lineOf(one), n: one.n, offers: 0 })
  else endSession(one, 'prompt_input_exit')
  process.kill('SIGKILL')
  await gone
}

function beginSession(month, place, pid, source) {
  const n = ++month.count
  const id = `session-${String(n).padStart(4, '0')}`
  const folder = join(month.desk.env.HOME, '.claude', 'projects', place.cwd.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  const one = { month, n, id, pid, ...place, path: join(folder, `${id}.jsonl`), records: 0, quick: true }
  month.sessions.push(one)
  const answer = fire(one, 'SessionStart', { source })
  if (source === 'startup') noteStart(one, answer)
  return one
}

/** Which crashes the session was told about; the log names the lines. */
function noteStart({ month, cwd, branch }, { said, did }) {
  const names = /^offered (.*)/.exec(did)?.[1]?.split(', ') ?? []
  month.starts.push({ offered: names.length, told: said !== '' })
  for (const name of names) {
    const crash = month.crashes.findLast((one) => one.name === name)
    if (!crash) month.wrong.push(`${name} was offered and never crashed`)
    else if (crash.cwd !== cwd || crash.branch !== branch) crash.elsewhere = true
    else crash.offers++
  }
}

function work(one, continues) {
  if (continues) {
    fire(one, 'UserPromptSubmit', { prompt: 'continue' })
    write(one, { type: 'user', message: { role: 'user', content: 'continue' } })
  }
  const file = join(one.cwd, 'src', `part-${one.n % 7}.ts`)
  one.quick = false
  turn(
    one,
    `Task ${one.n}: write part ${one.n} of the shop`,
    `Part ${one.n} is begun. Next I will write part-${one.n}.ts.`,
    file,
  )
}

function turn(one, prompt, answer, file) {
  write(one, { type: 'user', message: { role: 'user', content: prompt } })
  if (file) {
    const id = `toolu_${one.n}_${one.records}`
    says(one, { type: 'tool_use', id, name: 'Edit', input: { file_path: file, old_string: 'a', new_string: 'b' } })
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }]
    write(one, { type: 'user', message: { role: 'user', content } })
  }
  says(one, { type: 'text', text: answer })
  fire(one, 'Stop', { stop_hook_active: false, last_assistant_message: answer })
}

function says(one, block) {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 1000, cache_creation_input_tokens: 0 }
  const message = { id: `m${one.n}_${one.records}`, role: 'assistant', model: 'claude-test', content: [block], usage }
  write(one, { type: 'assistant', message })
}

function write(one, record) {
  const { month, id, cwd, branch } = one
  month.clock += 5_000
  const common = { uuid: `r${++one.records}`, timestamp: new Date(month.clock).toISOString(), sessionId: id, cwd }
  const more = { version: '2.1.300', gitBranch: branch, isSidechain: false, userType: 'external' }
  appendFileSync(one.path, `${JSON.stringify({ parentUuid: null, ...common, ...more, ...record })}\n`)
  utimesSync(one.path, month.clock / 1000, month.clock / 1000)
}

function endSession(one, reason) {
  fire(one, 'SessionEnd', { reason })
  Object.assign(one, lineOf(one))
  // The disk lives by another clock.
  const hooks = join(one.month.desk.home, 'hooks')
  const seconds = one.month.clock / 1000
  for (const path of [join(hooks, `${one.id}.json`), join(hooks, 'ended', `${one.pid}.json`)])
    if (existsSync(path)) utimesSync(path, seconds, seconds)
}

function lineOf(one) {
  const path = join(one.month.desk.home, 'hooks', `${one.id}.json`)
  const { on } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  Object.assign(one, { name: on?.name, entry: on?.id })
  return { name: on?.name, entry: on?.id }
}

/** What the hook said, what its log says it did, and how long it took. */
export function fire(one, event, more) {
  const { month, id, path, cwd, pid } = one
  month.clock += 1_000
  const input = JSON.stringify({ session_id: id, transcript_path: path, cwd, hook_event_name: event, ...more })
  const log = join(month.desk.home, 'log', 'hooks.jsonl')
  const start = performance.now()
  const ran = run(month, [month.desk.hook, 'claude-code'], cwd, input, { CLAUDE_PID: String(pid) })
  const ms = performance.now() - start
  if (ran.status !== 0) throw new Error(`${event}: ${ran.stderr}`)
  const last = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) : '{}'
  return { ms, said: ran.stdout, did: JSON.parse(last).did ?? '' }
}

function run({ desk, clock }, args, cwd, input = '', more = {}) {
  const env = { ...desk.env, DOGEAR_HOME: desk.home, DOGEAR_TEST_CLOCK: String(clock), ...more }
  if (desk.warm) return askWarm(desk, args, cwd, input, env)
  return spawnSync(process.execPath, ['--require', CLOCK, ...args], { cwd, env, input, encoding: 'utf8' })
}

function askWarm({ warm, hook }, [file, ...args], cwd, input, env) {
  const { code, ...said } = warm.ask({ args, cwd, env, ...(file === hook && { hook: input }) })
  return { status: code, ...said }
}

/** One start and one Stop of a session with work, as everybody has them; its process is this one. */
export function oneTurn(month, cwd, branch) {
  const n = ++month.count
  const folder = join(month.desk.env.HOME, '.claude', 'projects', 'measured')
  mkdirSync(folder, { recursive: true })
  const id = `measured-${n}`
  const one = { month, n, id, pid: process.pid, cwd, branch, path: join(folder, `${id}.jsonl`), records: 0 }
  const start = fire(one, 'SessionStart', { source: 'startup' }).ms
  write(one, { type: 'user', message: { role: 'user', content: `Task ${n}: write part ${n}` } })
  says(one, { type: 'text', text: `Next I will write part-${n}.ts.` })
  const stop = fire(one, 'Stop', { stop_hook_active: false }).ms
  fire(one, 'SessionEnd', { reason: 'other' })
  return { start, stop }
}

/** Bytes and files below a folder. */
export function sizeOf(folder, statSync) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return { files: files.length, bytes }
}

export function git(cwd, env, args) {
  const ran = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout.trim()
}

function pick(random, weighted) {
  let left = random() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  return weighted.find(([, weight]) => (left -= weight) < 0)[0]
}
