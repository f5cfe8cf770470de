/** What a turn keeps of its autosave for the next one: it must say what the entry says, or not be used. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry.js'
import { parseEntry } from '../../src/core/parse-entry.js'
import { type Desk, hookDesk } from './support.js'

const kept = (desk: Desk): string => join(desk.home, 'hooks', 'one.last.json')
const entryKept = (desk: Desk): { path: string; entry: Entry } =>
  JSON.parse(readFileSync(kept(desk), 'utf8').split('\n').slice(1).join('\n')) as { path: string; entry: Entry }

test('what is kept is what reading the entry would give, turn after turn', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const turns: [string, string][] = [
    ['  Repair the apple cart\n## with a heading\n- why: it squeaks  ', 'Next I will sand it [observed: by hand].'],
    ['Go on', '```\n## Decisions\n- none\n```\nI decided to use oak because pine rots.'],
    ['Übermut — “quotes”, \u001B[31mred\u001B[0m and a\ttab', 'Done.\n\n\nNext: paint it.'],
  ]
  for (const [prompt, says] of turns) {
    one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
    one.file.use('Bash', { command: 'npm run sand' }, { error: true, text: 'Exit code 1\nError: no sandpaper' })
    one.turn(prompt, says)
    const { path, entry } = entryKept(desk)
    expect(entry).toEqual(parseEntry(readFileSync(path, 'utf8')))
  }
})

test.each([
  [
    'is flipped in one place',
    (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('cart', 'cars')),
  ],
  ['is torn', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 200))],
  ['is empty', (path: string) => writeFileSync(path, '')],
])('where it %s, the entry is read instead', (_, damage) => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  damage(kept(desk))
  one.turn('Go on', 'Next I will paint it.')
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
  expect(desk.entries().join('\n')).not.toContain('apple cars')
  expect(entryKept(desk).entry.intent?.text).toBe('Go on')
})

test('an entry that somebody edited, and that is refused for it, does not keep the next from being saved', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  const first = entryKept(desk)
  appendFileSync(first.path, 'edited by hand\n')
  one.turn('Go on', 'Next I will paint it.')
  const { path, entry } = entryKept(desk)
  expect(entry).toEqual(parseEntry(readFileSync(path, 'utf8')))
  expect(entry).toMatchObject({ parents: [first.entry.id], intent: { text: 'Go on' } })
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
})

test('nor does one that is gone', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  rmSync(entryKept(desk).path)
  one.turn('Go on', 'Next I will paint it.')
  expect(entryKept(desk).entry).toMatchObject({ parents: [], intent: { text: 'Go on' } })
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
})
