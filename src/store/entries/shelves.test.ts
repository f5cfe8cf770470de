/** Lines of sessions that nobody named, by month: which months a look opens, and that none is ever out of reach. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { backdate, plantEntry, someEntry } from '../../../test/support/planted-entries.js'
import { tempDir } from '../../../test/support/world.js'
import { processTag } from '../../platform/process/process-tag.js'
import { type Project, projectAt, workstreamDir } from '../paths.js'
import { lookUp, readCatalog } from './catalog.js'
import { createEntry } from './entries.js'
import { listWorkstreams } from './listing.js'
import { countOn, looseShelves } from './shelves.js'

const MONTHS = ['202001', '202002', '202003', '202004', '202005']
const START = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 2)

let project: Project

beforeEach(() => {
  project = projectAt(tempDir(), 'app-0123456789ab')
  plant('named', Date.UTC(2020, 0, 1))
  for (const month of MONTHS)
    for (const letter of 'abc') plant(`loose-${month}-aaaaaaa${letter}`, START(month) + letter.charCodeAt(0))
})

function plant(name: string, ms: number): void {
  backdate(plantEntry(project, someEntry({ name }, ms)))
  backdate(workstreamDir(project, name))
  backdate(dirname(workstreamDir(project, name)))
}

const months = (): (string | undefined)[] => looseShelves(project).map(({ month }) => month)

test('the newest month comes first; those that nobody wants to see are not opened, only counted by name', () => {
  expect(months()).toEqual(MONTHS.toReversed())
  const { rows, unseen } = lookUp(project, (lines) => ({ lines, more: lines.length < 3 }))
  expect(rows.map(({ name }) => name)).toEqual([...'cba'].map((one) => `loose-202005-aaaaaaa${one}`).concat('named'))
  expect(unseen.map(({ month }) => month)).toEqual(['202004', '202003', '202002', '202001'])
  expect(countOn(project, unseen)).toBe(12)
  expect(readdirSync(join(project.home, 'index')).sort()).toEqual([
    'app-0123456789ab.202005.catalog.jsonl',
    'app-0123456789ab.catalog.jsonl',
    'app-0123456789ab.months.json',
  ])
})

test('nothing in a month that was not opened was saved after the moment that is said [K2]', () => {
  const seen: number[] = []
  lookUp(project, (lines, unseenMs) => {
    seen.push(unseenMs)
    return { lines, more: true }
  })
  // The first alone, then twice as many each time.
  expect(seen).toEqual([...['202005', '202004', '202002'].map((month) => START(month) + days(month)), -Infinity])
})

function days(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1) - START(month)
}

test('a session of a month that is over comes to the front when it is saved to again [K2]', () => {
  expect(readCatalog(project)[0]?.name).toBe('loose-202005-aaaaaaac')
  const now = Date.now()
  createEntry(project, someEntry({ name: 'loose-202002-aaaaaaaa' }, now, []), processTag())
  expect(months()[0]).toBe('202002')
  const { rows, unseen } = lookUp(project, (lines, unseenMs) => ({
    lines: lines.slice(0, 1),
    more: lines.length < 3 || unseenMs > now,
  }))
  expect(rows[0]).toMatchObject({ name: 'loose-202002-aaaaaaaa', count: 2 })
  expect(unseen).toHaveLength(4)
})

test('a month that is over is not looked at line by line, and a line that changed all the same is read anew', () => {
  readCatalog(project)
  const name = 'loose-202003-aaaaaaaa'
  rmSync(join(workstreamDir(project, name), readdirSync(workstreamDir(project, name))[0] as string))
  expect(readCatalog(project).find((row) => row.name === name)).toMatchObject({ count: 0, heads: [] })
})

test('months are counted anew only when they change, whatever lies in the place of the counts', () => {
  const counts = join(project.home, 'index', 'app-0123456789ab.months.json')
  expect(countOn(project, looseShelves(project))).toBe(15)
  const text = readFileSync(counts, 'utf8')
  plant('loose-202003-aaaaaaad', START('202003'))
  expect(countOn(project, looseShelves(project))).toBe(16)
  expect(readFileSync(counts, 'utf8')).not.toBe(text)
  for (const bad of [text, text.replace(/3/g, '4'), '{', '']) {
    writeFileSync(counts, bad)
    expect(countOn(project, looseShelves(project))).toBe(16)
  }
})

test('every line is listed, workstreams first', () => {
  expect(listWorkstreams(project)).toHaveLength(16)
  expect(listWorkstreams(project).slice(0, 2)).toEqual(['named', 'loose-202005-aaaaaaaa'])
})
