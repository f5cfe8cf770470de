import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryWith } from '../../test/support/entries.js'
import { plantEntry } from '../../test/support/planted-entries.js'
import { tempDir } from '../../test/support/world.js'
import { makeId } from '../core/entry/id.js'
import { printEntry } from '../core/entry/print.js'
import { sealText } from '../core/entry/seal.js'
import { randomBytes, sha256Hex } from '../platform/files/hash.js'
import { processTag } from '../platform/process/process-tag.js'
import { createEntry, createForeign, readEntry } from './entries/entries.js'
import { idsInHome } from './entries/listing.js'
import { callMine, ensureKey } from './own.js'
import { entryPath, type Project, projectAt } from './paths.js'

const TAG = processTag()
let clock = Date.UTC(2026, 10, 15)

function project(home: string = tempDir()): Project {
  return projectAt(home, 'demo-0123456789ab')
}

const some = (): ReturnType<typeof entryWith> => entryWith({ id: makeId(clock++, [], randomBytes(12)) })
const isForeign = (here: Project, id: string): boolean => readEntry(here, 'auth', id)?.entry?.foreign === true

/** As a dogear without marks left it. */
function putPlain(here: Project): string {
  const entry = some()
  const path = entryPath(here, 'auth', entry.id)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(path, sealText(printEntry(entry), sha256Hex))
  return entry.id
}

test('what was there before the first mark is own, what comes without one is not', () => {
  const here = project()
  const old = putPlain(here)
  const made = some()
  createEntry(here, made, TAG)
  const copied = putPlain(here)
  expect([old, made.id, copied].map((id) => isForeign(here, id))).toEqual([false, false, true])
  callMine(here.home, [copied])
  expect(isForeign(here, copied)).toBe(false)
})

test("another home's mark is none here, and a mark does not fit another text", () => {
  const [here, there] = [project(), project()]
  const entry = some()
  createEntry(there, entry, TAG)
  createForeign(here, entry, readFileSync(entryPath(there, 'auth', entry.id), 'utf8'), TAG)
  expect(isForeign(here, entry.id)).toBe(true)
  const own = some()
  const text = readFileSync(plantEntry(here, own), 'utf8')
  const changed = sealText(text.replace('\n# auth\n', '\n# auth\n\n## Next action\nSomething else\n'), sha256Hex)
  writeFileSync(entryPath(here, 'auth', own.id), changed)
  expect(isForeign(here, own.id)).toBe(true)
})

test('the key is private and made once, whoever comes first', () => {
  const here = project()
  putPlain(here)
  const keys = [1, 2, 3].map(() => ensureKey(here.home, () => idsInHome(here.home), TAG))
  expect(new Set(keys.map(({ secret }) => secret)).size).toBe(1)
  const folder = join(here.home, 'own')
  expect(readdirSync(folder).sort()).toEqual([keys[0]?.before, 'key'])
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})

test('a torn key is made anew, and one that cannot be read stays', () => {
  const here = project()
  createEntry(here, some(), TAG)
  const path = join(here.home, 'own', 'key')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.slice(0, 40))
  const id = putPlain(here)
  ensureKey(here.home, () => idsInHome(here.home), TAG)
  expect(isForeign(here, id)).toBe(false)
  expect(readFileSync(path, 'utf8')).not.toBe(before)
  if (process.getuid?.() === 0) return
  chmodSync(path, 0)
  expect(() => ensureKey(here.home, () => [], TAG)).toThrow(/cannot read/)
})
