import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { entryWith } from '../../test/support/entries.js'
import { tempDir } from '../../test/support/world.js'
import { makeId } from '../core/entry/id.js'
import { randomBytes } from '../platform/files/hash.js'
import { processTag } from '../platform/process/process-tag.js'
import { createEntry } from './entries/entries.js'
import { listEntryIds, listWorkstreams } from './entries/listing.js'
import { type Project, projectAt, trashDir, workstreamDir } from './paths.js'
import { applyPurge, readTrash, moveToTrash, planPurge, restoreFromTrash, trashWorkstream } from './trash.js'

const project = (): Project => projectAt(tempDir(), 'demo-0123456789ab')

function file(here: Project, path: string, text: string): string {
  mkdirSync(dirname(join(here.dir, path)), { recursive: true, mode: 0o700 })
  writeFileSync(join(here.dir, path), text)
  return join(here.dir, path)
}

function save(here: Project, name: string): string {
  const id = makeId(Date.UTC(2026, 10, 15), [], randomBytes(12))
  createEntry(here, entryWith({ id, name }), processTag())
  return id
}

test('what is moved to the trash twice under one name is there twice, and both know where they belong', () => {
  const here = project()
  for (const text of ['one', 'two', 'three'])
    moveToTrash(here, file(here, 'sessions/s/pending.json', text), '2026-11-15')
  const items = readTrash(here)
  expect(items.map((item) => item.origin)).toEqual(Array(3).fill('sessions/s/pending.json'))
  expect(items.map((item) => readFileSync(item.path, 'utf8')).sort()).toEqual(['one', 'three', 'two'])
  expect(moveToTrash(here, join(here.dir, 'gone'), '2026-11-15')).toBeNull()
})

test('a restored file is back in its place; a place that is taken is not overwritten', () => {
  const here = project()
  const path = file(here, 'sessions/s/pending.json', 'one')
  moveToTrash(here, path, '2026-11-15')
  const [item] = readTrash(here)
  file(here, 'sessions/s/pending.json', 'newer')
  expect(() => restoreFromTrash(here, item!)).toThrow(/there is something at/)
  moveToTrash(here, path, '2026-11-16')
  expect(restoreFromTrash(here, item!)).toBe(path)
  expect(readFileSync(path, 'utf8')).toBe('one')
  expect(() => restoreFromTrash(here, item!)).toThrow(/there is something at|no longer/)
})

test.each([
  ['auth', 'entries/auth'],
  ['loose-202611-aaaaaaaa', 'loose/202611/loose-202611-aaaaaaaa'],
])('the line %s goes and comes back as a whole', (name, origin) => {
  const here = project()
  const ids = [save(here, name), save(here, name)].sort()
  expect(trashWorkstream(here, name, ids, '2026-11-15')).toBe(join(trashDir(here), '2026-11-15', ...origin.split('/')))
  expect(listWorkstreams(here)).toEqual([])
  const [item, ...others] = readTrash(here)
  expect(others).toEqual([])
  expect(item).toMatchObject({ origin, isFolder: true, date: '2026-11-15' })
  restoreFromTrash(here, item!)
  expect(listEntryIds(here, name).sort()).toEqual(ids)
})

test('a save that came in after the purge was judged wins', () => {
  const here = project()
  const judged = save(here, 'auth')
  const late = save(here, 'auth')
  expect(trashWorkstream(here, 'auth', [judged], '2026-11-15')).toBeNull()
  expect(listEntryIds(here, 'auth').sort()).toEqual([judged, late].sort())
  expect(readTrash(here)).toEqual([])
})

test('purging takes what went before a day and nothing else', () => {
  const here = project()
  moveToTrash(here, file(here, 'a.json', 'old'), '2026-10-01')
  moveToTrash(here, file(here, 'b.json', 'new'), '2026-11-15')
  applyPurge(here, planPurge(here, '2026-11-01'))
  expect(readTrash(here).map((item) => item.origin)).toEqual(['b.json'])
  expect(existsSync(join(trashDir(here), '2026-10-01'))).toBe(false)
})

test('what a killed purge had begun to delete is shown no more and goes with the next', () => {
  const here = project()
  file(here, 'trash/.going-00/entries/auth/x.md', 'half')
  expect(readTrash(here)).toEqual([])
  applyPurge(here, [])
  expect(existsSync(join(trashDir(here), '.going-00'))).toBe(false)
})

test('nothing outside the project can be moved to its trash', () => {
  expect(() => moveToTrash(project(), '/etc/hosts', '2026-11-15')).toThrow(/not part of the project/)
})

test('purging refuses when the trash cannot be listed', () => {
  const here = project()
  file(here, 'trash', 'a file where the folder should be')
  expect(() => planPurge(here, '2026-11-01')).toThrow(/cannot list/)
})

test('a folder emptied by the trash can be used again', () => {
  const here = project()
  const id = save(here, 'auth')
  trashWorkstream(here, 'auth', [id], '2026-11-15')
  save(here, 'auth')
  expect(existsSync(workstreamDir(here, 'auth'))).toBe(true)
})
