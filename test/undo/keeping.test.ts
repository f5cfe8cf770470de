import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { treeRows } from '../../src/core/undo/take.js'
import { checkTakes } from '../../src/app/setup/doctor/takes.js'
import { forgetText } from '../../src/app/keep/forget.js'
import { saveCheckpoint } from '../../src/app/save/save.js'
import { takeNow } from '../../src/app/undo/take.js'
import { tidyTakes } from '../../src/app/undo/tidy.js'
import { placeOf } from '../../src/app/undo/undo.js'
import { seenSince } from '../../src/store/takes/pack.js'
import { contentOf, readTake, takeIds } from '../../src/store/takes/takes.js'
import { dirtyUp, put, treeOf, undoDesk, type UndoDesk } from './support.js'

const DAY_MS = 86_400_000

/** A take of this moment, by a clock that is so many days further on. */
function takeAfterDays(desk: UndoDesk, days: number): void {
  const { world } = desk
  const later = { ...world, now: () => ({ ms: Date.now() + days * DAY_MS, offsetMinutes: 0 }) }
  takeNow(later, { git: placeOf(world).git, anew: true, untilMs: Infinity })
}

const missing = (desk: UndoDesk): string[] => {
  const { shelf } = placeOf(desk.world)
  return takeIds(shelf).flatMap((id) => {
    const pack = readTake(shelf, id)
    const rows = pack ? treeRows(pack.take).filter(({ hash }) => hash !== '') : []
    return rows.flatMap(({ hash, path }) => (pack && contentOf(shelf, pack, hash) ? [] : [`${id} ${path}`]))
  })
}

test('[F9] old takes go, and nothing that stays misses a byte', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  takeAfterDays(desk, 0)
  for (let day = 1; day < 60; day += 4)
    for (const part of ['morning', 'evening']) {
      put(desk.repo.dir, 'diary.md', `day ${day}, ${part}: all of this is written down in no commit\n`)
      takeAfterDays(desk, day + (part === 'morning' ? 0.1 : 0.4))
    }
  const { shelf } = placeOf(desk.world)
  const before = takeIds(shelf)
  expect(tidyTakes(desk.world, true)).toMatchObject({ takes: before.length })
  expect(takeIds(shelf), 'a look changes nothing').toEqual(before)
  const { gone } = tidyTakes(desk.world, false)
  expect(gone).toBeGreaterThan(10)
  expect(takeIds(shelf)).toHaveLength(before.length - gone)
  expect(missing(desk)).toEqual([])
  expect(tidyTakes(desk.world, false).gone).toBe(0)
  // What stayed is good for an undo, and for the next take.
  const whole = treeOf(desk.repo.dir)
  rmSync(join(desk.repo.dir, 'data'), { recursive: true })
  desk.undoNow({ to: takeIds(shelf).at(-1) as string })
  expect(treeOf(desk.repo.dir)).toEqual(whole)
})

test('the take of a checkpoint with a name stays, and is found by the name', async () => {
  const desk = undoDesk()
  dirtyUp(desk)
  const whole = treeOf(desk.repo.dir)
  await saveCheckpoint(desk.world, {
    name: 'auth-refactor',
    written: { fields: { summary: 'half of it' }, extraSections: [] } as never,
    git: true,
    strict: false,
    dryRun: false,
    overwrite: false,
    answered: [],
    transcript: null,
    draft: null,
  })
  put(desk.repo.dir, 'later.txt', 'something else, from long after that\n')
  takeAfterDays(desk, 200)
  tidyTakes(desk.world, false)
  rmSync(join(desk.repo.dir, 'later.txt'))
  desk.quietly('git checkout -- . && rm -rf data notes.md')
  desk.undoNow({ to: 'auth-refactor' })
  expect(treeOf(desk.repo.dir)).toEqual(whole)
})

test('what is forgotten is in no take any more', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  put(desk.repo.dir, 'people.md', 'Written by Ada Lovelace in the spring of that year, at home\n')
  desk.call('echo Ada Lovelace was here > visitors.txt')
  const { shelf } = placeOf(desk.world)
  expect(forgetText(desk.world, { text: 'Ada Lovelace', dryRun: false }).files.length).toBeGreaterThan(0)
  const left = takeIds(shelf).flatMap((id) => {
    const pack = readTake(shelf, id)
    const hashes = pack ? [...pack.own.keys()] : []
    return hashes.map((hash) => Buffer.from((pack && contentOf(shelf, pack, hash)) ?? []).toString('utf8'))
  })
  expect([...left, JSON.stringify(takeIds(shelf).map((id) => readTake(shelf, id)?.take))].join('\n')).not.toContain(
    'Lovelace',
  )
  expect(missing(desk)).toEqual([])
})

test('no content of a file with a secret in it reaches the disk, nor the secret in a command', () => {
  const desk = undoDesk()
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  put(desk.repo.dir, 'src/client.ts', `export const token = '${key}'\n`)
  put(desk.repo.dir, 'src/auth.ts', 'work without any secret in it, which has to be taken\n')
  desk.call(`echo ${key} > /dev/null; true`)
  const { shelf } = placeOf(desk.world)
  const take = readTake(shelf, takeIds(shelf).at(-1) ?? '')?.take
  expect(take?.left.map(({ path, why }) => `${path} ${why}`)).toEqual(['src/client.ts secret'])
  expect(treeRows(take ?? { rows: [] }).map(({ path }) => path)).toEqual(['src/auth.ts'])
  const files = readdirSync(desk.world.home, { recursive: true, encoding: 'utf8' })
  const all = files.map((name) => join(desk.world.home, name)).map(readQuietly)
  expect(all.some((text) => text.includes(key))).toBe(false)
})

test('a home, a disk and the folder of dogear are never taken', () => {
  const desk = undoDesk()
  const { git } = placeOf(desk.world)
  const at = (worktree: string): unknown =>
    takeNow({ ...desk.world, userHome: worktree }, { git: { ...git, worktree }, untilMs: Infinity })
  expect([at('/'), at(desk.repo.dir)]).toEqual([null, null])
})

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

test('what was too young to rely on is read once more, and not at every look from then on', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  takeAfterDays(desk, 0)
  const { shelf } = placeOf(desk.world)
  const stamps = (): number => {
    const pack = readTake(shelf, takeIds(shelf).at(-1) ?? '')
    return pack ? [...seenSince(shelf.dir, shelf.home, pack).values()].filter(({ stamp }) => stamp !== '').length : -1
  }
  expect(stamps()).toBe(0)
  takeAfterDays(desk, 0.01)
  expect(takeIds(shelf)).toHaveLength(1)
  expect(stamps()).toBeGreaterThan(5)
  put(
    desk.repo.dir,
    'notes.md',
    'Ideas that stand nowhere else, and now they are others, but as long as they were then\n',
  )
  takeAfterDays(desk, 0.02)
  expect(takeIds(shelf)).toHaveLength(2)
  expect(missing(desk)).toEqual([])
})

test('a file that is left out for a secret is told once, at the end of a turn [F9]', () => {
  const desk = undoDesk()
  put(desk.repo.dir, 'notes.md', 'work of this morning\n')
  desk.call('date > built.txt')
  expect(desk.turnEnds()).toBeNull()
  put(desk.repo.dir, '.env', 'KEY=of the service\n')
  put(desk.repo.dir, 'id_ed25519', 'a key\n')
  desk.call('date > built.txt')
  expect(desk.turnEnds()).toBe(
    'dogear: 2 files are in no take, for a secret (.env, id_ed25519): undo cannot bring them back',
  )
  put(desk.repo.dir, '.env', 'KEY=another\n')
  desk.call('date > built.txt')
  expect(desk.turnEnds(), 'once for each file').toBeNull()
  put(desk.repo.dir, 'config/.env', 'KEY=one more\n')
  desk.call('date > built.txt', 's2')
  expect(desk.turnEnds('s2')).toContain('(config/.env)')
})

test('where git is slow twice, doctor says what helps; once says nothing, and a quick answer ends it', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  let [ms, step] = [Date.now(), 600]
  const world = { ...desk.world, now: () => ({ ms: (ms += step), offsetMinutes: 0 }) }
  const look = (): string[] => {
    takeNow(world, { git: placeOf(world).git, anew: true, untilMs: Infinity })
    return checkTakes(world, []).flatMap(({ id, message }) => (id === 'takes-here' ? message : []))
  }
  expect(look().join()).not.toContain('half a second')
  expect(look().join()).toContain('git takes over half a second to look at this work tree')
  step = 1
  expect(look().join()).not.toContain('half a second')
})

test('a loss that nobody came to write down, because the process was ended after its take, is found by the next take', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  const whole = treeOf(desk.repo.dir)
  desk.call('date > built.txt')
  const { dir } = placeOf(desk.world).shelf
  const files = ['record.jsonl', 'taken'].map((name) => join(dir, name)).filter((path) => existsSync(path))
  const before = files.map((path) => readFileSync(path))
  desk.call('git checkout -- . && rm -rf data')
  expect(desk.losses()).toHaveLength(1)
  rmSync(join(dir, 'record.jsonl'))
  for (const [at, path] of files.entries()) writeFileSync(path, before[at] ?? '')
  expect(desk.losses()).toEqual([])
  desk.undoNow()
  rmSync(join(desk.repo.dir, 'built.txt'))
  expect(treeOf(desk.repo.dir)).toEqual(whole)
  expect(desk.losses()).toHaveLength(1)
})
