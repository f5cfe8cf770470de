import { expect, test } from 'vitest'
import { type Moment, rankCommands, type Ranked, rankFiles } from './ranking.js'

const file = (path: string, touches: number[], editedAt = -1): Ranked => ({ path, touches, editedAt })
const now = (more: Partial<Moment> = {}): Moment => ({
  calls: 100,
  turn: 0,
  promptWords: new Set(),
  asked: new Set(),
  said: new Set(),
  ...more,
})
const order = (files: Ranked[], moment: Moment = now()): string[] => rankFiles(files, moment).map(({ path }) => path)

test('later counts more, and often counts more', () => {
  expect(order([file('a.ts', [60]), file('b.ts', [95])])).toEqual(['b.ts', 'a.ts'])
  expect(order([file('a.ts', [90]), file('b.ts', [86, 87, 88])])).toEqual(['b.ts', 'a.ts'])
})

test('a file whose name the prompt speaks of comes before its equal', () => {
  expect(order([file('x/cart.ts', [90]), file('x/login.ts', [90])], now({ promptWords: new Set(['login']) }))[0]).toBe(
    'x/login.ts',
  )
})

test('what was asked for and not done yet comes before its equal; once edited it does not', () => {
  const moment = now({ turn: 50, asked: new Set(['b.ts']) })
  expect(order([file('a.ts', [91]), file('b.ts', [90])], moment)[0]).toBe('b.ts')
  expect(order([file('a.ts', [91]), file('b.ts', [90], 90)], moment)[0]).toBe('a.ts')
})

test('a test brings its source along', () => {
  const files = [file('a.ts', [80]), file('b.ts', [79]), file('b.test.ts', [99, 100])]
  expect(order(files)).toEqual(['b.test.ts', 'b.ts', 'a.ts'])
})

test('what is hardly worth anything is left out, but three are always shown', () => {
  const old = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.ts`, [1]))
  expect(order([file('now.ts', [98, 99, 100]), ...old])).toHaveLength(3)
})

test('checks come before looking around', () => {
  const commands = [
    { text: 'git status', kind: 'look' as const, runs: [90] },
    { text: 'npm test', kind: 'check' as const, runs: [90] },
    { text: 'ls', kind: 'peek' as const, runs: [90] },
  ]
  expect(rankCommands(commands, 100).map(({ text }) => text)).toEqual(['npm test', 'git status', 'ls'])
})
