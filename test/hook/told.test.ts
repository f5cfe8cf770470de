/** What a person is told where there is something to choose, or where what was saved is not there any more. */
import { expect, test } from 'vitest'
import { expectWhole, say, work } from './stories.js'
import { hookDesk } from './support.js'

test('two heads of one line are told apart by what each session did', async () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  say(two, 'continue')
  two.file.say('We decided to add a cache because it is slow.')
  two.fire('Stop', { stop_hook_active: false })
  one.turn('now the logout', 'We decided to keep the logout page.')
  for (const client of [one, two]) {
    client.fire('SessionEnd', { reason: 'other' })
    await client.kill()
  }
  const next = desk.client('next')
  const { context } = next.fire('SessionStart', { source: 'startup' })
  expect(context).toContain('"Replace the session cookies by signed tokens." was saved here by two sessions at once')
  const asked = say(next, 'continue')
  expect(asked).not.toContain('loose-')
  const [first, second] = asked.split('\n').filter((line) => /^\d\. /.test(line))
  const wordsOf = (line: string | undefined): string =>
    (line ?? '').split('ago), ').at(-1)?.split('now), ').at(-1) ?? ''
  expect(wordsOf(first)).not.toBe(wordsOf(second))
  expectWhole(say(next, 'the first'))
})

test('several sessions in one worktree are told by what they are about, not by their ids alone', () => {
  const desk = hookDesk()
  const client = desk.client('busy')
  work(desk, client)
  expect(desk.dogear('save', 'cache', '--next', 'Measure it').code).toBe(0)
  client.turn('now the logout', 'We decided to keep the logout page.')
  const { context } = desk.client('next').fire('SessionStart', { source: 'startup' })
  expect(context).toContain('(Replace the session cookies by signed tokens., just now)')
})

test('who is told to switch to a branch that is gone is told that too', async () => {
  const desk = hookDesk()
  desk.repo.git('checkout', '--quiet', '-b', 'feat/tokens')
  const client = desk.client('branch')
  work(desk, client)
  client.fire('SessionEnd', { reason: 'other' })
  await client.kill()
  const switchTo = 'Switch with: git checkout feat/tokens'
  desk.repo.git('checkout', '--quiet', '-b', 'other')
  expect(desk.dogear('resume').stdout).toContain(`${switchTo}\n`)
  desk.repo.git('branch', '--delete', '--force', 'feat/tokens')
  expect(desk.dogear('resume').stdout).toContain(`${switchTo} (there is no such branch here now)\n`)
})
