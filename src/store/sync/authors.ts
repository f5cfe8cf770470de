/**
 * Which device an entry came from that was pulled: `own/authors`, a line for each, and `own/devices`, what those devices are called.
 * The name that is shown comes from the key; what an entry says of its own writer is a claim.
 */
import type { Entry } from '../../core/entry/entry.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { appendDurable, ensureDir, readTextFile, replaceDerived, statOf } from '../../platform/files/files.js'
import { ownDir } from '../paths.js'
import { findInList } from '../word-list.js'

export interface Author {
  /** The device, as it is called. */
  device: string
  /** Whose it is; none where it is this user's own. */
  person?: string
}

const MAX_BYTES = 16_000_000

export function noteAuthors(home: string, authors: readonly { id: string; device: string }[]): void {
  if (authors.length === 0) return
  ensureDir(ownDir(home), home)
  appendDurable(`${ownDir(home)}/authors`, authors.map(({ id, device }) => `${id} ${device}`).join('\n'))
}

export function nameDevices(home: string, names: Record<string, Author>, tag: string): void {
  ensureDir(ownDir(home), home)
  const path = `${ownDir(home)}/devices`
  const text = sealRecord({ names })
  if (readTextFile(path, MAX_BYTES)?.trim() !== text) replaceDerived(path, text, tag)
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
  const short = device.slice(0, 8)
  return { device: `device ${short}`, ...readNames(home)[device], unknown: `someone unknown (${short})` }
}

/** Changes with every answer: catalogs that were made of them hold while it stays the same. Empty where nothing was ever pulled. */
export function authorState(home: string): string {
  const authors = statOf(`${ownDir(home)}/authors`)
  return authors ? `.${authors.size}.${statOf(`${ownDir(home)}/devices`)?.mtimeNs ?? 0}` : ''
}

/** The first that brought it: whoever comes later with its id has not written what lies here. */
export function deviceOf(home: string, id: string): string | undefined {
  return findInList(`${ownDir(home)}/authors`, id)?.slice(0, 32)
}

function readNames(home: string): Record<string, Author> {
  const path = `${ownDir(home)}/devices`
  const stat = statOf(path)
  const stamp = stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}` : ''
  if (named?.path !== path || named.stamp !== stamp) {
    const names = openRecord((stat ? (readTextFile(path, MAX_BYTES) ?? '') : '').trim())?.['names']
    named = { path, stamp, names: (names ?? {}) as Record<string, Author> }
  }
  return named.names
}

let named: { path: string; stamp: string; names: Record<string, Author> } | undefined
