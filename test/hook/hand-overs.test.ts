/** What is known survives every hand-over: stories of the cases that failed, played through the built hook program. */
import { expect, test } from 'vitest'
import { expectWhole, say, work } from './stories.js'
import { type Client, type Desk, hookDesk } from './support.js'

test('work, kill, "continue", one small turn, kill: the fifth hand-over is as whole as the first [case 1] [F16]', async () => {
  const desk = hookDesk()
  const first = desk.client('s-0')
  work(desk, first)
  await first.kill()
  for (let hop = 1; hop <= 5; hop++) {
    const client = desk.client(`s-${hop}`)
    client.fire('SessionStart', { source: 'startup' })
    const briefing = say(client, 'continue')
    expectWhole(briefing)
    expect(briefing).toContain(hop === 1 ? 'HMAC' : `step ${hop - 1} is done`)
    client.file.say(`We decided that step ${hop} is done first.`)
    client.fire('Stop', { stop_hook_active: false })
    if (hop % 2 === 0) client.fire('SessionEnd', { reason: 'other' })
    await client.kill()
  }
  const rows = JSON.parse(desk.dogear('list', '--json').stdout) as { workstreams: { heads: unknown[] }[] }
  expect(rows.workstreams).toHaveLength(1)
  expect(rows.workstreams[0]?.heads).toHaveLength(1)
})

test('a quick question does not bury the work [case 2] [F17]', async () => {
  const desk = hookDesk()
  const first = desk.client('work')
  work(desk, first)
  first.fire('SessionEnd', { reason: 'other' })
  await first.kill()
  const quick = desk.client('quick')
  quick.fire('SessionStart', { source: 'startup' })
  quick.turn('What is the capital of France?', 'Paris.')
  quick.fire('SessionEnd', { reason: 'other' })
  await quick.kill()
  const next = desk.client('next')
  expect(next.fire('SessionStart', { source: 'startup' }).context).not.toContain('France')
  expectWhole(say(next, 'continue'))
})

test('a named save that is continued and worked on is one line and no question [case 3]', async () => {
  const desk = hookDesk()
  const first = desk.client('one')
  work(desk, first)
  expect(
    desk.dogear('save', 'auth', '--session', 'one', '--agent', 'claude-code', '--next', 'Write the expiry check').code,
  ).toBe(0)
  first.fire('Stop', { stop_hook_active: false })
  first.fire('SessionEnd', { reason: 'other' })
  const second = desk.client('two')
  second.fire('SessionStart', { source: 'startup' })
  expectWhole(say(second, 'continue auth'))
  second.turn('now the logout', 'The logout is next.')
  second.turn('and the tests', 'Done.')
  second.fire('SessionEnd', { reason: 'other' })
  const resumed = desk.dogear('resume', 'auth')
  expect(resumed.stderr + resumed.stdout).not.toContain('two sessions at once')
  expectWhole(resumed.stdout)
  expect(desk.dogear('list', '--quiet').stdout).toBe('auth\n')
})

test('after a clear "continue" hands over once, and the work goes on in its line [case 23, case 1]', async () => {
  const desk = hookDesk()
  const client = desk.client('before')
  work(desk, client)
  client.fire('SessionEnd', { reason: 'clear' })
  const after = desk.client('after')
  const start = after.fire('SessionStart', { source: 'clear' }, { CLAUDE_PID: String(client.pid) })
  expectWhole(start.context)
  const { context } = after.fire('UserPromptSubmit', { prompt: 'continue' }, { CLAUDE_PID: String(client.pid) })
  expect(context).not.toContain('## Task')
  after.file.prompt('continue')
  after.file.say('We decided to keep the old cookie name.')
  after.fire('Stop', { stop_hook_active: false }, { CLAUDE_PID: String(client.pid) })
  const last = desk.client('last')
  last.fire('SessionStart', { source: 'startup' })
  const briefing = say(last, 'continue')
  expectWhole(briefing)
  expect(briefing).toContain('old cookie name')
})

/** A session that has worked. */
function atWork(session: string): { desk: Desk; client: Client } {
  const desk = hookDesk()
  const client = desk.client(session)
  work(desk, client)
  return { desk, client }
}

test('a terminal names what a session left: one line with all that the session knew', async () => {
  const { desk, client } = atWork('left')
  client.fire('SessionEnd', { reason: 'other' })
  await client.kill()
  expect(desk.dogear('save', 'tokens', '--decision', 'keep the cookie name — logins stay valid').code).toBe(0)
  expect(desk.dogear('list', '--quiet').stdout).toBe('tokens\n')
  const { stdout } = desk.dogear('resume', 'tokens')
  expectWhole(stdout)
  expect(stdout).toContain('keep the cookie name')
})

test('a session that is still at work is not moved by a terminal beside it', async () => {
  const { desk, client } = atWork('busy')
  const line = client.state()?.on?.name
  expect(desk.dogear('save', 'tokens').code).toBe(0)
  expectWhole(desk.dogear('resume', 'tokens', '--dry-run').stdout)
  client.turn('now the logout', 'We decided to keep the logout page.')
  expect(client.state()?.on?.name).toBe(line)
})
