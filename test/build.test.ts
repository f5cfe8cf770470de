/** When the program is built anew. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: the scripts have no types
import { hashOfSources as hashUntyped } from '../scripts/setup.mjs'
import { checkout } from './support/checkout.js'
import { tempDir } from './support/world.js'

const hashOfSources = hashUntyped as (from: string) => string

test('a change of anything the build depends on builds again: source, every script, settings', () => {
  const scripts = readdirSync(join(checkout, 'scripts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `scripts/${name}`)
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  const files = ['src/index.ts', 'src/core/deep/entry.ts', 'plugin/gemini/hooks/hooks.json', ...scripts, ...settings]
  const from = tempDir()
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(from, path)), { recursive: true })
    writeFileSync(join(from, path), text)
  }
  for (const path of [...files, 'src/core/entry/entry.test.ts']) write(path, '1')
  const before = hashOfSources(from)
  write('src/core/entry/entry.test.ts', '2')
  expect(hashOfSources(from)).toBe(before)
  const unnoticed = files.filter((path) => {
    write(path, '2')
    const isSame = hashOfSources(from) === before
    write(path, '1')
    return isSame
  })
  expect(unnoticed).toEqual([])
  write('scripts/another.mjs', '1')
  expect(hashOfSources(from)).not.toBe(before)
})
