/** A large file from npm, resumed where the last attempt stopped, and checked before anybody uses it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Archive {
  tarball: string
  /** As npm says it: `sha512-…`. */
  integrity: string
}

/** Null when `path` holds the whole archive; else why not. What has arrived is kept for the next attempt. */
export async function download(archive: Archive, path: string, timeoutMs: number): Promise<string | null> {
  const part = `${path}.part`
  try {
    await fetchRest(archive.tarball, part, AbortSignal.timeout(timeoutMs))
  } catch (error) {
    const why = error instanceof Error ? String(error.cause ?? error.message) : String(error)
    return `${archive.tarball} could not be fetched (${sizeOf(part)} bytes are here, the next run goes on from there): ${why}`
  }
  if ((await integrityOf(part)) !== archive.integrity) {
    rmSync(part, { force: true })
    return `${archive.tarball} did not arrive as npm describes it; it was thrown away`
  }
  renameSync(part, path)
  return null
}

async function fetchRest(url: string, part: string, signal: AbortSignal): Promise<void> {
  const start = sizeOf(part)
  const response = await fetch(url, { signal, headers: start > 0 ? { range: `bytes=${start}-` } : {} })
  // Asked for what is behind its end: everything is here already.
  if (response.status === 416) return
  if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`)
  const flags = response.status === 206 ? 'a' : 'w'
  await pipeline(Readable.fromWeb(response.body), createWriteStream(part, { flags }))
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}`
}
