import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { linesOf } from './lines.js'

test('lines come whole, wherever the pieces that are read end', () => {
  const path = join(tempDir(), 'lines')
  const lines = [
    '',
    'é'.repeat(200_000),
    'b',
    '日本'.repeat(100_000),
    '',
    'x'.repeat(262_143),
    'y'.repeat(262_144),
    'end',
  ]
  writeFileSync(path, lines.join('\n'))
  expect([...linesOf(path, 10_000_000)]).toEqual(lines)
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect([...linesOf(path, 10_000_000)]).toEqual(lines)
})

test('a file that is not there or is empty has none; a link is not followed, and what is too big is not read', () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'empty'), '')
  writeFileSync(join(dir, 'big'), 'x\n'.repeat(100))
  symlinkSync(join(dir, 'big'), join(dir, 'link'))
  expect([...linesOf(join(dir, 'none'), 100)]).toEqual([])
  expect([...linesOf(join(dir, 'empty'), 100)]).toEqual([])
  expect(() => [...linesOf(join(dir, 'big'), 100)]).toThrow(/too big/)
  expect(() => [...linesOf(join(dir, 'link'), 1000)]).toThrow(/link/)
})
