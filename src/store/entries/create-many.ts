/** Entries that were made elsewhere, many at once: the very bytes of each, as `createForeign` writes one. */
import type { Entry } from '../../core/entry/entry.js'
import { MAX_ENTRY_BYTES } from '../../core/entry/seal.js'
import { createManyDurable } from '../../platform/files/many.js'
import { ensureDir, settleDir } from '../../platform/files/files.js'
import { processTag } from '../../platform/process/process-tag.js'
import { ensureKey } from '../own.js'
import { entryPath, type Project, workstreamDir } from '../paths.js'
import { type Created, readEntryText, tooBig } from './entries.js'
import { idsInHome } from './listing.js'
import { markShelf } from './shelves.js'

export interface NewEntry {
  project: Project
  entry: Pick<Entry, 'name' | 'id'>
  text: string
}

/** In their order. */
export function createForeignMany(all: readonly NewEntry[]): Created[] {
  const tag = processTag()
  for (const { project, text } of all) {
    if (Buffer.byteLength(text) > MAX_ENTRY_BYTES) throw tooBig(text)
    ensureKey(project.home, () => idsInHome(project.home), tag)
  }
  const isFirst = firstOfEach(all)
  const fresh = all.filter((one) => isFirst(one) && compareThere(one.project, one.entry, one.text) === null)
  const folders = new Map(fresh.map(({ project, entry }) => [workstreamDir(project, entry.name), project.home]))
  for (const [dir, home] of folders) {
    ensureDir(dir, home)
    settleDir(dir, home)
  }
  const made = createManyDurable(
    fresh.map(({ project, entry: { name, id }, text }) => ({ path: entryPath(project, name, id), bytes: text })),
    tag,
  )
  const created = new Set(fresh.filter((_, at) => made[at]))
  for (const { project, entry } of created) markShelf(project, entry.name)
  return all.map((one) =>
    created.has(one) ? 'created' : (compareThere(one.project, one.entry, one.text) ?? 'differs'),
  )
}

/** Two of one id in one batch: the second is compared with the first. */
function firstOfEach(all: readonly NewEntry[]): (one: NewEntry) => boolean {
  const first = new Map<string, NewEntry>()
  for (const one of all) {
    const path = entryPath(one.project, one.entry.name, one.entry.id)
    if (!first.has(path)) first.set(path, one)
  }
  const kept = new Set(first.values())
  return (one) => kept.has(one)
}

function compareThere(project: Project, { name, id }: NewEntry['entry'], text: string): 'same' | 'differs' | null {
  const there = readEntryText(project, name, id)
  return there === null ? null : there === text ? 'same' : 'differs'
}
