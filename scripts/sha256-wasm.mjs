// Writes the WebAssembly of src/platform/files/sha256.ts: `node scripts/sha256-wasm.mjs` prints SHA-256 and SHA-1 in base64.
// Each is one function, mix(blocks), over a memory of one page: the state at 0, the constants at 32, the schedule at 288,
// the input from 1024 on. Written out by hand, so that nothing but this file is needed to make it.

const STATE = 0
const ROUND = 32
const SCHEDULE = 288
const INPUT = 1024

// Locals: the count of blocks comes in, the rest is zero.
const [LEFT, A, B, C, D, E, F, G, H, I, ONE, AT, X, Y] = Array.from({ length: 14 }, (_, i) => i)

const unsigned = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...unsigned(n >>> 7)])
const signed = (n) => (n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...signed(n >> 7)])
const get = (local) => [0x20, local]
const set = (local, value) => [...value, 0x21, local]
const num = (n) => [0x41, ...signed(n)]
const load = (address, offset) => [...address, 0x28, 2, ...unsigned(offset)]
const store = (address, offset, value) => [...address, ...value, 0x36, 2, ...unsigned(offset)]
const two =
  (code) =>
  (first, ...rest) => [...first, ...rest.flatMap((one) => [...one, code])]
const add = two(0x6a)
const sub = two(0x6b)
const and = two(0x71)
const or = two(0x72)
const xor = two(0x73)
const right = (value, by) => [...value, ...num(by), 0x76]
const left = (value, by) => [...value, ...num(by), 0x74]
// There is an operation for it, but the quick compiler of V8 makes a call of that: it takes three times as long.
const turn = (value, by) => or(right(value, by), left(value, 32 - by))
const turns = (value, ...by) => xor(...by.map((one) => turn(value, one)))
/** Repeats while the last thing in it is not zero. */
const loop = (...body) => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b]
const next = [...set(I, add(get(I), num(4)))]
const untilAt = (end) => [...get(I), ...num(end), 0x49]

const bigEndian = (word) => or(and(turn(word, 24), num(0x00ff00ff)), and(turn(word, 8), num(0xff00ff00 | 0)))
const words = [A, B, C, D, E, F, G, H]

const mix = [
  ...set(AT, num(INPUT)),
  ...loop(
    set(I, num(0)),
    loop(set(X, load(add(get(AT), get(I)), 0)), store(get(I), SCHEDULE, bigEndian(get(X))), next, untilAt(64)),
    loop(
      set(X, load(get(I), SCHEDULE - 60)),
      set(Y, load(get(I), SCHEDULE - 8)),
      store(
        get(I),
        SCHEDULE,
        add(
          load(get(I), SCHEDULE - 64),
          load(get(I), SCHEDULE - 28),
          xor(turns(get(X), 7, 18), right(get(X), 3)),
          xor(turns(get(Y), 17, 19), right(get(Y), 10)),
        ),
      ),
      next,
      untilAt(256),
    ),
    ...words.map((word, i) => set(word, load(num(0), STATE + 4 * i))),
    set(I, num(0)),
    loop(
      set(
        ONE,
        add(
          get(H),
          turns(get(E), 6, 11, 25),
          xor(get(G), and(get(E), xor(get(F), get(G)))),
          load(get(I), ROUND),
          load(get(I), SCHEDULE),
        ),
      ),
      set(X, add(turns(get(A), 2, 13, 22), or(and(get(A), get(B)), and(get(C), or(get(A), get(B)))))),
      set(H, get(G)),
      set(G, get(F)),
      set(F, get(E)),
      set(E, add(get(D), get(ONE))),
      set(D, get(C)),
      set(C, get(B)),
      set(B, get(A)),
      set(A, add(get(ONE), get(X))),
      next,
      untilAt(256),
    ),
    ...words.map((word, i) => store(num(0), STATE + 4 * i, add(load(num(0), STATE + 4 * i), get(word)))),
    set(AT, add(get(AT), num(64))),
    set(LEFT, sub(get(LEFT), num(1))),
    get(LEFT),
  ),
]

/** The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
function constants() {
  const primes = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const fraction = (root) => ((root - Math.floor(root)) * 0x1_0000_0000) | 0
  const all = [...primes.slice(0, 8).map(Math.sqrt), ...primes.map(Math.cbrt)].map(fraction)
  return [...new Uint8Array(Int32Array.from(all).buffer)]
}

const five = [A, B, C, D, E]
const twenty = (end, choice, constant) =>
  loop(
    set(X, add(turn(get(A), 27), choice, get(E), num(constant | 0), load(get(I), SCHEDULE))),
    set(E, get(D)),
    set(D, get(C)),
    set(C, turn(get(B), 2)),
    set(B, get(A)),
    set(A, get(X)),
    next,
    untilAt(end),
  )

const mixSha1 = [
  ...set(AT, num(INPUT)),
  ...loop(
    set(I, num(0)),
    loop(set(X, load(add(get(AT), get(I)), 0)), store(get(I), SCHEDULE, bigEndian(get(X))), next, untilAt(64)),
    loop(
      set(X, xor(...[12, 32, 56, 64].map((back) => load(get(I), SCHEDULE - back)))),
      store(get(I), SCHEDULE, turn(get(X), 31)),
      next,
      untilAt(320),
    ),
    ...five.map((word, i) => set(word, load(num(0), STATE + 4 * i))),
    set(I, num(0)),
    twenty(80, xor(get(D), and(get(B), xor(get(C), get(D)))), 0x5a827999),
    twenty(160, xor(get(B), get(C), get(D)), 0x6ed9eba1),
    twenty(240, or(and(get(B), get(C)), and(get(D), or(get(B), get(C)))), 0x8f1bbcdc),
    twenty(320, xor(get(B), get(C), get(D)), 0xca62c1d6),
    ...five.map((word, i) => store(num(0), STATE + 4 * i, add(load(num(0), STATE + 4 * i), get(word)))),
    set(AT, add(get(AT), num(64))),
    set(LEFT, sub(get(LEFT), num(1))),
    get(LEFT),
  ),
]

const START_OF_SHA1 = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const sized = (bytes) => [...unsigned(bytes.length), ...bytes]
const section = (id, ...parts) => [id, ...sized([...unsigned(parts.length), ...parts.flat()])]
const name = (text) => sized([...Buffer.from(text)])

export const sha256Wasm = () => moduleOf(mix, constants())
export const sha1Wasm = () => moduleOf(mixSha1, [...new Uint8Array(Uint32Array.from(START_OF_SHA1).buffer)])

function moduleOf(code, data) {
  const body = [1, 13, 0x7f, ...code, 0x0b]
  return Buffer.from([
    ...MAGIC,
    ...section(1, [0x60, 1, 0x7f, 0]),
    ...section(3, [0]),
    ...section(5, [1, 1, 1]),
    ...section(7, [...name('mix'), 0, 0], [...name('memory'), 2, 0]),
    ...section(10, sized(body)),
    ...section(11, [0, ...num(0), 0x0b, ...sized(data)]),
  ]).toString('base64')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${sha256Wasm()}\n${sha1Wasm()}\n`)
