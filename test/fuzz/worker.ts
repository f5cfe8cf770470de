/**
 * The thread of one target, started by watch.ts. The input that is read lies in shared memory, with
 * a number that grows: who looks from outside sees which input hangs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { TARGETS } from './table.js'
import { tryInput } from './target.js'
import { type Tried, tryTarget } from './try-target.js'

interface Work {
  target: string
  root: string
  scratch: string
  seed: number
  ms: number
  /** Of one that is read once again. */
  replay?: Uint8Array
  shared: SharedArrayBuffer
}

const { target: name, replay, shared, ...work } = workerData as Work
const [counter, length] = [new Uint32Array(shared, 0, 1), new Uint32Array(shared, 4, 1)]
const room = new Uint8Array(shared, 8)

function onInput(input: Uint8Array): void {
  room.set(input.subarray(0, room.length))
  length[0] = input.length
  Atomics.add(counter, 0, 1)
}

/** Between processes bytes go as text. */
function send({ inputs, found }: Tried): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ inputs, ...(found && { found: { ...found, input: found.input.toString('base64') } }) })
}

async function main(): Promise<void> {
  const target = TARGETS.find((one) => one.name === name)
  if (!target) throw new Error(`there is no target "${name}"`)
  if (replay) {
    const input = Buffer.from(replay)
    onInput(input)
    const problem = await tryInput(await target.open(work), input, true)
    send({ inputs: 1, ...(problem && { found: { problem, input } }) })
  } else send(await tryTarget(target, { ...work, timed: true, onInput }))
}

await main()
