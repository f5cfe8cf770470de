/** "Several checkpoints fit here" is answered inside the agent, by name, id or number, and asked once. */
import { expect, test } from 'vitest'
import { type Client, type Desk, hookDesk } from './support.js'

function twoFit(): Desk {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Refresh the tokens')
  desk.dogear('save', '登录', '--next', 'Draw the login page')
  return desk
}

function say(client: Client, prompt: string): string {
  return client.fire('UserPromptSubmit', { prompt }).context
}

test.each([
  ['continue 2', 'Refresh the tokens'],
  ['the second one', 'Refresh the tokens'],
  ['nimm die zweite', 'Refresh the tokens'],
  ['le premier', 'Draw the login page'],
  ['1', 'Draw the login page'],
  ['第一个', 'Draw the login page'],
  ['continue auth', 'Refresh the tokens'],
  ['继续登录', 'Draw the login page'],
])('"%s" answers the question', (answer, next) => {
  const desk = twoFit()
  const client = desk.client('one')
  client.fire('SessionStart', { source: 'startup' })
  const asked = say(client, 'continue')
  expect(asked).toMatch(/Several checkpoints fit here[^]*\n1\. 登录[^]*\n2\. auth/)
  expect(say(client, answer)).toContain(next)
  // Answered: the same number is a number again.
  expect(say(client, '2')).toBe('')
})

test('"the first" means nothing where nothing was asked', () => {
  const client = twoFit().client('one')
  client.fire('SessionStart', { source: 'startup' })
  expect(say(client, 'the first')).toBe('')
})

test('a session without a name is continued by the short id of any of its entries', async () => {
  const desk = twoFit()
  const first = desk.client('first')
  first.fire('SessionStart', { source: 'startup' })
  first.file.prompt('Replace the session cookies by signed tokens')
  first.file.use(
    'Edit',
    { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' },
    { text: 'ok' },
  )
  first.fire('Stop', { stop_hook_active: false })
  const { on } = first.state() as { on: { id: string } }
  await first.kill()
  const client = desk.client('second')
  client.fire('SessionStart', { source: 'startup' })
  expect(say(client, `continue ${on.id.split('-')[2]?.slice(0, 7)}`)).toContain('Replace the session cookies')
})
