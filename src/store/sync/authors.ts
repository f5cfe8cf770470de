/**
 * Which device an entry came from that was pulled: `own/authors`, a line for each, and `own/devices`, what those devices are called.
 * The name that is shown comes from the key; what an entry says of its own writer is a claim.
 */
import type { Entry } from '../../core/entry/entry.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { appendDurable, ensureDir, readTextFile, replaceDerived, statOf } from '../../platform/files/files.js'
import { ownDir } from '../paths.js'

export interface Author {
  /** The device, as it is called. */
  device: string
  /** Whose it is; none where it is this user's own. */
  person?: string
}

const MAX_BYTES = 256_000_000
const lists = new Map<string, { stamp: string; text: string }>()

export function noteAuthors(home: string, authors: readonly { id: string; device: string }[]): void {
  if (authors.length === 0) return
  ensureDir(ownDir(home), home)
  appendDurable(`${ownDir(home)}/authors`, authors.map(({ id, device }) => `${id} ${device}`).join('\n'))
}

/** All ids that were pulled. */
export function authoredIds(home: string): Set<string> {
  return new Set(
    textOf(`${ownDir(home)}/authors`)
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(' '))),
  )
}

export function nameDevices(home: string, names: Record<string, Author>, tag: string): void {
  ensureDir(ownDir(home), home)
  const path = `${ownDir(home)}/devices`
  const text = sealRecord({ names })
  if (textOf(path).trim() !== text) replaceDerived(path, text, tag)
}

/** Puts into an entry that was read who wrote it, where the key says so. */
export function addAuthor(home: string, entry: Entry): void {
  const author = authorOf(home, entry.id)
  if (!author) return
  entry.by.host = author.device
  if (entry.foreign) entry.by.user = author.person ?? author.unknown
}

/** Whose key brought an entry; null: it was not pulled. */
export function authorOf(home: string, id: string): (Author & { unknown: string }) | null {
  const device = deviceOf(home, id)
  if (device === undefined) return null
  const names = openRecord(textOf(`${ownDir(home)}/devices`).trim())?.['names'] as Record<string, Author> | undefined
  const short = device.slice(0, 8)
  return { device: `device ${short}`, ...names?.[device], unknown: `someone unknown (${short})` }
}

/** Changes with every answer: catalogs that were made of them hold while it stays the same. Empty where nothing was ever pulled. */
export function authorState(home: string): string {
  const authors = statOf(`${ownDir(home)}/authors`)
  return authors ? `.${authors.size}.${statOf(`${ownDir(home)}/devices`)?.mtimeNs ?? 0}` : ''
}

/** The first that brought it: whoever comes later with its id has not written what lies here. */
export function deviceOf(home: string, id: string): string | undefined {
  const text = textOf(`${ownDir(home)}/authors`)
  const at = text.indexOf(`\n${id} `)
  return at < 0 ? undefined : text.slice(at + id.length + 2, at + id.length + 34)
}

/** With a line end before the first line. */
function textOf(path: string): string {
  const stat = statOf(path)
  if (!stat) return ''
  const stamp = `${stat.ino}:${stat.size}:${stat.mtimeNs}`
  let known = lists.get(path)
  if (known?.stamp !== stamp) {
    known = { stamp, text: `\n${readTextFile(path, MAX_BYTES) ?? ''}` }
    lists.set(path, known)
  }
  return known.text
}
