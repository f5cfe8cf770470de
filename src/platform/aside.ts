/**
 * The second name of a file while it is being replaced: `.<name>.<mark and random>.<process tag>.bak`. The mark is of what
 * was seen: it tells a later process whether what lies there went into the new file.
 */
import { unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomBytes, sha256Hex } from './hash.js'
import { errnoOf } from './io-error.js'
import { tagIsDead } from './process-tag.js'
import { linkUnlessThere, statIfThere } from './publish.js'
import { retryWhileBusy } from './raw-io.js'
import { readRegular } from './read-file.js'

const NAME = /^\.(.+)\.([0-9a-f]{16})[0-9a-f]{16}\.([a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+)\.bak$/

export function asideOf(target: string, seen: Uint8Array, tag: string): string {
  const random = Buffer.from(randomBytes(8)).toString('hex')
  return join(dirname(target), `.${basename(target)}.${markOf(seen)}${random}.${tag}.bak`)
}

/** The name of the file whose aside this is; null where the name is no aside's. */
export function fileOfAside(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null
}

/** Always false, for callers whose answer that is. */
export function dropAside(aside: string): false {
  try {
    retryWhileBusy(() => unlinkSync(aside))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  return false
}

/**
 * Tidies the aside of a process that died half-way: the file is put back where its name leads nowhere. Not null: the aside
 * holds an edit of that file that went nowhere, and must be kept.
 */
export function settleAside(folder: string, name: string, maxBytes: number): string | null {
  const [, file, mark, tag = ''] = NAME.exec(name) ?? []
  if (file === undefined || !tagIsDead(tag)) return null
  const [aside, target] = [join(folder, name), join(folder, file)]
  const there = statIfThere(target)
  if (!there) linkUnlessThere(aside, target)
  else if (there.ino !== statIfThere(aside)?.ino) {
    const bytes = readRegular(aside, maxBytes)
    if (bytes !== null && markOf(bytes) !== mark) return file
  }
  dropAside(aside)
  return null
}

function markOf(bytes: Uint8Array): string {
  return sha256Hex(bytes).slice(0, 16)
}
