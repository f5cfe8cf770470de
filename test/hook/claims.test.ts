/** Where resuming takes a checkpoint off the list, that is a claim, and lapses with a session that did nothing with it. */
import { expect, test } from 'vitest'
import { say } from './stories.js'
import { type Client, type Desk, hookDesk } from './support.js'

function deskThatConsumes(): Desk {
  const desk = hookDesk()
  desk.dogear('config', 'layout', 'session-checkpoint')
  desk.dogear('save', 'auth', '--left-off', 'In the expiry check', '--done', 'The form')
  return desk
}

const listed = (desk: Desk): string[] => desk.dogear('list', '--quiet').stdout.split('\n').filter(Boolean)

function takeUp(desk: Desk, session: string): Client {
  const client = desk.client(session)
  client.fire('SessionStart', { source: 'startup' })
  expect(say(client, 'continue auth')).toContain('In the expiry check')
  expect(listed(desk)).toEqual([])
  return client
}

test('a session that takes it up and ends without work gives it back, as it was', () => {
  const desk = deskThatConsumes()
  takeUp(desk, 'one').fire('SessionEnd', { reason: 'prompt_input_exit' })
  expect(listed(desk)).toEqual(['auth'])
  expect(takeUp(desk, 'two').session).toBe('two')
})

test('one that was killed, too, as soon as another begins there', async () => {
  const desk = deskThatConsumes()
  await takeUp(desk, 'one').kill()
  desk.client('two').fire('SessionStart', { source: 'startup' })
  expect(listed(desk)).toEqual(['auth'])
})

test('after work it is not given back: the work is what there is', () => {
  const desk = deskThatConsumes()
  const client = takeUp(desk, 'one')
  client.file.say('We decided to use HMAC because only one service verifies the tokens.')
  client.file.use(
    'Edit',
    { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' },
    { text: 'ok' },
  )
  client.fire('Stop', { stop_hook_active: false })
  client.fire('SessionEnd', { reason: 'prompt_input_exit' })
  const [name = ''] = listed(desk)
  expect(desk.dogear('resume', name).stdout).toContain('HMAC')
  expect(desk.dogear('history', 'auth', '--json').stdout).not.toContain('restored')
})
