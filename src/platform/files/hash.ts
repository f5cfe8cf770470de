/** Hashes and random bytes, without node:crypto where that can be: loading it costs about a tenth of a bare start of Node. */
import type * as Crypto from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** Beyond that node:crypto, which is several times as fast, has made up for its loading. */
const LARGE = 300_000

export function sha256Hex(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return (bytes.length < LARGE && sha256Wasm(bytes)) || crypto().createHash('sha256').update(bytes).digest('hex')
}

export function randomBytes(count: number): Uint8Array {
  return fromDevice(count) ?? crypto().randomBytes(count)
}

/** The kernel's own generator, which node:crypto is seeded from. Null where the system has no such file. */
function fromDevice(count: number): Uint8Array | null {
  let device: number
  try {
    device = openSync('/dev/urandom', 'r')
  } catch {
    return null
  }
  try {
    const bytes = new Uint8Array(count)
    return readSync(device, bytes) === count ? bytes : null
  } finally {
    closeSync(device)
  }
}

function crypto(): typeof Crypto {
  return process.getBuiltinModule('node:crypto')
}

/**
 * SHA-256 (FIPS 180-4) of a path or an entry, in WebAssembly. It is here for speed alone: it is ready in half a millisecond,
 * where loading node:crypto makes `list`, `resume`, `save` and the start of a session 3.0 to 4.7 ms slower on Node 20 and
 * 6.4 to 8.4 ms on Node 24 (CPU time of the whole process; `npm run bench` measures `list` with and without it). In
 * JavaScript, which would run here for the first time, 8 KB take ten times as long.
 *
 * CODE is what scripts/sha256-wasm.mjs prints, and hash.test.ts compares its answers with those of node:crypto. Its memory
 * is one page: the eight words of the state at 0, constants and schedule behind them, the message from INPUT on.
 * mix(n) works n blocks of 64 bytes from there into the state.
 */
const CODE =
  'AGFzbQEAAAABBQFgAX8AAwIBAAUEAQEBAQcQAgNtaXgAAAZtZW1vcnkCAAqtBAGqBAENf0GACCELA0BBACEJA0AgCyAJaigCACEMIAkgDEEYdiAMQQh0ckH/gfwHcSAMQQh2IAxBGHRyQYD+g3hxcjYCoAIgCUEEaiEJIAlBwABJDQALA0AgCSgC5AEhDCAJKAKYAiENIAkgCSgC4AEgCSgChAJqIAxBB3YgDEEZdHIgDEESdiAMQQ50cnMgDEEDdnNqIA1BEXYgDUEPdHIgDUETdiANQQ10cnMgDUEKdnNqNgKgAiAJQQRqIQkgCUGAAkkNAAtBACgCACEBQQAoAgQhAkEAKAIIIQNBACgCDCEEQQAoAhAhBUEAKAIUIQZBACgCGCEHQQAoAhwhCEEAIQkDQCAIIAVBBnYgBUEadHIgBUELdiAFQRV0cnMgBUEZdiAFQQd0cnNqIAcgBSAGIAdzcXNqIAkoAiBqIAkoAqACaiEKIAFBAnYgAUEedHIgAUENdiABQRN0cnMgAUEWdiABQQp0cnMgASACcSADIAEgAnJxcmohDCAHIQggBiEHIAUhBiAEIApqIQUgAyEEIAIhAyABIQIgCiAMaiEBIAlBBGohCSAJQYACSQ0AC0EAQQAoAgAgAWo2AgBBAEEAKAIEIAJqNgIEQQBBACgCCCADajYCCEEAQQAoAgwgBGo2AgxBAEEAKAIQIAVqNgIQQQBBACgCFCAGajYCFEEAQQAoAhggB2o2AhhBAEEAKAIcIAhqNgIcIAtBwABqIQsgAEEBayEAIAANAAsLC6cCAQBBAAugAmfmCWqFrme7cvNuPDr1T6V/Ug5RjGgFm6vZgx8ZzeBbmC+KQpFEN3HP+8C1pdu16VvCVjnxEfFZpII/ktVeHKuYqgfYAVuDEr6FMSTDfQxVdF2+cv6x3oCnBtybdPGbwcFpm+SGR77vxp3BD8yhDCRvLOktqoR0StypsFzaiPl2UlE+mG3GMajIJwOwx39Zv/ML4MZHkafVUWPKBmcpKRSFCrcnOCEbLvxtLE0TDThTVHMKZbsKanYuycKBhSxykqHov6JLZhqocItLwqNRbMcZ6JLRJAaZ1oU1DvRwoGoQFsGkGQhsNx5Md0gntbywNLMMHDlKqthOT8qcW/NvLmjugo90b2OleBR4yIQIAseM+v++kOtsUKT3o/m+8nhxxg=='
const INPUT = 1024
/** What fits between the start of the input and the end of the memory, in whole blocks. */
const ROOM = 63 * 1024

/** The types of Node do not tell of it. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

interface Machine {
  memory: { buffer: ArrayBuffer }
  mix(blocks: number): void
}

/** Null where there is no WebAssembly. */
export function sha256Wasm(bytes: Uint8Array): string | null {
  machine ??= makeMachine()
  if (!machine) return null
  const memory = new Uint8Array(machine.memory.buffer)
  memory.set(machine.first)
  const whole = bytes.length - (bytes.length % 64)
  for (let at = 0; at < whole; at += ROOM) {
    const part = bytes.subarray(at, Math.min(whole, at + ROOM))
    memory.set(part, INPUT)
    machine.mix(part.length / 64)
  }
  const end = lastBlocks(bytes.subarray(whole), bytes.length)
  memory.set(end, INPUT)
  machine.mix(end.length / 64)
  let hex = ''
  const state = new DataView(machine.memory.buffer)
  for (let at = 0; at < 32; at += 4) hex += state.getUint32(at, true).toString(16).padStart(8, '0')
  return hex
}

/** The rest of the message, a one bit, zeros, and the length of the whole in bits. */
function lastBlocks(rest: Uint8Array, length: number): Uint8Array {
  const end = new Uint8Array(rest.length < 56 ? 64 : 128)
  end.set(rest)
  end[rest.length] = 0x80
  const view = new DataView(end.buffer)
  view.setUint32(end.length - 8, Math.floor(length / 0x2000_0000))
  view.setUint32(end.length - 4, (length << 3) >>> 0)
  return end
}

let machine: (Machine & { first: Uint8Array }) | null | undefined

function makeMachine(): typeof machine {
  try {
    const code = new WebAssembly.Module(Buffer.from(CODE, 'base64'))
    const { memory, mix } = new WebAssembly.Instance(code).exports as Machine
    return { memory, mix, first: new Uint8Array(memory.buffer.slice(0, 32)) }
  } catch {
    return null
  }
}
