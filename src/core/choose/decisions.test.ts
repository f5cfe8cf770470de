import { expect, test } from 'vitest'
import { decisionQuery } from './decisions.js'

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
