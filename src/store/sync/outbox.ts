/**
 * What waits to be sent: `sync/<store>/outbox/<first number>`, the records byte for byte, so that every try sends the same. It is
 * on the disk before the chain names it, and goes when the remote has it.
 */
import type { Sealed } from '../../core/sync/record.js'
import {
  createDurable,
  ensureDir,
  listDir,
  readBytesFile,
  settleDir,
  unlinkDurable,
} from '../../platform/files/files.js'
import { sealedIn } from '../../platform/records.js'
import { storeDir } from '../paths.js'

const MAX_BYTES = 32_000_000

export function putOut(home: string, store: string, first: number, bytes: Uint8Array, tag: string): void {
  const dir = dirOf(home, store)
  ensureDir(dir, home)
  settleDir(dir, home)
  const path = `${dir}/${nameOf(first)}`
  if (createDurable(path, bytes, tag)) return
  // Of a process that died before the chain named it: it was never sent.
  unlinkDurable(path)
  createDurable(path, bytes, tag)
}

/** The batches, the first first, one held at a time. Those beyond `to` were never named by the chain, and go. */
export function* readOutbox(home: string, store: string, to: number): Generator<{ path: string; batch: Sealed[] }> {
  const dir = dirOf(home, store)
  const names = listDir(dir)
    .filter((name) => /^\d{12}$/.test(name))
    .sort()
  for (const name of names) {
    const path = `${dir}/${name}`
    const batch = sealedIn(readBytesFile(path, MAX_BYTES) ?? new Uint8Array())
    if (Number(name) <= to && batch.length > 0) yield { path, batch }
    else unlinkDurable(path)
  }
}

export function dropSent(path: string): void {
  unlinkDurable(path)
}

function dirOf(home: string, store: string): string {
  return `${storeDir(home, store)}/outbox`
}

function nameOf(first: number): string {
  return String(first).padStart(12, '0')
}
