/** What the bundler does to our code beyond bundling it: it must mean the same afterwards. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
// @ts-expect-error: the scripts have no types
import { makeLate as makeLateUntyped } from '../scripts/late-constants.mjs'

const makeLate = makeLateUntyped as (code: string) => string | null
const dist = join(import.meta.dirname, '..', 'dist')

test('a pattern is made at its first use, once, and keeps its state', () => {
  const code = makeLate(`
const WORD = /[a-z]+/y
const WORDS = new RegExp(WORD.source + '( ' + WORD.source + ')*')
const KNOWN = new Set(['a', 'b'])
const result = []
function from(at, text) { WORD.lastIndex = at; result.push(WORD.test(text), WORD.lastIndex) }
from(1, '1ab2'); from(0, '1ab2')
result.push(WORDS.source, KNOWN.has('a'), { KNOWN }.KNOWN.size, { WORD: 1 }.WORD)
result`)
  expect(code).toContain('function WORD() { return WORD$late ??= /[a-z]+/y }')
  expect(runInNewContext(code ?? '')).toEqual([true, 3, false, 0, '[a-z]+( [a-z]+)*', true, 2, 1])
})

test('what is exported, or shares its name with something else, stays as it is', () => {
  expect(makeLate('export const WORD = /a/\nconst A = 1')).toBe(null)
  const shadowed = 'const A = /a/\nconst f = (A: string) => A.length\nf(A.source)'
  expect(makeLate(shadowed)).toBe(shadowed)
  const caught = 'const A = /a/\ntry { f() } catch (A) { g(A) }'
  expect(makeLate(caught)).toBe(caught)
})

test('no chunk waits for one that waits for it: each gives what it exports at once, at its end', () => {
  const folders = ['cli', ...below('daily'), ...below('hook')]
  for (const folder of folders) expect(cyclesIn(folder)).toEqual([])
})

function below(folder: string): string[] {
  return readdirSync(join(dist, folder)).map((name) => join(folder, name))
}

function cyclesIn(folder: string): string[] {
  const requires = new Map(
    readdirSync(join(dist, folder)).map((name) => {
      const code = readFileSync(join(dist, folder, name), 'utf8')
      // Lazy ones stand behind an arrow.
      return [name, [...code.matchAll(/(?<!=>)require\("\.\/([^"]+)"\)/g)].map(([, chunk]) => chunk ?? '')] as const
    }),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) cycles.push([...path, name].join(' > '))
    else if (!done.has(name)) for (const next of requires.get(name) ?? []) walk(next, [...path, name])
    done.add(name)
  }
  for (const name of requires.keys()) walk(name, [])
  return cycles
}
