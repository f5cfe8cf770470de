/** Which side of a fork is meant is answered once, for every later session, and nothing of the other side is lost. */
import { expect, test } from 'vitest'
import { expectWhole, say, work } from './stories.js'
import { type Client, type Desk, hookDesk } from './support.js'

const [LEFT, RIGHT] = ['Write the expiry check', 'Sign with RS256']

/** Two sessions saved "auth" without having seen each other; both are over. */
function forked(): Desk {
  const desk = hookDesk()
  const begun = ['save', 'auth', '--task', 'Sign the tokens', '--decision', 'HMAC — one service verifies', '--json']
  const base = desk.dogear(...begun).json<{ saved: { id: string } }>().saved.id
  const sides = [
    ['left', LEFT, 'jose — its bundle is too large'],
    ['right', RIGHT, 'RSA in the browser — no keys there'],
  ]
  for (const [session = '', next = '', failed = ''] of sides)
    desk.dogear('save', 'auth', '--session', session, '--next', next, '--failed', failed, '--continues', base)
  return desk
}

function begin(desk: Desk, session: string): Client {
  const client = desk.client(session)
  client.fire('SessionStart', { source: 'startup' })
  return client
}

/** The side with this next action, as the question lists it. */
function numberOf(asked: string, next: string): string {
  return new RegExp(`\n(\\d)\\. .*${next}`).exec(asked)?.[1] ?? ''
}

test.each([LEFT, RIGHT])('"%s" is chosen: no later session is asked again', (next) => {
  const desk = forked()
  const one = begin(desk, 'one')
  const asked = say(one, 'continue auth')
  expect(asked).toContain('saved by two sessions at once')
  const told = say(one, numberOf(asked, next))
  expect(told).toContain(`## Next action\n${next}`)
  for (const known of ['HMAC', 'jose', 'RSA in the browser']) expect(told).toContain(known)
  // It does nothing and ends: the answer holds all the same.
  one.fire('SessionEnd', { reason: 'other' })
  expect(say(begin(desk, 'two'), 'continue auth')).toContain(`## Next action\n${next}`)
  const resumed = desk.dogear('resume', 'auth', '--dry-run')
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`## Next action\n${next}`) })
})

test('the id of a side answers as well as its number', () => {
  const desk = forked()
  const one = begin(desk, 'one')
  const id = new RegExp(`\\d\\. ([0-9a-z]+): .*${LEFT}`).exec(say(one, 'continue auth'))?.[1] ?? ''
  expect(say(one, `continue ${id}`)).toContain(`## Next action\n${LEFT}`)
  expect(desk.dogear('resume', 'auth', '--dry-run').stdout).toContain(LEFT)
})

test('what is saved after the answer continues both sides', () => {
  const desk = forked()
  const one = begin(desk, 'one')
  say(one, numberOf(say(one, 'continue auth'), LEFT))
  one.turn('Go on with the expiry check', 'Next I will test it.')
  const { name, total, heads } = JSON.parse(desk.dogear('history', 'auth', '--json').stdout) as Record<string, unknown>
  expect({ name, total, heads }).toMatchObject({ name: 'auth', total: 5, heads: [expect.any(String)] })
})

test('in a terminal it is answered by --entry, and a trial answers nothing', () => {
  const desk = forked()
  const question = desk.dogear('resume', 'auth', '--json')
  expect(question.code).toBe(3)
  const { options } = question.json<{ needs: { options: { value: string; detail: string }[] } }>().needs
  const left = options.find(({ detail }) => detail.includes(LEFT))?.value ?? ''
  expect(desk.dogear('resume', 'auth', '--entry', left, '--dry-run').code).toBe(0)
  expect(desk.dogear('resume', 'auth', '--json').code).toBe(3)
  expect(desk.dogear('resume', 'auth', '--entry', left).stdout).toContain(LEFT)
  expect(desk.dogear('resume', 'auth', '--dry-run').stdout).toContain(`## Next action\n${LEFT}`)
})

test('an older entry is looked at, and settles nothing', () => {
  const desk = forked()
  const { entries } = JSON.parse(desk.dogear('history', 'auth', '--json').stdout) as { entries: { id: string }[] }
  expect(desk.dogear('resume', 'auth', '--entry', entries.at(-1)?.id ?? '').code).toBe(0)
  expect(desk.dogear('resume', 'auth').code).toBe(3)
})

test('a session that is taken up again and told what was added since goes on from that: no fork', async () => {
  const desk = hookDesk()
  const one = begin(desk, 'one')
  work(desk, one)
  one.fire('SessionEnd', { reason: 'other' })
  const two = begin(desk, 'two')
  say(two, 'continue')
  two.file.say('We decided to keep the expiry in the token because it is cheap. Next I will write the tests of it.')
  two.fire('Stop', { stop_hook_active: false })
  two.fire('SessionEnd', { reason: 'other' })
  expect(one.fire('SessionStart', { source: 'resume' }).context).toContain('keep the expiry in the token')
  one.turn('Now the tests', 'They are written. Next I will release it.')
  await one.kill()
  const briefing = say(begin(desk, 'three'), 'continue')
  expectWhole(briefing)
  expect(briefing).toContain('keep the expiry in the token')
  expect(briefing).toContain('release it')
  expect(briefing).not.toContain('at once')
})
