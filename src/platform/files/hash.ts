/** Hashes and random bytes, without node:crypto where that can be: loading it costs about a tenth of a bare start of Node. */
import type * as Crypto from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { sha1Wasm, sha256Wasm } from './sha256.js'

/** Beyond that node:crypto, which is several times as fast, has made up for its loading. */
const LARGE = 300_000

export function sha256Hex(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? bytesOf(data) : data
  return (bytes.length < LARGE && sha256Wasm(bytes)) || crypto().createHash('sha256').update(bytes).digest('hex')
}

/** Each over the one before: what lies outside of the heap is given back only when the heap is collected. */
function bytesOf(text: string): Uint8Array {
  if (3 * text.length > ROOM_BYTES) return Buffer.from(text)
  room ??= Buffer.allocUnsafeSlow(ROOM_BYTES)
  return room.subarray(0, room.write(text))
}

const ROOM_BYTES = 65_536
let room: Buffer | undefined

/** What git names a content by, in a repository of the usual kind. */
export function gitBlobId(bytes: Uint8Array): string {
  const named = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])
  return (bytes.length < LARGE && sha1Wasm(named)) || crypto().createHash('sha1').update(named).digest('hex')
}

/** The same in a repository that names objects by SHA-256. */
export function gitBlobId256(bytes: Uint8Array): string {
  return sha256Hex(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
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
