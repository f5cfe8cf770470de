import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseLock, withLock } from '../../src/platform/files/lock.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { tempDir } from '../support/world.js'
import { bundle } from './support/bundle.js'
import { deadTag, lockHeldBy } from './support/checks.js'
import { startWorker, type Worker } from './support/crew.js'

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const [unshare = '', ...flags] = NAMESPACE
const isolated = spawnSync(unshare, [...flags, 'true'])
const whyNot = isolated.status === 0 ? null : `no pid namespaces here: ${isolated.error?.message ?? isolated.stderr}`

let program: string
const started: Worker[] = []
beforeAll(async () => void (program = await bundle('worker')))
afterAll(() => Promise.all(started.map((one) => one.kill())))

async function worker(before?: readonly string[]): Promise<Worker> {
  const one = await startWorker(program, before)
  started.push(one)
  return one
}

const newLock = (): string => join(tempDir(), 'locks', 'one')
const take = <T>(folder: string, work: (token: string) => T, waitMs = 0): ReturnType<typeof withLock<T>> =>
  withLock(folder, processTag(), work, { waitMs })

test('what is done under the lock is handed back, and the lock is free again', () => {
  const folder = newLock()
  expect(take(folder, () => readdirSync(folder).length)).toEqual({ held: true, value: 1 })
  expect(readdirSync(folder)).toEqual(['free'])
})

test('an error under the lock is thrown, and the lock is free again', () => {
  const folder = newLock()
  expect(() =>
    take(folder, () => {
      throw new Error('planned')
    }),
  ).toThrow('planned')
  expect(readdirSync(folder)).toEqual(['free'])
})

test('a lock that is held is not given twice, not even within one process', () => {
  const folder = newLock()
  expect(take(folder, () => take(folder, () => 'twice'))).toEqual({
    held: true,
    value: { held: false, owner: processTag() },
  })
})

test('an empty folder becomes a lock, and a maker that was killed half-way leaves nothing', async () => {
  const folder = newLock()
  mkdirSync(folder, { recursive: true })
  const half = `${folder}.new.${await deadTag(program)}.${'0'.repeat(32)}`
  mkdirSync(half)
  expect(take(folder, () => 1)).toEqual({ held: true, value: 1 })
  expect(existsSync(half)).toBe(false)
})

test('eight who make the lock at one moment make one', async () => {
  const crew = await Promise.all(Array.from({ length: 8 }, () => worker()))
  for (let round = 0; round < 20; round++) {
    const folder = newLock()
    const at = Date.now() + 2
    const answers = await Promise.all(crew.map((one) => one.attempt(folder, { at })))
    const winners = crew.filter((_, i) => answers[i]?.[0] === 'won')
    expect(readdirSync(folder)).toHaveLength(1)
    for (const winner of winners) await winner.finish()
    expect({ winners: winners.length, after: readdirSync(folder) }).toEqual({ winners: 1, after: ['free'] })
  }
})

test('a holder killed -9 is followed at once, and what it left in the token is gone [A16]', async () => {
  const folder = newLock()
  const holder = await worker()
  const [, token] = await holder.attempt(folder)
  writeFileSync(join(token, 'half a file'), '')
  expect(take(folder, () => 1)).toEqual({ held: false, owner: holder.tag })
  await holder.kill()
  expect(take(folder, (mine) => readdirSync(mine))).toEqual({ held: true, value: [] })
})

test('a holder that is stopped still holds the lock, however long', async () => {
  const folder = newLock()
  const holder = await worker()
  await holder.attempt(folder)
  holder.child.kill('SIGSTOP')
  try {
    expect(take(folder, () => 1, 300)).toEqual({ held: false, owner: holder.tag })
  } finally {
    holder.child.kill('SIGCONT')
  }
  await holder.finish()
  expect(take(folder, () => 1)).toEqual({ held: true, value: 1 })
})

test('who waits gets the lock when it is given back', async () => {
  const folder = newLock()
  const [holder, waiter] = [await worker(), await worker()]
  await holder.attempt(folder)
  const waiting = waiter.attempt(folder, { waitMs: 20_000 })
  await holder.finish()
  expect((await waiting)[0]).toBe('won')
})

test('a holder that lost the lock cannot publish what it had prepared', () => {
  const folder = newLock()
  const target = join(tempDir(), 'target')
  const publish = (token: string): void => {
    writeFileSync(join(token, 'prepared'), 'late')
    releaseLock(folder)
    take(folder, () => renameSync(join(token, 'prepared'), target))
  }
  expect(() => take(folder, publish)).toThrow(/ENOENT/)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(folder)).toEqual(['free'])
})

test('only a person opens the lock of a holder nobody can ask', () => {
  const [boot, , , start] = processTag().split('.')
  const elsewhere = `${boot}.1234.999999.${start}`
  const folder = lockHeldBy(elsewhere)
  expect(take(folder, () => 1)).toEqual({ held: false, owner: elsewhere })
  expect(releaseLock(folder)).toBe(elsewhere)
  expect(releaseLock(folder)).toBeNull()
  expect(take(folder, () => 1)).toEqual({ held: true, value: 1 })
})

describe.skipIf(whyNot)(`pid namespaces${whyNot ? ` (SKIPPED: ${whyNot})` : ''}`, () => {
  test('from outside, a holder in a namespace is never judged, alive or dead', async () => {
    const folder = newLock()
    const inside = await worker(NAMESPACE)
    await inside.attempt(folder)
    expect(take(folder, () => 1)).toEqual({ held: false, owner: inside.tag })
    await inside.kill()
    expect(take(folder, () => 1)).toEqual({ held: false, owner: inside.tag })
  })

  test('from inside, a holder outside is never judged, although its pid means nobody there', async () => {
    const folder = newLock()
    const [outside, inside] = [await worker(), await worker(NAMESPACE)]
    await outside.attempt(folder)
    expect(await inside.attempt(folder)).toEqual(['lost', outside.tag])
    await outside.kill()
    expect(await inside.attempt(folder)).toEqual(['lost', outside.tag])
  })
})
