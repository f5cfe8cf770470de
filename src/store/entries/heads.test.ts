import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { plantEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import { compareIds, makeId } from '../../core/entry/id.js'
import { randomBytes } from '../../platform/files/hash.js'
import { readEntry } from './entries.js'
import { listEntryIds } from './listing.js'
import { readHeads, withoutDoubtful } from './heads.js'
import { entryPath, indexDir, type Project, projectAt, quarantineDir, workstreamDir } from '../paths.js'
import { fewer } from '../../../test/support/property-runs.js'

let clock = Date.UTC(2026, 10, 15)

function project(): Project {
  return projectAt(tempDir(), 'demo-0123456789ab')
}

/** Without the syncs: these tests are about reading. */
function put(here: Project, parents: string[] = [], foreign?: string): string {
  const id = makeId(clock++, parents, randomBytes(12))
  settle(
    plantEntry(here, entryWith({ id, parents, by: { user: foreign ?? 'me' } }), { foreign: foreign !== undefined }),
  )
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

test('an entry that was set aside in the middle hides nothing, and the gap is named', () => {
  const here = project()
  const chain = [put(here)]
  for (let n = 0; n < 4; n++) chain.push(put(here, chain.slice(-1)))
  quarantine(here, chain[2] as string)
  const found = readHeads(here, 'auth')
  expect(found.heads.map(({ id }) => id)).toEqual([chain[4], chain[1]])
  expect(found.gaps).toEqual([chain[2]])
  expect(withoutDoubtful(found.heads, found).map(({ id }) => id)).toEqual([chain[4]])
})

test('an entry whose ancestors are missing does not hide what is here, whatever its generation says', () => {
  const here = project()
  const mine = put(here, [put(here)])
  const far = put(here, [makeId(clock++, [mine], randomBytes(12))], 'ada')
  expect(headIds(here)).toEqual([mine, far])
})

test("somebody else's entry does not end mine; mine ends theirs, and theirs their own", () => {
  const here = project()
  const mine = put(here)
  const theirs = put(here, [mine], 'ada')
  expect(headIds(here)).toEqual([mine, theirs])
  const more = put(here, [theirs], 'ada')
  expect(headIds(here)).toEqual([mine, more])
  const others = put(here, [more], 'eve')
  expect(headIds(here)).toEqual([mine, others, more])
  const joined = put(here, [mine, more, others])
  expect(headIds(here)).toEqual([joined])
})

test('a parent in the folder that the line had before is not missing', () => {
  const here = project()
  const before = entryWith({ id: makeId(clock++, [], randomBytes(12)), name: 'loose-202611-0123abcd' })
  plantEntry(here, before)
  const id = makeId(clock++, [before.id], randomBytes(12))
  plantEntry(here, entryWith({ id, parents: [before.id], extraKeys: { renames: before.name } }))
  expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id }], gaps: [] })
})

test('only what has come in since is read', () => {
  const here = project()
  const chain = [put(here)]
  for (let n = 0; n < 9; n++) chain.push(put(here, chain.slice(-1)))
  expect(headIds(here)).toEqual(chain.slice(-1))
  const newest = put(here, chain.slice(-1))
  // Were it read, it could not be: an entry that is known is not looked at again.
  damage(here, chain[3] as string)
  expect(readHeads(here, 'auth')).toMatchObject({ heads: [{ id: newest }], damaged: [], gaps: [] })
})

test('a folder that looks as it did is not listed; one that was changed just now is', () => {
  const here = project()
  const chain = [put(here)]
  for (let n = 0; n < 4; n++) chain.push(put(here, chain.slice(-1)))
  settleFolder(here, 60)
  expect(headIds(here)).toEqual([chain[4]])
  const newest = put(here, chain.slice(-1))
  expect(headIds(here)).toEqual([newest])
  rmSync(entryPath(here, 'auth', newest))
  settleFolder(here, 60)
  expect(headIds(here)).toEqual([chain[4]])
  expect(readHeads(here, 'auth').count).toBe(5)
  const again = put(here, chain.slice(-1))
  // Nobody else would do that; it shows that the folder was not listed. On some disks a folder has a size for its names.
  rmSync(entryPath(here, 'auth', chain[0] as string))
  settleFolder(here, 60)
  expect(headIds(here)).toEqual([chain[4]])
  settleFolder(here, 59)
  expect(headIds(here)).toEqual([again])
  expect(readHeads(here, 'auth').count).toBe(5)
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

test('what is remembered never changes an answer, whatever happens to it or to the entries', () => {
  const here = project()
  const cachePath = join(indexDir(here.home), 'heads', here.key, 'auth.json')
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
    // A head: what is known of others is not read again.
    damage: (_, n) => damage(here, before[n % before.length] as string),
    remove: (id) => rmSync(entryPath(here, 'auth', id), { force: true }),
    mend,
  }
  let seconds = 10
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(act)), fc.nat()), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(steps, (chosen) => {
      const touched = chosen.map(([, n]) => ids[n % ids.length] as string)
      chosen.forEach(([action, n], i) => act[action]?.(touched[i] as string, n))
      settleFolder(here, ++seconds)
      const withCache = headIds(here)
      rmSync(cachePath, { force: true })
      expect(withCache).toEqual(headIds(here))
      expect(withCache.every((head) => readEntry(here, 'auth', head)?.entry)).toBe(true)
      ;[...touched, ...before].forEach(mend)
    }),
    fewer(60),
  )
})

function settle(path: string): void {
  const minuteAgo = new Date(Date.now() - 60_000)
  utimesSync(path, minuteAgo, minuteAgo)
}

/** As if nothing had been put into it or taken out of it for so long. */
function settleFolder(here: Project, seconds: number): void {
  const then = STARTED - seconds * 1000
  utimesSync(workstreamDir(here, 'auth'), then / 1000, then / 1000)
}

const STARTED = Date.now()

function flip(bytes: Buffer, n: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[n % copy.length] = (copy[n % copy.length] as number) ^ (1 + (n % 255))
  return copy
}
