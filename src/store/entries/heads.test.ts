import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { tempDir } from '../../../test/support/world.js'
import { compareIds, makeId } from '../../core/entry/id.js'
import { printEntry } from '../../core/entry/print.js'
import { sealText } from '../../core/entry/seal.js'
import { randomBytes, sha256Hex } from '../../platform/files/hash.js'
import { listEntryIds, readEntry } from './entries.js'
import { readHeads } from './heads.js'
import { entryPath, indexDir, type Project, projectAt, quarantineDir } from '../paths.js'
import { fewer } from '../../../test/support/property-runs.js'

let clock = Date.UTC(2026, 10, 15)

function project(): Project {
  return projectAt(tempDir(), 'demo-0123456789ab')
}

/** Without the syncs: these tests are about reading. */
function put(here: Project, parents: string[] = []): string {
  const id = makeId(clock++, parents, randomBytes(12))
  const path = entryPath(here, 'auth', id)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, sealText(printEntry(entryWith({ id, parents })), sha256Hex))
  settle(path)
  return id
}

const headIds = (here: Project): string[] => readHeads(here, 'auth').heads.map((head) => head.id)
const damage = (here: Project, id: string): void => writeFileSync(entryPath(here, 'auth', id), '')

function quarantine(here: Project, id: string): void {
  const to = join(quarantineDir(here), 'auth', `${id}.md`)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  renameSync(entryPath(here, 'auth', id), to)
}

test('two saves that continue the same entry are two heads, newest first; a save that continues both closes the fork', () => {
  const here = project()
  const first = put(here)
  const [left, right] = [put(here, [first]), put(here, [first])]
  expect(headIds(here)).toEqual([right, left])
  const merged = put(here, [left, right])
  expect(headIds(here)).toEqual([merged])
  expect(readHeads(here, 'auth').count).toBe(4)
})

test('a damaged head is named and what it continued stands in its place', () => {
  const here = project()
  const first = put(here)
  const second = put(here, [first])
  const third = put(here, [second])
  damage(here, third)
  const found = readHeads(here, 'auth')
  expect(found.heads.map((head) => head.id)).toEqual([second])
  expect(found.damaged.map((one) => [one.id, one.reason])).toEqual([[third, 'empty']])
})

test('an entry that was set aside in the middle does not bring back what it continued', () => {
  const here = project()
  const chain = [put(here)]
  for (let n = 0; n < 4; n++) chain.push(put(here, chain.slice(-1)))
  quarantine(here, chain[2] as string)
  expect(headIds(here)).toEqual(chain.slice(-1))
  quarantine(here, chain[4] as string)
  expect(headIds(here)).toEqual([chain[3]])
})

test('where everything is damaged there is no head, and every file tried is named', () => {
  const here = project()
  const first = put(here)
  const second = put(here, [first])
  damage(here, first)
  damage(here, second)
  const found = readHeads(here, 'auth')
  expect(found.heads).toEqual([])
  expect(found.damaged.map((one) => one.id).sort(compareIds)).toEqual([first, second])
})

test('the remembered parents never change an answer, whatever happens to them or to the entries', () => {
  const here = project()
  const cachePath = join(indexDir(here.home), 'parents', here.key, 'auth.json')
  let lines = [[] as string[], [] as string[]]
  for (let n = 0; n < 30; n++) lines = lines.map((parents) => [put(here, parents)])
  const ids = listEntryIds(here, 'auth')
  const before = headIds(here)
  const kept = readFileSync(cachePath)
  expect(before.length).toBe(2)

  const texts = new Map(ids.map((id) => [id, readFileSync(entryPath(here, 'auth', id))]))
  const mend = (id: string): void => {
    writeFileSync(entryPath(here, 'auth', id), texts.get(id) as Buffer)
    settle(entryPath(here, 'auth', id))
  }
  const act: Record<string, (id: string, n: number) => void> = {
    flip: (_, n) => writeFileSync(cachePath, flip(kept, n)),
    cut: (_, n) => writeFileSync(cachePath, kept.subarray(0, n % kept.length)),
    old: () => writeFileSync(cachePath, kept),
    damage: (id) => damage(here, id),
    remove: (id) => rmSync(entryPath(here, 'auth', id), { force: true }),
    mend,
  }
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(act)), fc.nat()), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(steps, (chosen) => {
      const touched = chosen.map(([, n]) => ids[n % ids.length] as string)
      chosen.forEach(([action, n], i) => act[action]?.(touched[i] as string, n))
      const withCache = headIds(here)
      rmSync(cachePath, { force: true })
      expect(withCache).toEqual(headIds(here))
      expect(withCache.every((head) => readEntry(here, 'auth', head)?.entry)).toBe(true)
      touched.forEach(mend)
    }),
    fewer(60),
  )
})

function settle(path: string): void {
  const minuteAgo = new Date(Date.now() - 60_000)
  utimesSync(path, minuteAgo, minuteAgo)
}

function flip(bytes: Buffer, n: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[n % copy.length] = (copy[n % copy.length] as number) ^ (1 + (n % 255))
  return copy
}
