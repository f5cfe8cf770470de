/**
 * Sets aside what somebody else wrote: a file of a layout, what lies damaged or by mistake below the home. It is kept for
 * people, without the secrets in it: nobody redacted it before. What dogear wrote itself is only moved.
 */
import { join } from 'node:path'
import { redactFinished } from '../core/redact/finished.js'
import { safeName } from '../core/redact/safe-name.js'
import { createDurable, listDir, moveDurable, readBytesFile, statOf, unlinkDurable } from '../platform/files/files.js'
import { processTag } from '../platform/process/process-tag.js'

/** What is larger is no text that anybody wrote. */
const MAX_BYTES = 32_000_000

/** The bytes without the secrets in them; null where there is none, or nothing that could be read. */
function withoutSecrets(path: string): Buffer | null {
  const stat = statOf(path)
  if (!stat?.isFile || stat.size > MAX_BYTES) return null
  const read = readIfAllowed(path)
  if (read === null) return null
  const bytes = Buffer.from(read)
  // What is no text is looked at byte by byte, so that all else in it stays as it is.
  const utf8 = bytes.toString('utf8')
  const form = Buffer.from(utf8, 'utf8').equals(bytes) ? 'utf8' : 'latin1'
  const text = form === 'utf8' ? utf8 : bytes.toString('latin1')
  const safe = redactFinished(text)
  return safe === text ? null : Buffer.from(safe, form)
}

/** Null: there is nothing to redact, and it may be moved as it is. False: `to` is taken. */
export function moveRedacted(path: string, to: string): boolean | null {
  const safe = withoutSecrets(path)
  if (safe === null) return null
  if (!createDurable(to, safe, processTag())) return false
  unlinkDurable(path)
  return true
}

/** In a folder that was moved as a whole. */
export function redactBelow(folder: string): void {
  for (const name of statOf(folder)?.isDirectory ? listDir(folder) : []) {
    const path = join(folder, name)
    if (statOf(path)?.isDirectory) redactBelow(path)
    const to = join(folder, safeName(name))
    if (moveRedacted(path, `${to}.redacted`) === null && to !== path) moveDurable(path, to)
  }
}

function readIfAllowed(path: string): Uint8Array | null {
  try {
    return readBytesFile(path, MAX_BYTES)
  } catch {
    return null
  }
}
