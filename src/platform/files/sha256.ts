/**
 * SHA-256 (FIPS 180-4) of a path or an entry, in WebAssembly. It is here for speed alone: it is ready in half a millisecond,
 * where loading node:crypto makes `list`, `resume`, `save` and the start of a session 3.0 to 4.7 ms slower on Node 20 and
 * 6.4 to 8.4 ms on Node 24 (CPU time of the whole process; `npm run bench` measures `resume` with and without it). In
 * JavaScript, which would run here for the first time, 8 KB take ten times as long.
 *
 * SHA-1, by which git names contents, is made in the same way. CODE is what scripts/sha256-wasm.mjs prints, and sha256.test.ts compares its answers with those of node:crypto. Its memory
 * is one page: the eight words of the state at 0, constants and schedule behind them, the message from INPUT on.
 * mix(n) works n blocks of 64 bytes from there into the state.
 */

const CODE =
  'AGFzbQEAAAABBQFgAX8AAwIBAAUEAQEBAQcQAgNtaXgAAAZtZW1vcnkCAAqtBAGqBAENf0GACCELA0BBACEJA0AgCyAJaigCACEMIAkgDEEYdiAMQQh0ckH/gfwHcSAMQQh2IAxBGHRyQYD+g3hxcjYCoAIgCUEEaiEJIAlBwABJDQALA0AgCSgC5AEhDCAJKAKYAiENIAkgCSgC4AEgCSgChAJqIAxBB3YgDEEZdHIgDEESdiAMQQ50cnMgDEEDdnNqIA1BEXYgDUEPdHIgDUETdiANQQ10cnMgDUEKdnNqNgKgAiAJQQRqIQkgCUGAAkkNAAtBACgCACEBQQAoAgQhAkEAKAIIIQNBACgCDCEEQQAoAhAhBUEAKAIUIQZBACgCGCEHQQAoAhwhCEEAIQkDQCAIIAVBBnYgBUEadHIgBUELdiAFQRV0cnMgBUEZdiAFQQd0cnNqIAcgBSAGIAdzcXNqIAkoAiBqIAkoAqACaiEKIAFBAnYgAUEedHIgAUENdiABQRN0cnMgAUEWdiABQQp0cnMgASACcSADIAEgAnJxcmohDCAHIQggBiEHIAUhBiAEIApqIQUgAyEEIAIhAyABIQIgCiAMaiEBIAlBBGohCSAJQYACSQ0AC0EAQQAoAgAgAWo2AgBBAEEAKAIEIAJqNgIEQQBBACgCCCADajYCCEEAQQAoAgwgBGo2AgxBAEEAKAIQIAVqNgIQQQBBACgCFCAGajYCFEEAQQAoAhggB2o2AhhBAEEAKAIcIAhqNgIcIAtBwABqIQsgAEEBayEAIAANAAsLC6cCAQBBAAugAmfmCWqFrme7cvNuPDr1T6V/Ug5RjGgFm6vZgx8ZzeBbmC+KQpFEN3HP+8C1pdu16VvCVjnxEfFZpII/ktVeHKuYqgfYAVuDEr6FMSTDfQxVdF2+cv6x3oCnBtybdPGbwcFpm+SGR77vxp3BD8yhDCRvLOktqoR0StypsFzaiPl2UlE+mG3GMajIJwOwx39Zv/ML4MZHkafVUWPKBmcpKRSFCrcnOCEbLvxtLE0TDThTVHMKZbsKanYuycKBhSxykqHov6JLZhqocItLwqNRbMcZ6JLRJAaZ1oU1DvRwoGoQFsGkGQhsNx5Md0gntbywNLMMHDlKqthOT8qcW/NvLmjugo90b2OleBR4yIQIAseM+v++kOtsUKT3o/m+8nhxxg=='
const CODE_OF_SHA1 =
  'AGFzbQEAAAABBQFgAX8AAwIBAAUEAQEBAQcQAgNtaXgAAAZtZW1vcnkCAAr0BAHxBAENf0GACCELA0BBACEJA0AgCyAJaigCACEMIAkgDEEYdiAMQQh0ckH/gfwHcSAMQQh2IAxBGHRyQYD+g3hxcjYCoAIgCUEEaiEJIAlBwABJDQALA0AgCSgClAIgCSgCgAJzIAkoAugBcyAJKALgAXMhDCAJIAxBH3YgDEEBdHI2AqACIAlBBGohCSAJQcACSQ0AC0EAKAIAIQFBACgCBCECQQAoAgghA0EAKAIMIQRBACgCECEFQQAhCQNAIAFBG3YgAUEFdHIgBCACIAMgBHNxc2ogBWpBmfOJ1AVqIAkoAqACaiEMIAQhBSADIQQgAkECdiACQR50ciEDIAEhAiAMIQEgCUEEaiEJIAlB0ABJDQALA0AgAUEbdiABQQV0ciACIANzIARzaiAFakGh1+f2BmogCSgCoAJqIQwgBCEFIAMhBCACQQJ2IAJBHnRyIQMgASECIAwhASAJQQRqIQkgCUGgAUkNAAsDQCABQRt2IAFBBXRyIAIgA3EgBCACIANycXJqIAVqQdz57vh4aiAJKAKgAmohDCAEIQUgAyEEIAJBAnYgAkEedHIhAyABIQIgDCEBIAlBBGohCSAJQfABSQ0ACwNAIAFBG3YgAUEFdHIgAiADcyAEc2ogBWpB1oOL03xqIAkoAqACaiEMIAQhBSADIQQgAkECdiACQR50ciEDIAEhAiAMIQEgCUEEaiEJIAlBwAJJDQALQQBBACgCACABajYCAEEAQQAoAgQgAmo2AgRBAEEAKAIIIANqNgIIQQBBACgCDCAEajYCDEEAQQAoAhAgBWo2AhAgC0HAAGohCyAAQQFrIQAgAA0ACwsLGgEAQQALFAEjRWeJq83v/ty6mHZUMhDw4dLD'
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
  sha256 ??= makeMachine(CODE)
  return sha256 && run(sha256, bytes, 8)
}

export function sha1Wasm(bytes: Uint8Array): string | null {
  sha1 ??= makeMachine(CODE_OF_SHA1)
  return sha1 && run(sha1, bytes, 5)
}

function run(machine: Ready, bytes: Uint8Array, words: number): string {
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
  for (let at = 0; at < 4 * words; at += 4) hex += state.getUint32(at, true).toString(16).padStart(8, '0')
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

type Ready = Machine & { first: Uint8Array }
let sha256: Ready | null | undefined
let sha1: Ready | null | undefined

function makeMachine(base64: string): Ready | null {
  try {
    const code = new WebAssembly.Module(Buffer.from(base64, 'base64'))
    const { memory, mix } = new WebAssembly.Instance(code).exports as Machine
    return { memory, mix, first: new Uint8Array(memory.buffer.slice(0, 32)) }
  } catch {
    return null
  }
}
