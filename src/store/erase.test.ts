import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantEntry, someEntry } from '../../test/support/planted-entries.js'
import { tempDir } from '../../test/support/world.js'
import type { Entry } from '../core/entry/entry.js'
import { makeForget, rememberForgotten } from '../core/redact/forget.js'
import { sha256Hex } from '../platform/files/hash.js'
import { withLock } from '../platform/files/lock.js'
import { processTag } from '../platform/process/process-tag.js'
import { readEntry, readEntryText } from './entries/entries.js'
import { readHeads } from './entries/heads.js'
import { listEntryIds, listLine } from './entries/listing.js'
import { packLine } from './entries/pack-line.js'
import { packsDir } from './entries/packs.js'
import { verifyProject } from './entries/verify.js'
import { eraseInHome, type Erased } from './erase.js'
import { entryPath, locksDir, type Project, projectAt, workstreamDir } from './paths.js'

const TAG = processTag()
const SAID = 'zeppelin hunter'
let clock = Date.UTC(2026, 10, 15)

/** Autosaves, each continuing the one before; every third says it. */
function packedRow(count: number): { here: Project; ids: string[] } {
  const here = projectAt(tempDir(), 'demo-0123456789ab')
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const text = n % 3 === 0 ? `Ask the ${SAID}` : 'Go on'
    const parts: Partial<Entry> = { name: 'auth', lane: 'auto', by: { user: 'ada' }, next: { text } }
    const entry = someEntry(parts, clock++, ids.slice(-1))
    plantEntry(here, entry)
    ids.push(entry.id)
  }
  return { here, ids }
}

function erase({ home }: Project, dryRun = false): Erased {
  const forget = makeForget([rememberForgotten(SAID, '', sha256Hex)], '', sha256Hex)
  return eraseInHome(home, { forget, at: '2026-11-16T08:00:00.000Z', tag: TAG, dryRun })
}

const textsOf = (here: Project, ids: readonly string[]): (string | null)[] =>
  ids.map((id) => readEntryText(here, 'auth', id))
const packsOf = (here: Project): string[] => readdirSync(packsDir(workstreamDir(here, 'auth')))

test('packs are opened, and packed again without it: every other byte, every id and who wrote it stays', () => {
  const { here, ids } = packedRow(90)
  expect(packLine(here, 'auth', TAG)).toBe(89)
  const before = textsOf(here, ids)
  expect(erase(here, true)).toMatchObject({ entries: 30, packs: 2 })
  expect(textsOf(here, ids)).toEqual(before)
  expect(erase(here)).toEqual({ entries: 30, packs: 2, files: [], left: [] })
  const after = textsOf(here, ids)
  expect(after.filter((text, i) => text !== before[i])).toHaveLength(30)
  expect(after.join('')).not.toContain('zeppelin')
  expect(listEntryIds(here, 'auth')).toEqual(ids)
  expect(listLine(here, 'auth').unpacked).toHaveLength(1)
  expect(packsOf(here)).toHaveLength(2)
  expect(verifyProject(here)).toMatchObject({ entries: 90, findings: [], missing: [] })
  expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id: ids.at(-1) }], count: 90 })
  expect(readEntry(here, 'auth', ids[0] as string)?.entry).not.toHaveProperty('foreign')
  expect(erase(here)).toMatchObject({ entries: 0, packs: 0 })
})

test('cut off between the files of a pack and the pack itself, it goes on where it was', () => {
  const { here, ids } = packedRow(12)
  packLine(here, 'auth', TAG)
  const [name = ''] = packsOf(here)
  const pack = join(packsDir(workstreamDir(here, 'auth')), name)
  const bytes = readFileSync(pack)
  erase(here)
  // As if it had been killed before the old pack went.
  for (const id of ids.slice(0, 5)) writeFileSync(entryPath(here, 'auth', id), readEntryText(here, 'auth', id) ?? '')
  writeFileSync(pack, bytes)
  expect(textsOf(here, ids.slice(0, 5)).join('')).not.toContain('zeppelin')
  erase(here)
  expect(textsOf(here, ids).join('')).not.toContain('zeppelin')
  expect(verifyProject(here)).toMatchObject({ entries: 12, findings: [] })
})

test("somebody else's entry stays somebody else's, and a damaged one damaged, without it", () => {
  const { here } = packedRow(0)
  const theirs = someEntry({ name: 'auth', by: { user: 'eve' }, next: { text: `Pay the ${SAID}` } }, clock++, [])
  const torn = someEntry({ name: 'auth', next: { text: `Pay the ${SAID}` } }, clock++, [])
  plantEntry(here, theirs, { foreign: true })
  plantEntry(here, torn)
  const path = entryPath(here, 'auth', torn.id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('Pay', 'Buy'))
  erase(here)
  expect(readEntry(here, 'auth', theirs.id)?.entry).toMatchObject({
    foreign: true,
    next: { text: 'Pay the [forgotten]' },
  })
  expect(readFileSync(path, 'utf8')).toContain('Buy the [forgotten]')
  expect(readEntry(here, 'auth', torn.id)?.damage?.reason).toBe('altered')
})

test('while another process packs, nothing is half done unnoticed', () => {
  const { here } = packedRow(6)
  const lock = `${locksDir(here.home)}/pack-${here.key}`
  const held = withLock(lock, 'ffffffff.1.1.1', () => {
    expect(() => eraseBusy(here)).toThrow(expect.objectContaining({ code: 'disk-failed' }))
  })
  expect(held.held).toBe(true)
})

function eraseBusy(here: Project): void {
  const forget = makeForget([rememberForgotten(SAID, '', sha256Hex)], '', sha256Hex)
  eraseInHome(here.home, { forget, at: '', tag: TAG, dryRun: false, waitMs: 0 })
}
