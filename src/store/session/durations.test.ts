import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { addDurations, readDurations, rememberDurations } from './durations.js'
import { projectAt } from '../paths.js'

const TAG = 'test'

function shelf() {
  const project = projectAt(tempDir(), 'shop-1')
  const file = () => join(project.home, 'index', 'durations', 'shop-1.json')
  return { project, file }
}

test('what a command took is known the next time, by the newest nine runs [C9]', () => {
  const { project } = shelf()
  rememberDurations(project, [{ key: 'npm ci', seconds: 40, at: 1 }], TAG)
  rememberDurations(
    project,
    Array.from({ length: 12 }, (_, i) => ({ key: 'npm ci', seconds: i, at: 10 + i })),
    TAG,
  )
  expect(readDurations(project)('npm ci')).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(readDurations(project)('npm test')).toEqual([])
})

test('the same run told twice counts once', () => {
  const { project } = shelf()
  const time = { key: 'npm ci', seconds: 40, at: 1 }
  rememberDurations(project, [time], TAG)
  rememberDurations(project, [time, { ...time, at: 2 }], TAG)
  expect(readDurations(project)('npm ci')).toEqual([40, 40])
})

test('what is added turn by turn is known at once, and one day joined with the rest [C9]', () => {
  const { project, file } = shelf()
  rememberDurations(project, [{ key: 'npm ci', seconds: 40, at: 1 }], TAG)
  const log = file().replace('.json', '.new')
  for (let at = 2; at < 5; at++) addDurations(project, [{ key: 'npm ci', seconds: at, at }], TAG)
  addDurations(project, [{ key: 'npm ci', seconds: 4, at: 4 }], TAG)
  expect(readDurations(project)('npm ci')).toEqual([40, 2, 3, 4])
  writeFileSync(log, `${readFileSync(log, 'utf8')}{"check":"torn`)
  expect(readDurations(project)('npm ci')).toEqual([40, 2, 3, 4])
  for (let at = 5; existsSync(log) && at < 500; at++) addDurations(project, [{ key: `run ${at}`, seconds: 1, at }], TAG)
  expect(existsSync(log)).toBe(false)
  expect(readDurations(project)('npm ci')).toEqual([40, 2, 3, 4])
  expect(readDurations(project)('run 5')).toEqual([1])
})

test('no command is written down, since it may hold a secret [F7]', () => {
  const { project, file } = shelf()
  rememberDurations(project, [{ key: 'curl -u ada:hunter2 example.org', seconds: 3, at: 1 }], TAG)
  expect(readFileSync(file(), 'utf8')).not.toMatch(/curl|hunter2/)
})

test('it stays small, and what ran last is kept', () => {
  const { project } = shelf()
  rememberDurations(
    project,
    Array.from({ length: 700 }, (_, i) => ({ key: `run ${i}`, seconds: 1, at: i })),
    TAG,
  )
  expect(readDurations(project)('run 0')).toEqual([])
  expect(readDurations(project)('run 699')).toEqual([1])
})

test('deleted or damaged, it is as good as empty', () => {
  const { project, file } = shelf()
  rememberDurations(project, [{ key: 'npm ci', seconds: 40, at: 1 }], TAG)
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('40', '41'))
  expect(readDurations(project)('npm ci')).toEqual([])
  rmSync(file())
  expect(readDurations(project)('npm ci')).toEqual([])
  rememberDurations(project, [{ key: 'npm ci', seconds: 7, at: 2 }], TAG)
  expect(readdirSync(join(project.home, 'index', 'durations'))).toEqual(['shop-1.json'])
})
