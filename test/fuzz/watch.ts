/**
 * The process of one target, bundled and started by scripts/test-fuzz.mjs. A thread reads the inputs, and this one looks at
 * it: what hangs or takes all memory is found with the input that did it. One process for each, so that the time of the
 * processor that is measured is that of one target.
 */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Problem } from './target.js'

/** Of the processor: on a busy machine a minute may be nothing. */
const HANG_MS = 20_000
const LOST_MS = 600_000
const ROOM = 400_000
const MAX_MEMORY_MB = 1500

const { replay, ...work } = JSON.parse(process.argv[2] ?? '{}') as { replay?: string }
const shared = new SharedArrayBuffer(8 + ROOM)
const counter = new Uint32Array(shared, 0, 1)
const worker = new Worker(new URL('worker.mjs', import.meta.url), {
  workerData: { ...work, shared, replay: replay === undefined ? undefined : new Uint8Array(readFileSync(replay)) },
  resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
})

function done(result: unknown): void {
  process.send?.(result, () => process.exit(0))
}

function fail(kind: Problem['kind'], detail: string): void {
  const input = Buffer.from(new Uint8Array(shared, 8, new Uint32Array(shared, 4, 1)[0]))
  done({ inputs: counter[0], found: { problem: { kind, detail }, input: input.toString('base64') } })
}

let seen = -1
let since = { cpu: process.cpuUsage(), ms: performance.now() }
setInterval(() => {
  const now = Atomics.load(counter, 0)
  if (now !== seen) [seen, since] = [now, { cpu: process.cpuUsage(), ms: performance.now() }]
  const { user, system } = process.cpuUsage(since.cpu)
  if ((user + system) / 1000 > HANG_MS || performance.now() - since.ms > LOST_MS)
    fail('hang', `nothing came back for ${Math.round((user + system) / 1000)} ms of the processor`)
}, 500)
worker.once('message', done)
worker.once('error', (error) => {
  fail((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'thrown', String(error.stack))
})
