/** What a session is told that begins because another one was cleared. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Client, type Desk, expectUntouched, hookDesk } from './support.js'

/** A session that has worked for a turn. */
function repairs(desk: Desk): Client {
  const old = desk.client('old')
  old.fire('SessionStart', { source: 'startup' })
  old.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  old.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  return old
}

test('after /clear the new session is told where the cleared one of the same process stood [F3]', () => {
  const desk = hookDesk()
  const old = repairs(desk)
  const other = desk.client('other')
  other.fire('SessionStart', { source: 'startup' })
  other.turn('Paint the banana boat', 'Next I will buy banana paint.')
  const fresh = desk.client('fresh')
  const pid = { CLAUDE_PID: String(old.pid) }
  expectUntouched(old.fire('SessionEnd', { reason: 'clear' }))
  const { context } = fresh.fire('SessionStart', { source: 'clear' }, pid)
  expect(context).toContain('Next I will sand the apple cart.')
  expect(context).toContain(': where the session stood before it was cleared')
  expect(context).not.toContain('banana')
  expect(fresh.state()?.linkedFrom).toBe('old')
  const resumed = fresh.fire('UserPromptSubmit', { prompt: 'continue' }, pid)
  expect(resumed.context).toContain('this session goes on with the checkpoint that it began with, above')
  fresh.file.prompt('continue')
  fresh.file.say('Sanding.')
  fresh.fire('Stop', { last_assistant_message: 'Sanding.' }, pid)
  expect(fresh.state()?.workstream).toBe(old.state()?.workstream)
})

test('a client that does not tell the end of a cleared session is known by its process [F3]', () => {
  const desk = hookDesk()
  const old = repairs(desk)
  const fresh = desk.client('fresh')
  const { context } = fresh.fire('SessionStart', { source: 'clear' }, { CLAUDE_PID: String(old.pid) })
  expect(context).toContain('Next I will sand the apple cart.')
})

test('a quick question that was cleared is no predecessor: the session is told of the work before it, and "continue" means that', () => {
  const desk = hookDesk()
  const old = repairs(desk)
  old.fire('SessionEnd', { reason: 'clear' })
  const pid = { CLAUDE_PID: String(old.pid) }
  const quick = desk.client('quick')
  quick.fire('SessionStart', { source: 'clear' }, pid)
  quick.file.prompt('What is a monad?')
  quick.fire('Stop', { last_assistant_message: 'A burrito.' }, pid)
  expect(quick.state()).toMatchObject({ quick: true, linkedFrom: 'old' })
  const said = quick.fire('UserPromptSubmit', { prompt: 'continue' }, pid)
  expect(said.context).toContain('this session goes on with the checkpoint that it began with')
  expect(quick.state()).toMatchObject({ quick: false, on: { name: old.state()?.on?.name } })
  const other = desk.client('other')
  quick.fire('SessionEnd', { reason: 'clear' }, pid)
  expect(other.fire('SessionStart', { source: 'clear' }, pid).context).toContain('Next I will sand the apple cart.')
})

test('a cleared session of another process is not taken for the predecessor [F4]', () => {
  const desk = hookDesk()
  const old = desk.client('old')
  old.fire('SessionStart', { source: 'startup' })
  old.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  old.fire('SessionEnd', { reason: 'clear' })
  const { context } = desk.client('fresh').fire('SessionStart', { source: 'clear' })
  expect(context).toMatch(/^dogear: the last checkpoint in this worktree is "Repair the apple cart", saved just now/)
})
