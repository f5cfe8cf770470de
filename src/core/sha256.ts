/**
 * SHA-256 (FIPS 180-4) in plain code, for a path or a few lines: there it is done before node:crypto would be loaded,
 * and loading that costs a tenth of a bare start of Node. Anything longer goes to node:crypto (platform/hash.ts).
 */

export function sha256(bytes: Uint8Array): string {
  const state = new Int32Array(INITIAL)
  const schedule = new Int32Array(64)
  const blocks = pad(bytes)
  for (let at = 0; at < blocks.length; at += 64) mix(state, schedule, blocks, at)
  let hex = ''
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0')
  return hex
}

/** The message, a one bit, zeros, and its length in bits, to a multiple of 64 bytes. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) & ~63) + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  return padded
}

function mix(state: Int32Array, w: Int32Array, block: Uint8Array, at: number): void {
  expand(w, block, at)
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!]
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
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

function expand(w: Int32Array, block: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const p = at + i * 4
    w[i] = (block[p]! << 24) | (block[p + 1]! << 16) | (block[p + 2]! << 8) | block[p + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    w[i] =
      w[i - 16]! + w[i - 7]! + (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10))
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
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
