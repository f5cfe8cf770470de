/** Tries a target on many inputs. What fails is made as small as it can be, byte by byte. */
import fc from 'fast-check'
import { inputsOf } from './inputs.js'
import { type FuzzPlace, type Problem, type Reader, type Target, tryInput } from './target.js'

export interface Tried {
  /** How many inputs were tried. */
  inputs: number
  found?: Found
}

interface Found {
  problem: Problem
  input: Buffer
}

export interface TryOptions extends FuzzPlace {
  seed: number
  /** So many inputs, or as many as there is time for. */
  runs?: number
  ms?: number
  /** How long what is repeated in an input may become. */
  long?: number
  /** How much time there is to make what was found small; 0: it is told as it is. */
  smallMs?: number
  /** Whether what takes long counts. */
  timed: boolean
  /** Hears of each input before it is read. */
  onInput?: (input: Buffer) => void
}

export async function tryTarget(target: Target, options: TryOptions): Promise<Tried> {
  const { seed, runs, ms, timed, onInput } = options
  const reader = await target.open(options)
  let inputs = 0
  for (const sample of reader.samples) {
    const problem = await tryInput(reader, Buffer.from(sample as string), timed)
    if (problem) return { inputs, found: { problem, input: Buffer.from(sample as string) } }
  }
  const property = fc.asyncProperty(inputsOf(reader.samples, options.long), async (input) => {
    inputs += 1
    onInput?.(input)
    return (await tryInput(reader, input, timed)) === null
  })
  const details = await fc.check(property, {
    seed,
    numRuns: runs ?? Number.MAX_SAFE_INTEGER,
    endOnFailure: options.smallMs === 0,
    ...(ms === undefined ? {} : { interruptAfterTimeLimit: ms }),
  })
  const [input] = details.counterexample ?? []
  if (!input) return { inputs }
  const problem = await tryInput(reader, input, timed)
  if (!problem) return { inputs, found: { problem: { kind: 'thrown', detail: 'it fails only now and then' }, input } }
  return { inputs, found: await makeSmall(reader, { input, problem }, options) }
}

const SMALL_MS = 20_000

/** Leaves out ever smaller parts, for as long as the same kind of problem stays. */
async function makeSmall(
  reader: Reader,
  found: Found,
  { timed, onInput, smallMs = SMALL_MS }: TryOptions,
): Promise<Found> {
  const { input, problem } = found
  const untilMs = performance.now() + smallMs
  let best = found
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.input.length && performance.now() < untilMs;) {
      const less = Buffer.concat([best.input.subarray(0, at), best.input.subarray(at + size)])
      onInput?.(less)
      const still = await tryInput(reader, less, timed)
      if (still?.kind === problem.kind) best = { problem: still, input: less }
      else at += size
    }
  }
  return best
}
