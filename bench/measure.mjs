// Whole processes, measured from outside. Rounds are interleaved and their order rotates, so that whatever else the
// machine does falls on all commands alike.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PEAK = fileURLToPath(new URL('peak.cjs', import.meta.url))
const WARM_UP = 2
/** What takes seconds is measured well enough by a few rounds. */
const MAX_MS = 5000
const MIN_ROUNDS = 3

/** A bare start of Node: what every ratio is measured against. */
export const BARE = { name: 'node -e 0', args: ['-e', '0'] }

/**
 * Milliseconds per command: { name, median, p25, ratio, ratioP25 }. The first command must be BARE. A command is
 * { name, args, env, exit }: what it needs in the environment, and how it ends other than with 0.
 */
export async function measureRounds(commands, options, rounds) {
  const times = commands.map(() => [])
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let i = 0; i < commands.length; i++) {
      const which = (i + round + WARM_UP) % commands.length
      const { args, env, exit } = commands[which]
      if (times[which].length >= MIN_ROUNDS && sum(times[which]) > MAX_MS) continue
      const ms = runTimed(args, { cwd: options.cwd, env: { ...options.env, ...env }, exit })
      if (round >= 0) times[which].push(ms)
    }
    // Lets Ctrl-C through.
    await setImmediate()
  }
  const bare = summary(times[0])
  return commands.map(({ name }, i) => {
    const own = summary(times[i])
    return { name, ...own, ratio: own.median / bare.median, ratioP25: own.p25 / bare.p25 }
  })
}

export function runTimed(args, { cwd, env, exit = 0 }) {
  const start = process.hrtime.bigint()
  const ran = spawnSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'ignore'] })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (ran.status !== exit)
    throw new Error(`exit ${ran.status ?? ran.signal}: node ${args.join(' ')}\n${explain(args, { cwd, env })}`)
  return ms
}

/**
 * The median of what `time` says of each case, in turns. A case may have a `before`, which is not timed.
 */
export async function medianOfEach(cases, time, rounds) {
  const times = cases.map(() => [])
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round + WARM_UP) % cases.length
      cases[which].before?.()
      const ms = time(cases[which])
      if (round >= 0) times[which].push(ms)
    }
    // Lets Ctrl-C through.
    await setImmediate()
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)])
}

/** Peak resident memory in MB, with the time it took. */
export function runForPeak({ args, exit }, { cwd, env }) {
  const note = join(env.HOME, 'peak')
  const ms = runTimed(['--require', PEAK, ...args], { cwd, env: { ...env, BENCH_PEAK: note }, exit })
  const peakMb = Number(readFileSync(note, 'utf8')) / 1024
  rmSync(note)
  return { ms, peakMb }
}

export function runForOutput(args, { cwd, env }) {
  const ran = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (ran.status !== 0) throw new Error(`exit ${ran.status ?? ran.signal}: node ${args.join(' ')}\n${ran.stderr}`)
  return ran.stdout
}

function explain(args, options) {
  try {
    return `a second try succeeded: ${runForOutput(args, options).slice(0, 200)}`
  } catch (error) {
    return error.message
  }
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: at(sorted, 0.5), p25: at(sorted, 0.25) }
}

function sum(times) {
  return times.reduce((all, ms) => all + ms, 0)
}

function at(sorted, part) {
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)]
  return low + (sorted[Math.ceil(place)] - low) * (place % 1)
}
