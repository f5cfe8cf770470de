/** A turn builds on the autosave of the turn before: its file may have been edited, damaged or removed meanwhile. */
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEntry } from '../../src/core/entry/parse.js'
import { type Desk, hookDesk } from './support.js'

/** The entry files, oldest first. */
function entryFiles(desk: Desk): string[] {
  return readdirSync(join(desk.home, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/loose\/\d{6}\/[^/]+\/[^/]+\.md$/.test(path))
    .map((path) => join(desk.home, 'projects', path))
    .toSorted()
}

const idOf = (path: string | undefined): string => /([^/]+)\.md$/.exec(path ?? '')?.[1] ?? ''

test('an entry that somebody edited, and that is refused for it, does not keep the next from being saved', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  const first = entryFiles(desk)[0] as string
  appendFileSync(first, 'edited by hand\n')
  one.turn('Paint the apple cart', 'Next I will paint it.')
  const last = entryFiles(desk).at(-1) as string
  expect(parseEntry(readFileSync(last, 'utf8'))).toMatchObject({
    parents: [idOf(first)],
    intent: { text: 'Paint the apple cart' },
  })
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
})

test('nor does one that is gone', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  rmSync(entryFiles(desk)[0] as string)
  one.turn('Paint the apple cart', 'Next I will paint it.')
  const last = entryFiles(desk).at(-1) as string
  expect(parseEntry(readFileSync(last, 'utf8'))).toMatchObject({
    parents: [],
    intent: { text: 'Paint the apple cart' },
  })
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
})
