/**
 * SHA-256 (FIPS 180-4) in plain code, for a path or an entry: there it is done before node:crypto would be loaded, and
 * loading that costs a tenth of a bare start of Node. What is longer goes elsewhere (platform/hash.ts).
 */

export function sha256(bytes: Uint8Array): string {
  const state = new Int32Array(INITIAL)
  const schedule = new Int32Array(64)
  const blocks = pad(bytes)
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, schedule, blocks, at)
  let hex = ''
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0')
  return hex
}

/** The message, a one bit, zeros, and its length in bits, to a multiple of 64 bytes. */
function pad(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(((bytes.length + 8) & ~63) + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  return view
}

/** The rotations are written out: a call costs more than all they do, in code that runs for the first time. */
function mix(state: Int32Array, w: Int32Array, block: DataView, at: number): void {
  expand(w, block, at)
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!]
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const add = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + add[i]!
}

function expand(w: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = w[i - 16]! + w[i - 7]! + s0 + s1
  }
}

/** The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const PRIMES = firstPrimes(64)
const INITIAL: number[] = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND: Int32Array = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}
