// `npm run bench:month`: thirty days of ordinary use, twenty short sessions a day, one in ten killed. Prints what is left of
// it: rows in `list`, offers, disk, what can still be reached, and what a start and a Stop cost on the first and last day.
//   --days N     other than 30
//   --rounds N   of the timing, other than 20
//   --json
// Exit 1: a bar was missed.
import { spawnSync } from 'node:child_process'
import { cpSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { CLOCK, comeBack, git, makeMonth, oneTurn, PER_DAY, sizeOf } from './month-days.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'
import { startWarm } from './warm.mjs'

const { values: flags } = parseArgs({
  options: { days: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean' } },
})
const days = Number(flags.days ?? 30)
const rounds = Number(flags.rounds ?? 20)
const MAX_ROWS = 12
const MAX_SLOWER = 1.1
/** The first of a month to come: the disk has today's dates, and what it says of the future is never relied on. */
const START_MS = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)

await setup()
const scratch = makeScratch()
try {
  const bars = await measure()
  process.stdout.write(`${flags.json ? JSON.stringify(bars, null, 2) : printBars(bars)}\n`)
  if (bars.some(({ ok }) => ok === false)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function measure() {
  const desk = makeDesk()
  const { month, playDay } = makeMonth(desk, START_MS)
  const first = join(scratch.dir, 'home-day-1')
  for (let day = 0; day < days; day++) {
    await playDay(day)
    if (day === 0) cpSync(desk.home, first, { recursive: true })
    if (!flags.json) process.stderr.write(`day ${day + 1}: ${month.sessions.length} sessions\r`)
  }
  await comeBack(month)
  // What is timed are processes, as a client starts them.
  desk.warm.stop()
  delete desk.warm
  const rows = linesOf(ask(month, ['list']))
  const lost = unreachable(month)
  const size = sizeOf(desk.home, statSync)
  const times = timesOf(month, { ...month, desk: { ...desk, home: first }, clock: START_MS + 86_400_000 })
  return [
    { what: 'sessions', value: `${month.sessions.length} (${PER_DAY} a day, ${month.crashes.length} killed)` },
    { what: 'rows in list', value: rows.length, bar: `<= ${MAX_ROWS}`, ok: rows.length <= MAX_ROWS },
    { what: 'starts that offered a crash', value: `${offering(month)} of ${month.starts.length}` },
    offers(month),
    { what: 'sessions with work', value: month.sessions.filter(({ quick }) => !quick).length },
    { what: 'of these unreachable', value: lost.length, bar: '0', ok: lost.length === 0, which: lost.slice(0, 5) },
    { what: 'disk', value: `${(size.bytes / 1e6).toFixed(1)} MB in ${size.files} files` },
    ...times,
  ]
}

function makeDesk() {
  const home = join(scratch.dir, 'home')
  const env = cleanEnv(scratch.dir, home)
  const dogear = copyProgram(root, join(scratch.dir, 'program'))
  const main = join(scratch.dir, 'shop')
  makeRepository(main, env)
  for (const branch of ['feat/login', 'feat/pay']) git(main, env, ['branch', branch])
  const side = join(scratch.dir, 'shop-side')
  git(main, env, ['worktree', 'add', '--quiet', '-b', 'side', side])
  const program = join(scratch.dir, 'program')
  const warm = startWarm(program, scratch.dir, CLOCK)
  return { dogear, hook: join(program, 'dist', 'hook.cjs'), env, home, worktrees: [main, side], warm }
}

function offers({ crashes, wrong }) {
  const isOnce = ({ offers: times, elsewhere }) => times === 1 && !elsewhere
  const missed = crashes.filter((crash) => !isOnce(crash))
  const never = missed.filter((crash) => crash.offers === 0 && !crash.elsewhere).length
  const value = `${crashes.length - missed.length} once, ${missed.length - never} again or elsewhere, ${never} never`
  const ok = missed.length === 0 && wrong.length === 0
  return { what: 'crashes offered', value, bar: 'each once', ok, which: [...missed, ...wrong].slice(0, 5) }
}

function offering({ starts }) {
  return starts.filter(({ offered }) => offered > 0).length
}

/** Sessions with work whose line is neither listed nor found by the id of what they saved. */
function unreachable(month) {
  const { workstreams } = JSON.parse(ask(month, ['list', '--all', '--json']))
  const listed = new Set(workstreams.map(({ name }) => name))
  return month.sessions
    .filter(({ quick, name }) => !quick && !listed.has(name))
    .filter(({ name, entry }) => entry === undefined || !finds(month, name, entry))
    .map(({ id, name, entry }) => ({ id, name, entry }))
}

function finds({ desk, clock }, name, entry) {
  const env = { ...desk.env, DOGEAR_HOME: desk.home, DOGEAR_TEST_CLOCK: String(clock) }
  const args = [desk.dogear, 'show', name, '--entry', entry]
  return spawnSync(process.execPath, args, { cwd: desk.worktrees[0], env }).status === 0
}

function ask({ desk }, args) {
  const env = { ...desk.env, DOGEAR_HOME: desk.home }
  const ran = spawnSync(process.execPath, [desk.dogear, ...args], { cwd: desk.worktrees[0], env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`dogear ${args.join(' ')}: ${ran.stderr}`)
  return ran.stdout
}

function linesOf(text) {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** In turns, so that whatever else the machine does falls on both alike. */
function timesOf(now, before) {
  const [cwd] = now.desk.worktrees
  const taken = { now: [], before: [] }
  for (let round = -2; round < rounds; round++) {
    const pair = { now: oneTurn(now, cwd, now.branch), before: oneTurn(before, cwd, now.branch) }
    if (round >= 0) for (const [which, times] of Object.entries(pair)) taken[which].push(times)
  }
  return ['start', 'stop'].map((moment) => {
    const [last, first] = [taken.now, taken.before].map((all) => quartile(all.map((one) => one[moment])))
    const value = `day 1: ${first.toFixed(1)} ms, day ${days}: ${last.toFixed(1)} ms (${(last / first).toFixed(2)})`
    return { what: `time of ${moment}`, value, bar: `<= ${MAX_SLOWER}`, ok: last / first <= MAX_SLOWER }
  })
}

/** The lower quartile: what else runs on the machine only ever adds. */
function quartile(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)]
}

function printBars(bars) {
  const rows = bars.map(({ what, value, bar = '', ok, which = [] }) => {
    const mark = ok === undefined ? '' : ok ? '✓' : '✗'
    return [`| ${what} | ${value} | ${bar} | ${mark} |`, ...which.map((one) => `  ${JSON.stringify(one)}`)].join('\n')
  })
  return ['| | | bar | |', '|---|---|---|---|', ...rows].join('\n')
}
