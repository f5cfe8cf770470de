import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Entry, emptyFields } from '../../src/core/entry/entry.js'
import { makeId } from '../../src/core/entry/id.js'
import { printEntry } from '../../src/core/entry/print.js'
import { sealText } from '../../src/core/entry/seal.js'
import { randomBytes, sha256Hex } from '../../src/platform/files/hash.js'
import { markOwn } from '../../src/core/entry/own-line.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { ensureKey } from '../../src/store/own.js'
import { type Project, entryPath } from '../../src/store/paths.js'

/** An entry with an id of its own, for tests that need many. */
export function someEntry(parts: Partial<Entry>, ms: number, parents: string[] = []): Entry {
  return {
    id: makeId(ms, parents, randomBytes(12)),
    name: 'auth-refactor',
    lane: 'named',
    kind: 'saved',
    parents,
    saved: new Date(ms).toISOString().replace('Z', '+00:00'),
    by: {},
    where: {},
    ...emptyFields(),
    extraKeys: {},
    extraSections: [],
    ...parts,
  }
}

/** Writes an entry as createEntry does, but without waiting for the disk. `foreign`: as somebody else would. */
export function plantEntry(project: Project, entry: Entry, { foreign = false }: { foreign?: boolean } = {}): string {
  const path = entryPath(project, entry.name, entry.id)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const key = ensureKey(project.home, () => [], processTag())
  const text = foreign ? printEntry(entry) : markOwn(printEntry(entry), key.secret, sha256Hex)
  writeFileSync(path, sealText(text, sha256Hex), { mode: 0o600 })
  return path
}

let ticks = 0

/** Makes a file or folder look changed long ago, at a time nothing else was changed at: tests cannot wait for clocks. */
export function backdate(path: string): void {
  const seconds = 1_500_000_000 + ++ticks
  utimesSync(path, seconds, seconds)
}
