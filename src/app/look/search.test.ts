import { expect, test } from 'vitest'
import { desk } from '../../../test/support/in-process.js'
import { scratchRepo } from '../../../test/support/world.js'
import type { Decision } from '../../core/entry/entry.js'
import { decisionQuery } from '../../core/choose/decisions.js'
import { decisions } from './search.js'
import { save } from '../save/save.js'
import type { World } from '../world.js'

const DAY = 86_400_000
const START = Date.parse('2026-11-01T09:00:00Z')

async function decide(from: World, name: string, ...made: Decision[]): Promise<void> {
  const written = { fields: { decisions: made }, extraSections: [] }
  await save(from, { name, written, lane: 'named', strict: false, git: false, dryRun: false })
}

async function shop(): Promise<World> {
  const { world: made, clock } = desk(START)
  await decide(made, 'auth', { text: 'Keep argon2', why: 'the audit asks for it', rejected: ['bcrypt', 'scrypt'] })
  clock.ms += DAY
  await decide(made, 'auth', { text: 'Keep argon2.' }, { text: 'Signed cookies over JWT', why: 'no server state' })
  clock.ms += DAY
  await decide(made, 'billing', { text: 'Cache the prices for an hour' })
  clock.ms += DAY
  await decide(made, 'billing', { text: 'Cache the prices for an hour', why: 'the feed allows 100 calls a day' })
  return made
}

const world = await shop()

const ask = (from: World, question: string, all = false) => decisions(from, { question, all }).decisions

test('every decision once, newest first, with the date it first appeared, its reason and what was rejected [D8]', () => {
  expect(
    ask(world, '').map(({ date, name, text, why, rejected }) => [date.slice(0, 10), name, text, why, rejected]),
  ).toEqual([
    ['2026-11-03', 'billing', 'Cache the prices for an hour', 'the feed allows 100 calls a day', undefined],
    ['2026-11-02', 'auth', 'Signed cookies over JWT', 'no server state', undefined],
    ['2026-11-01', 'auth', 'Keep argon2', 'the audit asks for it', ['bcrypt', 'scrypt']],
  ])
})

test.each([
  ['why did we keep argon2?', ['Keep argon2']],
  ['bcrypt', ['Keep argon2']],
  ['caching prices', ['Cache the prices for an hour']],
  ['cookie', ['Signed cookies over JWT']],
  ['"no server state"', ['Signed cookies over JWT']],
  ['feed', ['Cache the prices for an hour']],
  ['auth', ['Signed cookies over JWT', 'Keep argon2']],
  ['argon2 cookies', []],
  ['mongodb', []],
])('%j finds %j [D8]', (question, texts) => {
  expect(ask(world, question).map((one) => one.text)).toEqual(texts)
})

test('other projects are asked with --all only', async () => {
  const other = { ...world, cwd: scratchRepo().dir }
  await decide(other, 'auth', { text: 'Keep argon2', why: 'as in the shop' })
  expect(ask(other, 'argon2')).toMatchObject([{ why: 'as in the shop' }])
  expect(ask(other, 'argon2', true)).toHaveLength(2)
  expect(ask({ ...world, cwd: scratchRepo().dir }, '')).toEqual([])
})

test.each([
  ['why did we keep argon2?', 'keep argon2'],
  ['Why did we choose tokens over cookies?', 'token* cook*'],
  ['caching', 'cach*'],
  ['cached', 'cach*'],
  ['caches', 'cach*'],
  ['migrations', 'migr*'],
  ['src/auth.ts', 'src/auth.ts'],
  ['"token bucket" limiter', '"token bucket" limiter*'],
  ['migrat*', 'migrat*'],
  ['为什么用令牌', '令牌'],
  ['我们当初为什么选择 argon2？', 'argon2'],
  ['why did we?', ''],
  ['', ''],
])('%j looks for %j [D8]', (question, query) => {
  expect(decisionQuery(question)).toBe(query)
})
