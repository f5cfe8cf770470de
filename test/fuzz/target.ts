/** What a fuzz target is, and what no input may do to a reader. */
import { DogearError } from '../../src/core/errors.js'

export interface Target {
  name: string
  /** The modules of src that read bytes from outside and are tried by it. */
  reads: readonly string[]
  /** One input takes as long as many of others: `npm test` tries few. */
  isDear?: true
  /** Once, before the first input. */
  open(place: FuzzPlace): Reader | Promise<Reader>
}

export interface FuzzPlace {
  /** An empty folder of its own. */
  scratch: string
  /** The folder of the checkout. */
  root: string
}

export interface Reader {
  /** Whole inputs as they should be, of which others are made. */
  samples: readonly (string | Uint8Array)[]
  /** How often an input is read, where it takes the place of several files: so much longer may it take. */
  copies?: number
  /** Reads the input as the program does. A DogearError is an answer, too. */
  read(input: Buffer): unknown
}

/** `kind` stays the same while an input is made smaller. */
export interface Problem {
  kind: 'thrown' | 'slow' | 'touched' | 'grown' | 'unprintable' | 'hang' | 'memory'
  detail: string
}

/** Where one of several readers may refuse what the next one takes. */
export function orRefused<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    return null
  }
}

/** The longest that anything read by hand may take: a base, and so much for every byte. Far above what linear code needs. */
const BASE_MS = 250
const MS_PER_BYTE = 0.005

/** How much of an answer an input may make: more is a small file that fills the memory. */
const BASE_SIZE = 400_000
const SIZE_PER_BYTE = 200

/** What an error says is printed whole. */
const MAX_MESSAGE = 10_000

/** `timed`: where nothing else runs in this process, since it is the time of the processor that counts. */
export async function tryInput(
  reader: Reader,
  input: Buffer,
  timed: boolean,
  baseMs: number = BASE_MS,
): Promise<Problem | null> {
  const before = process.cpuUsage()
  const problem = await tryOnce(reader, input)
  if (problem || !timed) return problem
  const limitMs = (baseMs + MS_PER_BYTE * input.length) * (reader.copies ?? 1)
  let tookMs = msSince(before)
  for (let again = 0; tookMs > limitMs && again < 4; again++) {
    const now = process.cpuUsage()
    await tryOnce(reader, input)
    tookMs = Math.min(tookMs, msSince(now))
  }
  if (tookMs <= limitMs) return null
  return {
    kind: 'slow',
    detail: `${Math.round(tookMs)} ms for ${input.length} bytes, at most ${Math.round(limitMs)} ms`,
  }
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function tryOnce(reader: Reader, input: Buffer): Promise<Problem | null> {
  const before = lookAtPrototypes()
  let problem: Problem | null
  try {
    problem = judgeResult(await reader.read(input), input.length)
  } catch (error) {
    problem = judgeError(error)
  }
  const touched = changedPrototype(before)
  return touched === null ? problem : { kind: 'touched', detail: touched }
}

function judgeError(error: unknown): Problem | null {
  if (!(error instanceof DogearError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind: 'thrown', detail: text.slice(0, 2000) }
  }
  const said = [error.message, error.expected, error.next].join('').length
  if (said > MAX_MESSAGE)
    return { kind: 'grown', detail: `an error of ${said} characters: ${error.message.slice(0, 200)}` }
  return error.code === 'internal' ? { kind: 'thrown', detail: `${error.stack}` } : null
}

function judgeResult(result: unknown, bytes: number): Problem | null {
  const limit = BASE_SIZE + SIZE_PER_BYTE * bytes
  if (sizeOf(result, limit) > limit) return { kind: 'grown', detail: `more than ${limit} characters of ${bytes} bytes` }
  try {
    JSON.stringify(result)
    return null
  } catch (error) {
    // What cannot be JSON at all is no harm; what only a deep input makes so is.
    return error instanceof RangeError ? { kind: 'unprintable', detail: error.message } : null
  }
}

/** Characters and places, as far as `limit`. Without recursion: the answer may be as deep as the input. */
function sizeOf(value: unknown, limit: number): number {
  const open = [value]
  const seen = new Set<object>()
  let size = 0
  while (open.length > 0 && size <= limit) {
    const one = open.pop()
    size += typeof one === 'string' ? one.length : 1
    if (typeof one !== 'object' || one === null || seen.has(one)) continue
    seen.add(one)
    if (ArrayBuffer.isView(one)) size += one.byteLength
    else if (one instanceof Map) open.push(...one.keys(), ...one.values())
    else if (one instanceof Set || Array.isArray(one)) for (const part of one) open.push(part)
    else for (const [key, part] of Object.entries(one)) open.push(key, part)
  }
  return size
}

const PROTOTYPES: readonly (readonly [name: string, prototype: object])[] = Object.entries({
  Object: Object.prototype,
  Function: Function.prototype,
  Array: Array.prototype,
  String: String.prototype,
  Number: Number.prototype,
  Boolean: Boolean.prototype,
  RegExp: RegExp.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
  Error: Error.prototype,
  DogearError: DogearError.prototype,
  globalThis,
})

function lookAtPrototypes(): PropertyKey[][] {
  return PROTOTYPES.map(([, prototype]) => Reflect.ownKeys(prototype))
}

function changedPrototype(before: readonly PropertyKey[][]): string | null {
  for (const [i, [name, prototype]] of PROTOTYPES.entries()) {
    const keys = Reflect.ownKeys(prototype)
    const known = new Set(before[i])
    const added = keys.find((key) => !known.has(key))
    if (added === undefined && keys.length === known.size) continue
    // The next input must not be blamed for it.
    if (added !== undefined) Reflect.deleteProperty(prototype, added)
    return `${name} has changed: ${String(added ?? 'a property is gone')}`
  }
  return null
}
