// `npm run bench:sync`: what sync costs. A save beside the same save without a remote, an exchange with nothing new beside a bare
// `git fetch` of the same, and a store of many entries: sent, taken cold by a second machine that is interrupted on the way, and
// warm; with the peak of memory. By a folder and by git.
//   --quick        2,000 entries, 15 pairs
//   --entries N    other than 20,000; --pairs N other than 40
//   --scale        100,000 entries by folder and by git, and a million rows in PostgreSQL (sync-scale.mjs), nothing else
//   --only NAME    of folder, git, postgres
// Exit 1: a target was missed.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { runForPeak } from './measure.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'
import { fillHome } from './shapes.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    entries: { type: 'string' },
    pairs: { type: 'string' },
    scale: { type: 'boolean' },
    only: { type: 'string' },
    rows: { type: 'string' },
    devices: { type: 'string' },
  },
})
const pairs = Number(flags.pairs ?? (flags.quick ? 15 : 40))
const entries = Number(flags.entries ?? (flags.scale ? 100_000 : flags.quick ? 2000 : 20_000))
const PER_LINE = 100
const INTERRUPTIONS = 10
const MAX_SAVE_MS = 3
const MAX_FETCH = 1.3
const MAX_MB = 120

await setup()
const scratch = makeScratch()
const dogear = copyProgram(root, join(scratch.dir, 'program'))
const library = await import(pathToFileURL(join(scratch.dir, 'program', 'dist', 'index.js')))
const missed = []
let repository
try {
  for (const engine of ['folder', 'git']) if (isAsked(engine)) await (flags.scale ? bulk(engine) : measureWith(engine))
  if (flags.scale && isAsked('postgres')) {
    const { measureScale } = await import('./sync-scale.mjs')
    const counts = Object.fromEntries(
      ['rows', 'devices'].flatMap((name) => (flags[name] ? [[name, Number(flags[name])]] : [])),
    )
    await measureScale({ scratch: scratch.dir, say, ...counts })
  }
  if (missed.length > 0) say(`missed: ${missed.join('; ')}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  scratch.remove()
}

function isAsked(name) {
  return flags.only === undefined || flags.only === name
}

async function measureWith(engine) {
  say(`\n${engine}`)
  const url = makePlace(engine, engine)
  const [desk, bare] = ['desk', 'bare'].map((name) => machine(`${engine}-${name}`))
  for (const one of [desk, bare]) run(one, ['save', 'auth', '--next', 'Write the callback test', '--no-git'])
  run(desk, ['sync', 'add', url])
  await savePairs(desk, bare)
  if (engine === 'git') await fetchPairs(desk, url)
  await bulk(engine)
}

/** In turns. The mark is as fresh as in a burst of saves: only the first in ten seconds starts a process. */
async function savePairs(desk, bare) {
  const mark = join(desk.env.DOGEAR_HOME, 'sync', 'wake')
  const more = []
  for (let i = -2; i < pairs; i++) {
    writeFileSync(mark, '')
    const times = (i % 2 === 0 ? [desk, bare] : [bare, desk]).map((one) => [one, timed(one, saveArgs(i))])
    const of = (wanted) => times.find(([one]) => one === wanted)[1]
    if (i >= 0) more.push(of(desk) - of(bare))
    utimesSync(mark, new Date(), new Date())
  }
  report('a save with a remote costs more', median(more), 'ms', MAX_SAVE_MS)
}

function saveArgs(i) {
  return ['save', 'auth', '--next', `Step ${i}`, '--no-git']
}

/** The engine in a process that is warm, and the whole program, against git alone in the repository that the engine keeps. */
async function fetchPairs(desk, url) {
  run(desk, ['sync'])
  const stores = join(desk.env.DOGEAR_HOME, 'sync')
  const store = readdirSync(stores).find((name) => /^[0-9a-f]{32}$/.test(name))
  const scratchOfStore = join(stores, store, 'scratch')
  const fetch = [
    '--git-dir',
    join(scratchOfStore, 'git'),
    'fetch',
    '--quiet',
    '--no-auto-gc',
    '--no-tags',
    url,
    '+refs/dogear/*:refs/bench/*',
  ]
  const gitRemote = await loadGitEngine()
  const options = {
    store,
    scratch: scratchOfStore,
    device: 'd'.repeat(32),
    env: desk.env,
    tag: 'a.b.1.1',
    interactive: false,
  }
  const engine = async () => {
    const before = performance.now()
    const remote = gitRemote(url, { ...options, deadlineMs: performance.now() + 60_000 })
    await remote.open()
    await remote.close()
    return performance.now() - before
  }
  const times = { git: [], engine: [], whole: [], idle: [] }
  for (let i = -2; i < pairs; i++) {
    const now = {
      git: clock(() => spawnSync('git', fetch, desk)),
      engine: await engine(),
      whole: timed(desk, ['sync']),
      idle: timed(desk, ['sync', 'status', '--json']),
    }
    if (i >= 0) for (const [name, ms] of Object.entries(now)) times[name].push(ms)
  }
  const [git, own, whole, idle] = ['git', 'engine', 'whole', 'idle'].map((name) => median(times[name]))
  const ms = (value) => `${value.toFixed(1)} ms`
  say(
    `git fetch ${ms(git)}, the engine ${ms(own)}; dogear sync with nothing new ${ms(whole)}, dogear sync status ${ms(idle)}`,
  )
  report('a fetch with nothing new', own / git, '× git fetch', MAX_FETCH)
}

async function loadGitEngine() {
  const { build } = await import('rolldown')
  const file = join(scratch.dir, 'git-remote.mjs')
  const input = 'src/remotes/git/git-remote.ts'
  await build({
    cwd: root,
    input,
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
    output: { file, format: 'esm' },
  })
  return (await import(pathToFileURL(file))).gitRemote
}

/** A machine that has been used for long is added first; a second one joins, and is killed again and again on the way. */
async function bulk(engine) {
  const [many, laptop] = ['many', 'laptop'].map((name) => machine(`${engine}-${name}`))
  const url = makePlace(`${engine}-many`, engine)
  const shape = { projects: 1, workstreams: Math.ceil(entries / PER_LINE), entries: PER_LINE }
  await fillHome(shape, { dogear, repository, options: many, library })
  const sent = measured(many, ['sync', 'add', url])
  say(`${entries} entries: sent in ${seconds(sent.ms)} with ${sent.mb} MB`)
  judge('memory while sending', sent.mb, MAX_MB)
  const { words } = JSON.parse(run(many, ['sync', 'status', '--json'])).remotes[0]
  const joining = ['sync', 'add', `${url}#${words}`, '--link', 'middle']
  for (let i = 1; i <= INTERRUPTIONS; i++) await killAfter(laptop, joining, 300 + (sent.ms * i) / INTERRUPTIONS / 10)
  const before = countEntries(laptop)
  const cold = measured(laptop, joining)
  say(
    `a second machine: ${before} had come in ${INTERRUPTIONS} tries that were killed, the rest in ${seconds(cold.ms)} with ${cold.mb} MB`,
  )
  if (countEntries(laptop) !== entries) missed.push(`${countEntries(laptop)} of ${entries} came`)
  judge('memory while taking', cold.mb, MAX_MB)
  const warm = measured(laptop, ['sync'])
  say(`with nothing new: ${seconds(warm.ms)} with ${warm.mb} MB`)
  judge('memory with nothing new', warm.mb, MAX_MB)
}

function countEntries({ env }) {
  return readdirSync(env.DOGEAR_HOME, { recursive: true }).filter((path) => /entries\/.*\.md$/.test(path)).length
}

function killAfter(one, args, ms) {
  const child = spawn(process.execPath, [dogear, ...args], { ...one, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  return Promise.race([ended, setTimeout(ms)]).then(() => {
    child.kill('SIGKILL')
    return ended
  })
}

function machine(name) {
  const env = {
    ...cleanEnv(scratch.dir, join(scratch.dir, name)),
    HOME: join(scratch.dir, `user-${name}`),
    DOGEAR_SYNC: '',
  }
  repository ??= makeRepository(join(scratch.dir, 'middle'), env)
  mkdirSync(env.HOME, { recursive: true })
  return { name, cwd: repository.dir, env, encoding: 'utf8' }
}

function makePlace(name, engine) {
  const dir = join(scratch.dir, `place-${name}`)
  if (engine === 'folder') mkdirSync(dir)
  else spawnSync('git', ['init', '--quiet', '--bare', dir], { env: cleanEnv(scratch.dir, '') })
  return dir
}

function run(one, args) {
  const ran = spawnSync(process.execPath, [dogear, ...args], { ...one, env: { ...one.env, DOGEAR_SYNC: 'off' } })
  if (ran.status === null || ran.status > 1) throw new Error(`dogear ${args.join(' ')}: ${ran.stderr}${ran.stdout}`)
  return ran.stdout
}

function timed(one, args) {
  return clock(() => spawnSync(process.execPath, [dogear, ...args], one))
}

function measured(one, args) {
  const { ms, peakMb } = runForPeak({ args: [dogear, ...args] }, { ...one, env: { ...one.env, DOGEAR_SYNC: 'off' } })
  return { ms, mb: Math.round(peakMb) }
}

function clock(work) {
  const before = performance.now()
  work()
  return performance.now() - before
}

function report(what, value, unit, most) {
  say(`${what}: ${value.toFixed(2)} ${unit} (target ≤ ${most})`)
  judge(what, value, most)
}

function judge(what, value, most) {
  if (value > most) missed.push(`${what} ${value.toFixed(2)} > ${most}`)
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
