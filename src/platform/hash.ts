/** Hashes and random bytes, without node:crypto where that can be: loading it costs about a tenth of a bare start of Node. */
import type * as Crypto from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { sha256 } from '../core/sha256.js'

/** A path and a short entry: plain code is done before node:crypto is loaded. Beyond that it is not. */
const SMALL = 2048
let hashed = 0

export function sha256Hex(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  hashed += bytes.length
  return hashed < SMALL ? sha256(bytes) : crypto().createHash('sha256').update(bytes).digest('hex')
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
