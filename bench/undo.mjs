// `npm run bench:undo`: what takes cost, whole processes, beside bare starts of the same Node and beside `git status` of the same
// repository; in repositories of 10,000 and 100,000 files of which 73 differ, and what they take up on the disk after a month.
//   --quick        8 rounds, 10,000 files only
//   --rounds N     other than 20
//   --json
// Exit 1: a target was missed.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { event, makeBigRepository, makeSession } from './hook-events.mjs'
import { medianOfEach } from './measure.mjs'
import { cleanEnv, copyProgram, makeScratch } from './scratch.mjs'
import { seededRandom, words } from './words.mjs'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, rounds: { type: 'string' }, json: { type: 'boolean' } },
})
const rounds = flags.rounds ? Number(flags.rounds) : flags.quick ? 8 : 20
const SIZES = flags.quick ? [10_000] : [10_000, 100_000]
const NEW_FILES = 70
const CHANGED = 5
const WRITES = {
  tool_name: 'Bash',
  tool_input: { command: 'sed -i s/one/two/ src/part-1/file-1.ts' },
  tool_use_id: 't1',
}
/** A month: days of work, turns a day that write, files and bytes each of them writes. */
const MONTH = { days: flags.quick ? 8 : 30, turns: flags.quick ? 4 : 16, files: 3, words: 700 }
/** What others are reported to take up, in the same words as in their issues. */
const REPORTED = [
  ['opencode, private index with alternates', '62 GB (#46034)'],
  ['shadow repositories', '45 MB for the first of 10,000 files, 120 to 533 GB on users’ disks'],
  ['Codex, unreferenced objects', '100 to 200 GB'],
]

await setup()
const scratch = makeScratch()
const hook = join(scratch.dir, 'program', 'dist', 'hook.cjs')
const random = seededRandom(3)
try {
  const program = copyProgram(root, join(scratch.dir, 'program'))
  const results = []
  for (const files of SIZES) results.push(...(await measureAt(files, program)))
  const month = monthOnDisk(program)
  process.stdout.write(`${flags.json ? JSON.stringify({ results, month }, null, 2) : printed(results, month)}\n`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function measureAt(files, program) {
  say(`writing ${files} files`)
  const place = makePlace(`shop-${files}`, files)
  const off = { ...place, env: { ...place.env, DOGEAR_HOME: join(scratch.dir, `off-${files}`) } }
  run([program, 'config', 'snapshots', 'off'], off)
  for (const one of [place, off]) {
    hooked('SessionStart', one, { source: 'startup' })
    hooked('Stop', one)
  }
  // Nothing of it is young any more, and git has refreshed its index as a user's does.
  await setTimeout(2_500)
  spawnSync('git', ['status', '--short'], place.options)
  hooked('PreToolUse', place, WRITES)
  hooked('PostToolUse', place, WRITES)
  const status = [
    '--no-optional-locks',
    'status',
    '--porcelain=v2',
    '-z',
    '-uall',
    '--no-renames',
    '--ignore-submodules=all',
  ]
  const cases = [
    { name: 'node -e 0', of: 'bare', command: process.execPath, args: ['-e', '0'] },
    { name: 'git status', of: 'bare', command: 'git', args: status },
    {
      name: 'before a tool, the mark clear',
      most: 1.15,
      of: 'bare',
      ...fire('PreToolUse', place, WRITES),
      before: () => clearMark(place),
    },
    {
      name: 'a take, nothing new',
      most: 1.6,
      of: 'git',
      ...fire('PreToolUse', place, WRITES),
      before: () => takeFirst(place),
    },
    {
      name: `a take, ${CHANGED} files changed`,
      most: 1.6,
      of: 'git',
      ...fire('PreToolUse', place, WRITES),
      before: () => changeSome(place),
    },
    { name: 'Stop with a take', most: 3.4, of: 'bare', ...fire('Stop', place), before: () => turnOf(place) },
    { name: 'Stop, switched off', of: 'bare', ...fire('Stop', off), before: () => turnOf(off) },
    { name: 'save', of: 'bare', ...saving(program, place), before: () => changeSome(place) },
    { name: 'save, switched off', of: 'bare', ...saving(program, off), before: () => changeSome(off) },
  ]
  const ms = await medianOfEach(cases, (one) => timed(one, place.options), rounds)
  const clear = ms[2]
  // Of a hook that takes, the take is what it costs more than one that does not.
  const valueOf = ({ of }, i) => (of === 'git' ? (ms[i] - clear) / ms[1] : ms[i] / ms[0])
  const rows = cases.map((one, i) => row(files, one.name, ms[i], one.of, valueOf(one, i), one.most))
  rows.push(row(files, 'Stop, beside one that is switched off', ms[5], 'Stop', ms[5] / ms[6], 1.15))
  rows.push(row(files, 'save, beside one that is switched off', ms[7], 'save', ms[7] / ms[8], 1.15))
  return rows
}

function makePlace(name, files) {
  const env = { ...cleanEnv(scratch.dir, join(scratch.dir, `home-${name}`)), CLAUDE_PID: String(process.pid) }
  const { dir } = makeBigRepository(join(scratch.dir, name), env, files)
  for (let i = 0; i < NEW_FILES; i++) writeFileSync(join(dir, `src/part-${i}/new-${i}.ts`), words(random, 300))
  const session = makeSession(join(env.HOME, '.claude', 'projects', name), `undo-${name}`, 1)
  return { dir, env, session: { ...session, cwd: dir }, options: { cwd: dir, env } }
}

function fire(name, { session, env }, more) {
  return { command: process.execPath, args: [hook, 'claude-code'], input: event(name, session, more), env }
}

function hooked(name, place, more) {
  timed(fire(name, place, more), place.options)
}

function saving(program, { env }) {
  return { command: process.execPath, args: [program, 'save', 'auth', '--task', 'T', '--next', 'Run npm test'], env }
}

function shelfOf({ env }) {
  const takes = join(env.DOGEAR_HOME, 'takes')
  return join(takes, readdirSync(takes)[0])
}

function clearMark(place) {
  const shelf = shelfOf(place)
  rmSync(join(shelf, 'calls'), { recursive: true, force: true })
  writeFileSync(join(shelf, 'taken'), String(Date.now()))
}

/** As before a call whose predecessor has written, or may have. */
function setMark(place) {
  writeFileSync(join(shelfOf(place), 'taken'), '1')
}

/** The case before this one has changed files of the same work tree. */
function takeFirst(place) {
  setMark(place)
  hooked('PreToolUse', place, WRITES)
  setMark(place)
}

function changeSome(place) {
  for (let i = 0; i < CHANGED; i++) writeFileSync(join(place.dir, `src/part-${i}/new-${i}.ts`), words(random, 300))
  // As long as a model thinks at least: a file of this very moment is read twice.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
  if (!place.env.DOGEAR_HOME.includes('/off-')) setMark(place)
}

function turnOf(place) {
  place.session.append()
  changeSome(place)
}

function timed({ command, args, input = '', env }, options) {
  const start = process.hrtime.bigint()
  const ran = spawnSync(command, args, { ...options, ...(env && { env }), input, encoding: 'utf8', maxBuffer: 1 << 28 })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (ran.status !== 0) throw new Error(`exit ${ran.status}: ${command} ${args.join(' ').slice(0, 200)}\n${ran.stderr}`)
  return ms
}

function run(args, { options, env }) {
  const ran = spawnSync(process.execPath, args, { ...options, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`)
}

/** Every turn writes, and is taken before and after; then what is old goes. */
function monthOnDisk(program) {
  say(`a month of ${MONTH.days} days with ${MONTH.turns} turns that write`)
  const place = makePlace('month', 1_000)
  hooked('SessionStart', place, { source: 'startup' })
  hooked('PreToolUse', place, WRITES)
  const clock = join(scratch.dir, 'clock.cjs')
  writeFileSync(clock, 'const { now } = Date\nDate.now = () => now() + Number(process.env.BENCH_SHIFT_MS)\n')
  const turns = MONTH.days * MONTH.turns
  for (let turn = 0; turn < turns; turn++) {
    for (let i = 0; i < MONTH.files; i++) {
      const path = join(place.dir, `src/part-${(turn * 7 + i) % 40}/work-${i}.ts`)
      if (turn % 4 === 0) writeFileSync(path, words(random, MONTH.words))
      else appendFileSync(path, `${words(random, 40)}\n`)
    }
    const shift = Math.floor(turn / MONTH.turns) * 86_400_000 + (turn % MONTH.turns) * 600_000
    const env = { ...place.env, BENCH_SHIFT_MS: String(shift) }
    const { args, ...fired } = fire('PostToolUse', place, WRITES)
    setMark(place)
    timed({ ...fired, args: ['--require', clock, ...args], env }, place.options)
  }
  const before = sizeBelow(shelfOf(place))
  run([program, 'tidy'], place)
  return { takes: turns, dirty: NEW_FILES, megabytes: before / 1e6, afterTidy: sizeBelow(shelfOf(place)) / 1e6 }
}

function sizeBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)
}

function row(files, name, ms, of, ratio, most) {
  return { files, name, ms, of, ratio, ...(most && { most }), ok: !most || ratio <= most }
}

function printed(results, { takes, megabytes, afterTidy }) {
  const rows = results.map(
    ({ files, name, ms, of, ratio, most, ok }) =>
      `| ${files} | ${name} | ${ms.toFixed(0)} ms | ${ratio.toFixed(2)} × ${of} | ${most ? `≤ ${most}` : ''} | ${most ? (ok ? '✓' : '✗') : ''} |`,
  )
  return [
    '| files | what | median | beside | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `A month, ${takes} takes that differ: ${megabytes.toFixed(1)} MB, ${afterTidy.toFixed(1)} MB after tidy. Reported of others:`,
    ...REPORTED.map(([who, what]) => `- ${who}: ${what}`),
  ].join('\n')
}

function say(what) {
  process.stderr.write(`bench: ${what}\n`)
}
