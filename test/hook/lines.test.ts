/** Which line a session writes and which it is given: stories of the cases that failed, played through the built programs. */
import { expect, test } from 'vitest'
import { connect } from '../mcp/support/client.js'
import { expectWhole, say, work } from './stories.js'
import { type Desk, hookDesk } from './support.js'

interface Listed {
  name: string
  heads: { id: string; kind: string }[]
}

function listed(desk: Desk): Listed[] {
  return (JSON.parse(desk.dogear('list', '--json').stdout) as { workstreams: Listed[] }).workstreams
}

function edit(desk: Desk): [string, object, object] {
  return ['Edit', { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' }, { text: 'ok' }]
}

test('after a compaction a session is given its own work, whatever was saved beside it [case 4]', () => {
  const desk = hookDesk()
  const own = desk.client('own')
  work(desk, own)
  for (let n = 0; n < 60; n++)
    expect(desk.dogear('save', '--session', `other-${n}`, '--next', `Paint boat ${n}`, '--no-transcript').code).toBe(0)
  own.fire('PreCompact', { trigger: 'manual', custom_instructions: null })
  const { context } = own.fire('SessionStart', { source: 'compact' })
  expectWhole(context)
  expect(context).toContain('the newest of this session, which was compacted')
  expect(context).not.toContain('boat')
})

test('after a clear the model saves what this session did, by a server that was started before it [case 6]', async () => {
  const desk = hookDesk()
  const pid = { CLAUDE_PID: String(process.pid) }
  const before = desk.client('before')
  before.fire('SessionStart', { source: 'startup' }, pid)
  const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'before' }
  const server = await connect({ cwd: desk.repo.dir, home: desk.userHome, env })
  await server.call('list')
  before.file.prompt('Repair the apple cart')
  before.file.use(...edit(desk))
  before.file.say('Sanding by hand did not work, because the apple wood splits. Next I will oil the apple wheel.')
  before.fire('Stop', { stop_hook_active: false }, pid)
  before.fire('SessionEnd', { reason: 'clear' }, pid)
  const after = desk.client('after')
  after.fire('SessionStart', { source: 'clear' }, pid)
  after.file.prompt('Paint the banana boat')
  after.file.use(...edit(desk))
  const saved = await server.call('save', { name: 'boats', next: 'Buy banana paint' })
  expect(saved.isError).toBe(false)
  const briefing = desk.dogear('resume', 'boats').stdout
  expect(briefing).toContain('Paint the banana boat')
  expect(briefing).not.toContain('apple')
})

test('a session that is told to continue another line writes that one from then on [case 9]', () => {
  const desk = hookDesk()
  for (const name of ['feat-login', 'feat-login-2'])
    desk.dogear('save', name, '--session', `of-${name}`, '--task', `Work of ${name}`, '--no-transcript')
  const client = desk.client('one')
  client.fire('SessionStart', { source: 'startup' })
  expect(say(client, 'continue feat-login')).toContain('Work of feat-login')
  client.file.use(...edit(desk))
  client.turn('First the form', 'Next I will write the form.')
  expect(say(client, 'continue feat-login-2')).toContain('Work of feat-login-2')
  client.file.use(...edit(desk))
  client.turn('Now the button', 'Next I will colour the button.')
  const [first, second] = ['feat-login', 'feat-login-2'].map((name) => desk.dogear('resume', name, '--dry-run').stdout)
  expect(first).toContain('the form')
  expect(first).not.toContain('button')
  expect(second).toContain('Next I will colour the button')
  expect(second).not.toContain('the form')
})

test('naming the work of a session leaves one line, and "continue" after a crash asks nothing [case 10]', async () => {
  const desk = hookDesk()
  const client = desk.client('one')
  work(desk, client)
  expect(say(client, 'checkpoint one')).toContain('"one"')
  desk.dogear('save', 'one', '--session', 'one', '--agent', 'claude-code', '--next', 'Write the expiry check')
  client.file.say('Saved.')
  client.fire('Stop', { stop_hook_active: false })
  await client.kill()
  expect(listed(desk).map(({ name }) => name)).toEqual(['one'])
  const next = desk.client('next')
  expect(next.fire('SessionStart', { source: 'startup' }).message).toContain('"one"')
  const briefing = say(next, 'continue')
  expect(briefing).not.toContain('several')
  expectWhole(briefing)
  expect(briefing).toContain('Write the expiry check')
})

test('many short sessions leave a short list, and each that was cut off is offered once [case 16] [F17]', async () => {
  const desk = hookDesk()
  for (const name of ['auth', 'billing']) desk.dogear('save', name, '--next', `Go on with ${name}`, '--no-transcript')
  const offers: string[] = []
  for (let n = 1; n <= 16; n++) {
    const client = desk.client(`s-${n}`)
    const start = client.fire('SessionStart', { source: 'startup' })
    if (start.context.includes('was cut off')) offers.push(start.context)
    client.file.use(...edit(desk))
    client.turn(`Write part ${n} of the shop`, `Next I will write its tests.`)
    if (n % 5 !== 0) client.fire('SessionEnd', { reason: 'other' })
    await client.kill()
  }
  expect(offers).toHaveLength(3)
  for (const [i, n] of [5, 10, 15].entries()) expect(offers[i]).toContain(`"Write part ${n} of the shop"`)
  const rows = desk.dogear('list').stdout.trim().split('\n')
  expect(rows.length).toBeLessThanOrEqual(12)
  expect(rows.join('\n')).not.toMatch(/main-\d/)
  for (const name of ['auth', 'billing']) expect(rows.join('\n')).toContain(name)
  const { stdout } = desk.dogear('list', '--loose', '--limit', '0')
  for (let n = 1; n <= 16; n++) expect(stdout).toContain(`part ${n} of the shop`)
})
