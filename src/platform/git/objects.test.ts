import { randomBytes } from 'node:crypto'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../../test/support/world.js'
import { hasObject } from './objects.js'

const ABSENT = randomBytes(20).toString('hex')

test('every object is found, loose, packed and through alternates, and no other', () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f${i}`, `${i}`]))
  const repo = scratchRepo(files)
  const ids = repo
    .git('rev-list', '--objects', '--all')
    .split('\n')
    .map((line) => line.split(' ')[0] as string)
  expect(ids.length).toBeGreaterThan(600)
  const common = join(repo.dir, '.git')
  const missing = (dir: string) => ids.filter((id) => !hasObject(dir, id))
  expect(missing(common)).toEqual([])
  expect(hasObject(common, ABSENT)).toBe(false)
  repo.git('repack', '-a', '-d', '-q')
  expect(readdirSync(join(common, 'objects')).sort()).toEqual(['info', 'pack'])
  expect(missing(common)).toEqual([])
  expect(hasObject(common, ABSENT)).toBe(false)
  const shared = join(tempDir(), 'shared')
  repo.git('clone', '--quiet', '--shared', repo.dir, shared)
  expect(missing(join(shared, '.git'))).toEqual([])
})

test('a damaged pack index and a hostile id answer no', () => {
  const repo = scratchRepo()
  repo.git('repack', '-a', '-d', '-q')
  const common = join(repo.dir, '.git')
  const head = repo.git('rev-parse', 'HEAD')
  expect(hasObject(common, '../../../etc/passwd')).toBe(false)
  expect(hasObject(common, head.toUpperCase() + '0')).toBe(false)
  const index = join(
    common,
    'objects',
    'pack',
    readdirSync(join(common, 'objects', 'pack')).find((name) => name.endsWith('.idx')) as string,
  )
  repo.git('config', 'unused.key', 'x')
  for (const length of [900, 12, 7, 0]) {
    try {
      truncateSync(index, length)
    } catch {
      writeFileSync(index, '')
    }
    expect(hasObject(common, head)).toBe(false)
  }
})

test('alternates in a circle end', () => {
  const repo = scratchRepo()
  const objects = join(repo.dir, '.git', 'objects')
  writeFileSync(join(objects, 'info', 'alternates'), `${objects}\n${objects}\n`)
  expect(hasObject(join(repo.dir, '.git'), ABSENT)).toBe(false)
})
