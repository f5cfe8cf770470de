// `npm run bench:hooks`: what each hook costs, whole process, against a bare start of the same Node in the same run, in a
// repository of 10,000 files with 1,000 entries: every moment in an everyday session, then the end of a turn in sessions of
// 0.1 to 300 MB, and the other moments in the biggest of them.
//   --quick        8 rounds, sessions up to 3 MB
//   --corpus DIR   real sessions (.jsonl, .jsonl.gz) instead of made-up ones, cut and grown to these sizes
//   --rounds N     other than 20
//   --node PATH    another Node (may be given several times); else this one, and Node 24 where the tests have installed it
//   --peers        beside it the same moments of others: a shell script, and two packages from npm
//   --counts       instructions instead of time (valgrind), for machines that are busy
//   --json
// Exit 1: a target was missed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import {
  ENTRIES,
  event,
  FILES,
  installPeer,
  makeBigRepository,
  makeSession,
  EVERYDAY_MB,
  SESSIONS_MB,
  SHELL_SAVE,
  SHELL_START,
} from './hook-events.mjs'
import { medianOfEach } from './measure.mjs'
import { cleanEnv, copyProgram, makeScratch } from './scratch.mjs'
import { fillHome } from './shapes.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    corpus: { type: 'string' },
    rounds: { type: 'string' },
    node: { type: 'string', multiple: true },
    peers: { type: 'boolean' },
    counts: { type: 'boolean' },
    json: { type: 'boolean' },
  },
})
const rounds = flags.rounds ? Number(flags.rounds) : flags.quick ? 8 : 20
const sizes = SESSIONS_MB.filter((megabytes) => !flags.quick || megabytes <= 3)
const PORT = 9271
const ENTRY = `## 1. Goal / Plan
Rename the parser

## 2. Progress
- src/part-3 renamed

## 3. Current Focus
Its tests

## 4. Next Actions / TODO
- npm test -- parser

## 5. Decisions / Constraints / Notes
- keep the old name exported
`

await setup()
const scratch = makeScratch()
const children = []
try {
  const results = await measureAll()
  process.stdout.write(`${flags.json ? JSON.stringify(results, null, 2) : printResults(results)}\n`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
} finally {
  for (const child of children) child.kill()
  scratch.remove()
}

async function measureAll() {
  const home = join(scratch.dir, 'home')
  const env = { ...cleanEnv(scratch.dir, home), CLAUDE_PID: String(process.pid) }
  say(`writing ${FILES} files, ${ENTRIES} entries, sessions of ${sizes.join(', ')} MB`)
  const repository = makeBigRepository(join(scratch.dir, 'shop'), env)
  const dogear = copyProgram(root, join(scratch.dir, 'program'))
  const library = await import(pathToFileURL(join(scratch.dir, 'program', 'dist', 'index.js')))
  const options = { cwd: repository.dir, env }
  await fillHome({ projects: 1, workstreams: 20, entries: ENTRIES / 20 }, { dogear, repository, options, library })
  const folder = join(env.HOME, '.claude', 'projects', 'shop')
  const sessions = sizes.map((megabytes) => ({
    ...makeSession(folder, `bench-${megabytes}`.replace('.', '-'), megabytes, flags.corpus),
    cwd: repository.dir,
    megabytes,
  }))
  const biggest = sessions.at(-1)
  const everyday = sessions.find(({ megabytes }) => megabytes === EVERYDAY_MB)
  const hook = join(scratch.dir, 'program', 'dist', 'hook.cjs')
  if (flags.counts) withoutDeadline(hook)
  const peers = flags.peers ? peerCases(repository, biggest, env) : []
  await setTimeout(2500)
  const results = []
  for (const node of nodesToUse()) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
    const measure = async (cases) => {
      say(`${version}: ${cases.map(({ name }) => name).join('; ')}`)
      const measured = flags.counts ? countAll(cases, options) : await timeAll(cases, options)
      results.push(...measured.map((one) => ({ node: version, ...one })))
    }
    const isFirst = results.length === 0
    firstStop(node, hook, everyday, options)
    await measure([bare(node), stopCase(node, hook, everyday), ...ourCases(node, hook, everyday, options)])
    // One session after the other, as in a day: each against a bare start between its own turns.
    for (const one of sessions.filter((each) => each !== everyday)) {
      const first = firstStop(node, hook, one, options)
      say(`the first Stop of ${one.megabytes} MB, which reads all of it: ${first.toFixed(0)} ms`)
      await measure([bare(node), stopCase(node, hook, one)])
    }
    await measure([bare(node), ...ourCases(node, hook, biggest, options), ...(isFirst ? peers : [])])
  }
  return results
}

/** Counting takes fifty times as long as running, and a hook that is late ends itself. */
function withoutDeadline(hook) {
  writeFileSync(hook, readFileSync(hook, 'utf8').replace('setTimeout(', '(() => ({ unref() {} }))('))
}

function nodesToUse() {
  if (flags.node) return flags.node
  const cache = join(root, '.cache', 'nodes')
  const newer = existsSync(cache) ? readdirSync(cache).filter((name) => /^node-24\.[\d.]+$/.test(name)) : []
  return [process.execPath, ...newer.slice(-1).map((name) => join(cache, name))]
}

function bare(node) {
  return { name: 'node -e 0', command: node, args: ['-e', '0'], input: '' }
}

function ourCase(node, hook, name, target, input, before) {
  return { name, command: node, args: [hook, 'claude-code'], input, target, before }
}

function stopCase(node, hook, session) {
  return ourCase(node, hook, inSession('end of a turn, saved', session), 3, event('Stop', session), session.append)
}

function inSession(name, { bytes }) {
  return `${name}, in a session of ${(bytes / 1e6).toFixed(1)} MB`
}

function ourCases(node, hook, session, options) {
  const run = (name, ...rest) => ourCase(node, hook, inSession(name, session), ...rest)
  const compaction = event('PreCompact', session, { trigger: 'auto', custom_instructions: null })
  const start = event('SessionStart', session, { source: 'compact' })
  const fire = (input) => () => {
    session.append()
    runOnce({ command: node, args: [hook, 'claude-code'], input }, options)
  }
  const tool = { tool_name: 'Bash', tool_input: { command: 'git diff --stat' }, tool_use_id: 't1' }
  return [
    run(
      'prompt',
      1.15,
      event('UserPromptSubmit', session, { prompt: 'Rename the parser in src/part-3 and run its tests' }),
    ),
    run('before a tool', 1.15, event('PreToolUse', session, tool)),
    run('start with a briefing', 1.7, start, fire(compaction)),
    run('the same, where no PreCompact came before', undefined, start, fire(event('Stop', session))),
    run('before a compaction, saved', 3, compaction, session.append),
  ]
}

function firstStop(node, hook, session, options) {
  runOnce(
    { command: node, args: [hook, 'claude-code'], input: event('SessionStart', session, { source: 'startup' }) },
    options,
  )
  return runOnce({ command: node, args: [hook, 'claude-code'], input: event('Stop', session) }, options)
}

function peerCases(repository, session, env) {
  const stop = event('Stop', session)
  const shell = (name, script, input, before) => ({ name, command: 'sh', args: ['-c', script], input, before })
  return [
    shell('shell (git, date, jq): end of a turn, saved', SHELL_SAVE, stop, session.append),
    shell(
      'shell (git, date, jq): start with a briefing',
      SHELL_START,
      event('SessionStart', session, { source: 'compact' }),
    ),
    ...agentCheckpoint(repository, env),
    ...ccheckpoints(session),
  ]
}

/** Its own tool for hosts; it reads no session file and asks no transcript, so what it saves is written by hand. */
function agentCheckpoint(repository, env) {
  const peer = installPeer(join(root, '.cache'), 'agent-checkpoint')
  if (peer.reason) return skip(peer)
  const program = join(peer.dir, 'node_modules', 'agent-checkpoint', 'bin', 'agent-checkpoint.cjs')
  const options = { cwd: repository.dir, env, encoding: 'utf8' }
  spawnSync(process.execPath, [program, 'init'], options)
  spawnSync(process.execPath, [program, 'workflow', '--type', 'feature', '--id', 'current'], options)
  const run = (name, args, input) => ({
    name: `agent-checkpoint ${peer.version}: ${name}`,
    command: process.execPath,
    args: [program, ...args],
    input,
  })
  return [run('write (a given text)', ['write'], ENTRY), run('resume', ['resume'], '')]
}

/** Its hooks only hand the event to a server in the background: a stand-in that answers at once, so that nothing else counts. */
function ccheckpoints(session) {
  const peer = installPeer(join(root, '.cache'), 'ccheckpoints')
  if (peer.reason) return skip(peer)
  const server = `require('node:http').createServer((q, s) => { q.resume(); s.setHeader('content-type', 'application/json'); s.end('{"success":true}') }).listen(${PORT}, '127.0.0.1')`
  children.push(spawn(process.execPath, ['-e', server], { stdio: 'ignore' }))
  const program = join(peer.dir, 'node_modules', 'ccheckpoints', 'dist', 'cli.js')
  const run = (name, word, input) => ({
    name: `ccheckpoints ${peer.version}: ${name}`,
    command: process.execPath,
    args: [program, 'track', `--event=${word}`],
    input,
    mayFail: true,
  })
  return [
    run(
      'prompt (without its server’s work)',
      'submit',
      event('UserPromptSubmit', session, { prompt: 'Rename the parser' }),
    ),
    run('end of a turn (without its server’s work)', 'stop', event('Stop', session)),
  ]
}

function skip({ name, reason }) {
  say(`${name} is left out: ${reason}`)
  return []
}

async function timeAll(cases, options) {
  return judged(cases, await medianOfEach(cases, (one) => runOnce(one, options), rounds), 'ms')
}

/** In millions of instructions; what other processes do for it (git) is not in it. */
function countAll(cases, options) {
  const counts = cases.map((one) => {
    one.before?.()
    runOnce(one, options)
    one.before?.()
    const out = join(scratch.dir, 'callgrind.out')
    const args = ['--tool=callgrind', `--callgrind-out-file=${out}`, one.command, ...one.args]
    const ran = spawnSync('valgrind', args, { ...options, input: one.input, encoding: 'utf8' })
    return Number(/Collected : (\d+)/.exec(ran.stderr)?.[1] ?? Number.NaN) / 1e6
  })
  return judged(cases, counts, 'M instructions')
}

function judged(cases, values, unit) {
  return cases.map(({ name, target }, i) => {
    const ratio = values[i] / values[0]
    return { name, value: values[i], unit, ratio, ...(target ? { target } : {}), ok: !target || ratio <= target }
  })
}

function runOnce({ command, args, input, mayFail }, { cwd, env }) {
  const start = process.hrtime.bigint()
  const ran = spawnSync(command, args, { cwd, env, input, encoding: 'utf8' })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (ran.status !== 0 && !mayFail)
    throw new Error(`exit ${ran.status}: ${command} ${args.join(' ').slice(0, 200)}\n${ran.stderr}`)
  return ms
}

function printResults(results) {
  const rows = results.map(({ node, name, value, unit, ratio, target, ok }) => {
    const verdict = target ? (ok ? '✓' : '✗') : ''
    return `| ${node} | ${name} | ${value.toFixed(0)} ${unit} | ${ratio.toFixed(2)} | ${target ? `≤ ${target}` : ''} | ${verdict} |`
  })
  return [
    '| Node | event | median | times `node -e 0` | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function say(what) {
  process.stderr.write(`bench: ${what}\n`)
}
