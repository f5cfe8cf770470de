/**
 * What the user wants forgotten: `own/forgotten.jsonl`, a line for each text that does not hold it. Whatever is read or
 * written from then on passes here, so that it comes back neither by a session that still knows it nor by an older entry.
 */
import type { Entry } from '../core/entry/entry.js'
import { openRecord, sealRecord } from '../core/entry/seal.js'
import { type Forget, forgetInEntry, type Forgotten, makeForget, rememberForgotten } from '../core/redact/forget.js'
import { appendDurable, readTextFile, settleDir, statOf } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { readSecret } from './own.js'
import { ownDir } from './paths.js'

interface Known {
  stamp: string
  forget: Forget | null
}

const MAX_BYTES = 10_000_000
const known = new Map<string, Known>()

/** Returns when it would survive a power cut. The home has its key. False: it was called forgotten before. */
export function callForgotten(home: string, text: string): boolean {
  const secret = readSecret(home)
  if (secret === null) return false
  const row = rememberForgotten(text, secret, sha256Hex)
  if (readRows(home).some(({ proof }) => proof === row.proof)) return false
  appendDurable(pathOf(home), sealRecord({ ...row }))
  settleDir(pathOf(home), home)
  return true
}

/** Whether these very words were called forgotten before. */
export function isCalledForgotten(home: string, text: string): boolean {
  const secret = readSecret(home)
  if (secret === null) return false
  const { proof } = rememberForgotten(text, secret, sha256Hex)
  return readRows(home).some((row) => row.proof === proof)
}

/** Null: nothing is to be forgotten, as in nearly every home. `fresh`: another process may have added some meanwhile. */
export function forgetIn(home: string, fresh: boolean): Forget | null {
  const before = known.get(home)
  if (before && !fresh) return before.forget
  const stat = statOf(pathOf(home))
  const stamp = stat ? `${stat.ino}:${stat.size}` : ''
  if (before?.stamp === stamp) return before.forget
  const secret = stat ? readSecret(home) : null
  const forget = secret === null ? null : makeForget(readRows(home), secret, sha256Hex)
  known.set(home, { stamp, forget })
  return forget
}

/** The entry as it may be read or written. */
export function withoutForgotten(home: string, entry: Entry, fresh: boolean): Entry {
  const forget = forgetIn(home, fresh)
  return (forget && forgetInEntry(entry, forget)) ?? entry
}

function readRows(home: string): Forgotten[] {
  const text = readTextFile(pathOf(home), MAX_BYTES) ?? ''
  return text.split('\n').flatMap((line) => {
    const { length, sum, proof } = openRecord(line) ?? {}
    const isRow = Number.isInteger(length) && Number.isInteger(sum) && typeof proof === 'string'
    return isRow ? [{ length, sum, proof } as Forgotten] : []
  })
}

function pathOf(home: string): string {
  return `${ownDir(home)}/forgotten.jsonl`
}
