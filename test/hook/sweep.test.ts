/** What the hooks keep of each session does not pile up. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clockAt, type Desk, hookDesk } from './support.js'

const OLD = Date.now() / 1000 - 70 * 86_400

function keep(desk: Desk, name: string, seconds?: number): string {
  const path = join(desk.home, 'hooks', name)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(path, '{"failed":[]}')
  if (seconds !== undefined) utimesSync(path, seconds, seconds)
  return path
}

test('the files of sessions that were silent for two months go when a session begins', () => {
  const desk = hookDesk()
  const old = Array.from({ length: 30 }, (_, i) =>
    ['', '.mark', '.told', '.last'].map((kind) => keep(desk, `old-${i}${kind}.json`, OLD)),
  ).flat()
  const ends = Array.from({ length: 120 }, (_, i) => keep(desk, `ended/${i}.json`, OLD))
  const runs = Array.from({ length: 120 }, (_, i) => keep(desk, `now/${i}.json`, OLD))
  const lively = [keep(desk, 'lively.json'), keep(desk, 'lively.mark.json')]
  const crashed = [keep(desk, 'crashed.json', OLD), keep(desk, 'crashed.mark.json', OLD)]
  const foreign = keep(desk, 'notes.txt', OLD)
  const locks = [keep(desk, 'locks/old-1/free/x'), keep(desk, 'locks/lively/free/x')]
  keep(desk, 'open/crashed', OLD)
  desk.client('one').fire('SessionStart', { source: 'startup' })
  expect([...old, ...ends, ...runs].filter((path) => existsSync(path))).toEqual([])
  expect([...lively, ...crashed, foreign].filter((path) => !existsSync(path))).toEqual([])
  expect(locks.map((path) => existsSync(path))).toEqual([false, true])
  expect(desk.log().at(-1)).toMatchObject({ ok: true, did: 'nothing to tell; removed 360 files of old sessions' })
})

test('a few are no burden, and other events do not look at them', () => {
  const desk = hookDesk()
  for (let i = 0; i < 50; i++) keep(desk, `old-${i}.json`, OLD)
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  for (let i = 50; i < 150; i++) keep(desk, `old-${i}.json`, OLD)
  one.fire('SessionStart', { source: 'compact' })
  one.turn('Repair the apple cart')
  const left = readdirSync(join(desk.home, 'hooks')).filter((name) => name.startsWith('old-'))
  expect(left).toHaveLength(150)
})

test('they are looked at once a day', () => {
  const desk = hookDesk()
  desk.client('one').fire('SessionStart', { source: 'startup' })
  const old = Array.from({ length: 120 }, (_, i) => keep(desk, `old-${i}.json`, OLD))
  desk.client('two').fire('SessionStart', { source: 'startup' })
  expect(old.filter((path) => existsSync(path))).toHaveLength(120)
  desk.client('three').fire('SessionStart', { source: 'startup' }, clockAt(Date.now() + 25 * 3_600_000))
  expect(old.filter((path) => existsSync(path))).toEqual([])
})

test('what a process left that was killed while it wrote down its first look goes with the next one', async () => {
  const desk = hookDesk()
  const looks = join(desk.home, 'own', 'looks')
  mkdirSync(looks, { recursive: true, mode: 0o700 })
  const dead = desk.client('dead')
  await dead.kill()
  const live = desk.client('live')
  for (const { pid } of [dead, live]) writeFileSync(join(looks, `.shop-1f3a.${pid}.tmp`), '')
  live.fire('SessionStart', { source: 'startup' })
  const left = readdirSync(looks).filter((name) => name.startsWith('.'))
  expect(left).toEqual([`.shop-1f3a.${live.pid}.tmp`])
})
