/** Names that nobody typed, names that others have, and lines that somebody is on: stories through the built hook program. */
import { expect, test } from 'vitest'
import { expectWhole, say, work } from './stories.js'
import { clockAt, hookDesk, type Client, type Desk } from './support.js'

function save(desk: Desk, session: string, ...words: string[]): string {
  const { stdout, stderr, code } = desk.dogear('save', ...words, '--session', session, '--agent', 'claude-code')
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return stdout + stderr
}

/** Work that has nothing to do with the work before. */
function drawLogo(desk: Desk): Client {
  const client = desk.client('two')
  client.fire('SessionStart', { source: 'startup' })
  client.turn('Draw the logo. Never use red.', 'We decided to use blue because it prints well.')
  return client
}

function first(desk: Desk, ...words: string[]): void {
  const one = desk.client('one')
  work(desk, one)
  save(desk, 'one', ...words, '--next', 'Write the expiry check')
  one.fire('SessionEnd', { reason: 'other' })
}

test('under the name of a branch the next work begins afresh, which is said and can be taken back', () => {
  const desk = hookDesk()
  first(desk)
  drawLogo(desk)
  const answer = save(desk, 'two', '--next', 'Colour the logo')
  expect(answer).toContain('begun afresh: 3 things that were still open under "main", from another session, ended here')
  const page = desk.dogear('resume', 'main', '--dry-run').stdout
  expect(page).toContain('Never use red')
  expect(page).not.toMatch(/HMAC|jose|package\.json|session cookies/)
  const [, back = ''] = /To take this save back: dogear (.*)/.exec(answer) ?? []
  expect(desk.dogear(...back.split(' ')).code).toBe(0)
  expectWhole(desk.dogear('resume', 'main', '--dry-run').stdout)
})

test('saved twice by one session it does not begin afresh', () => {
  const desk = hookDesk()
  first(desk)
  expect(save(desk, 'one', '--next', 'Test it')).not.toContain('begun afresh')
  expectWhole(desk.dogear('resume', 'main', '--dry-run').stdout)
})

test('under a typed name that others have both go on, with what both asked for, and the answer lists what is open', () => {
  const desk = hookDesk()
  first(desk, 'auth')
  drawLogo(desk)
  const answer = save(desk, 'two', 'auth', '--next', 'Colour the logo')
  for (const known of ['Never use red', 'Never touch package.json', 'HMAC', 'blue']) expect(answer).toContain(known)
  const page = desk.dogear('show', 'auth').stdout
  expect(page).toContain('the other side')
  expect(page).toContain('asked before that: Replace the session cookies by signed tokens. Never touch package.json.')
  const { workstreams } = JSON.parse(desk.dogear('list', '--json').stdout) as { workstreams: { heads: object[] }[] }
  expect(workstreams.map(({ heads }) => heads.length)).toEqual([1])
})

test('who takes up a line that a silent session is on is told who has it, and is not told of a crash', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  const two = desk.client('two')
  const later = clockAt(Date.now() + 40 * 60_000)
  const { context, message } = two.fire('SessionStart', { source: 'startup' }, later)
  expect(context + message).not.toContain('cut off')
  const answer = two.fire('UserPromptSubmit', { prompt: 'continue' }, later).context
  expect(answer).toContain(
    `Another session is at work on this (claude-code, process ${one.pid}, last heard of 40 min ago)`,
  )
  expectWhole(answer)
})

test('after the branch was switched a line with the name of the old one is left, and a typed name stays', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  save(desk, 'one', '--next', 'Write the expiry check')
  const typed = desk.client('typed')
  typed.fire('SessionStart', { source: 'startup' })
  save(desk, 'typed', 'logo', '--next', 'Draw it')
  desk.repo.git('checkout', '--quiet', '-b', 'fix')
  for (const client of [one, typed]) {
    client.turn('Mend the footer', 'The footer is mended. Next I will test the footer.')
    client.turn('And its link', 'The link is right.')
  }
  expect(one.state()?.on?.name).toMatch(/^loose-/)
  expect(typed.state()?.on?.name).toBe('logo')
  expect(say(one, 'continue main')).toContain('Write the expiry check')
})

test('what was done on the branch that was left is not told of the work on the next one', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  save(desk, 'one', '--next', 'Write the expiry check')
  one.turn('Now the expiry.', 'Done. Next I will test the expiry.')
  expect(one.state()?.on?.name).toBe('main')
  desk.repo.git('checkout', '--quiet', '-b', 'fix')
  one.turn('Mend the footer', 'The footer is mended. Next I will test the footer.')
  one.turn('And its link', 'The link is right.')
  const { name = '' } = one.state()?.on ?? {}
  expect(name).toMatch(/^loose-/)
  const page = desk.dogear('show', name).stdout
  expect(page).toContain('Mend the footer')
  expect(page).not.toMatch(/login\.ts|session cookies|expiry|HMAC/)
  desk.repo.git('checkout', '--quiet', 'main')
  expect(say(one, 'continue main')).toContain('expiry')
})
