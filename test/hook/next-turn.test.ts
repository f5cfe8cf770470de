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

test('a stated next action is not replaced by a list that was written before it', () => {
  const desk = hookDesk()
  const client = desk.client('stated')
  client.fire('SessionStart', { source: 'startup' })
  client.file.prompt('Replace the session cookies by signed tokens.')
  client.file.use('TodoWrite', { todos: [{ content: 'Sign tokens', status: 'in_progress', activeForm: 'Signing' }] })
  client.file.say('Signed.')
  client.fire('Stop', { stop_hook_active: false })
  const save = ['save', 'auth', '--session', 'stated', '--agent', 'claude-code', '--next', 'Write the refresh endpoint']
  expect(desk.dogear(...save).code).toBe(0)
  client.file.wait(120_000)
  client.file.prompt('and log every login')
  client.file.use('Edit', { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' })
  client.file.say('Logged.')
  client.fire('Stop', { stop_hook_active: false })
  expect(desk.dogear('resume', 'auth').stdout).toContain(
    '## Next action (stated before 1 turn of work)\nWrite the refresh endpoint',
  )
})
