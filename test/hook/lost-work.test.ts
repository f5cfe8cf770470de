/** Uncommitted work that was thrown away while a session was open: its next save must not make the loss the new base. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv, tempDir } from '../support/world.js'
import { say, work } from './stories.js'
import { hookDesk, type Client, type Desk } from './support.js'

function dirtyDesk(): { desk: Desk; client: Client } {
  const desk = hookDesk()
  desk.repo.write({ 'src/login.ts': 'export const ttl = 61\n', 'src/new.ts': 'export const a = 1\n' })
  const client = desk.client('one')
  work(desk, client)
  return { desk, client }
}

function throwAway({ repo }: Desk): void {
  repo.git('checkout', '--quiet', '.')
  repo.git('clean', '--quiet', '-fd')
}

function nextHears(desk: Desk, session = 'next'): string {
  const next = desk.client(session)
  next.fire('SessionStart', { source: 'startup' })
  return say(next, 'continue')
}

test('thrown away by the user before a Stop, it is told to the next session, and to the one after that', async () => {
  const { desk, client } = dirtyDesk()
  throwAway(desk)
  client.turn('what do you think of the expiry?', 'It should be an hour.')
  client.fire('SessionEnd', { reason: 'other' })
  const briefing = nextHears(desk)
  expect(briefing).toMatch(/## Lost since the save\n- uncommitted work in src\/login\.ts: GONE between [\d: -]+ and/)
  expect(briefing).toContain('uncommitted work in src/new.ts: GONE')
  const second = desk.client('second')
  second.fire('SessionStart', { source: 'startup' })
  say(second, 'continue')
  second.turn('go on with the expiry check', 'I thought about it.')
  second.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk, 'third')).toContain('uncommitted work in src/login.ts: GONE')
})

test('it is over once the file has work again, or where somebody closes it', () => {
  const { desk, client } = dirtyDesk()
  throwAway(desk)
  client.turn('what do you think of the expiry?', 'It should be an hour.')
  desk.repo.write({ 'src/login.ts': 'export const ttl = 62\n' })
  client.turn('again then', 'Written again.')
  client.fire('SessionEnd', { reason: 'other' })
  const briefing = nextHears(desk)
  expect(briefing).not.toContain('uncommitted work in src/login.ts: GONE')
  const [, id = ''] = /uncommitted work in src\/new\.ts: GONE .*\((k-\w+)\)/.exec(briefing) ?? []
  const shown = desk.dogear('list', '--json').stdout
  const [{ name }] = (JSON.parse(shown) as { workstreams: [{ name: string }] }).workstreams
  desk.dogear('save', name, '--close', id)
  expect(desk.dogear('resume', name, '--yes').stdout).not.toContain('GONE')
})

test('it is lost also where the session edited and ran the file once more before', () => {
  const { desk, client } = dirtyDesk()
  client.file.wait(60_000)
  client.file.prompt('now the expiry')
  const edit = { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'c', new_string: 'd' }
  client.file.use('Edit', edit, { text: 'ok', result: { structuredPatch: [{ lines: ['-c', '+d'] }] } })
  client.file.use('Bash', { command: 'npx vitest run src/login.ts' }, { text: 'passed' })
  throwAway(desk)
  client.fire('Stop', { stop_hook_active: false })
  client.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk)).toContain('uncommitted work in src/login.ts: GONE')
})

/** With the date of today, as a person does it. */
function gitNow({ repo }: Desk, ...args: string[]): void {
  const { GIT_AUTHOR_DATE: _, GIT_COMMITTER_DATE: __, ...env } = cleanEnv(tempDir())
  execFileSync('git', args, { cwd: repo.dir, env, stdio: 'ignore' })
}

function stashedDesk(): { desk: Desk; client: Client } {
  const { desk, client } = dirtyDesk()
  gitNow(desk, 'stash', 'push', '--include-untracked')
  client.turn('what do you think of the expiry?', 'It should be an hour.')
  client.turn('and of the refresh?', 'A day is enough.')
  return { desk, client }
}

test('a stash that was seen is named as long as it is there, and dropped it is a loss', () => {
  const { desk, client } = stashedDesk()
  client.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk)).toContain('uncommitted work in src/login.ts: in the stash: stash@{0}')
  gitNow(desk, 'stash', 'drop')
  const briefing = nextHears(desk, 'third')
  expect(briefing).toContain('no longer here: src/login.ts, src/new.ts')
  expect(briefing).not.toContain('in the stash:')
})

test('dropped while the session goes on, it is known from its next save on', () => {
  const { desk, client } = stashedDesk()
  gitNow(desk, 'stash', 'drop')
  client.turn('which file has the expiry?', 'src/login.ts has it.')
  client.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk)).toMatch(/uncommitted work in src\/login\.ts: GONE between/)
})

test('a save that git did not answer forgets nothing of what was uncommitted', () => {
  const { desk, client } = dirtyDesk()
  client.file.prompt('what do you think of the expiry?')
  client.file.say('It should be an hour.')
  client.fire('Stop', { stop_hook_active: false }, { PATH: tempDir() })
  const saved = desk.entries().length
  expect(desk.entries().at(-1)).not.toContain('"dirty"')
  throwAway(desk)
  expect(nextHears(desk)).toContain('no longer here: src/login.ts, src/new.ts')
  client.turn('and now?', 'It is written.')
  client.fire('SessionEnd', { reason: 'other' })
  expect(desk.entries().length).toBeGreaterThan(saved)
  expect(nextHears(desk, 'third')).toMatch(/uncommitted work in src\/login\.ts: GONE between/)
})

test('a stash that came back, or whose work was committed since in whatever form, is no loss', () => {
  const { desk, client } = stashedDesk()
  gitNow(desk, 'stash', 'apply')
  client.turn('is it back?', 'Yes, it is.')
  expect(desk.dogear('resume', '--dry-run', '--yes').stdout).not.toContain('in the stash:')
  desk.repo.write({ 'src/login.ts': 'export const ttl = 63\n', 'src/new.ts': 'export const a = 3\n' })
  gitNow(desk, 'add', '--all')
  gitNow(desk, 'commit', '--message', 'login')
  client.turn('committed?', 'Yes, it is.')
  client.turn('all of it?', 'All of it.')
  gitNow(desk, 'stash', 'drop')
  client.turn('and the stash?', 'Dropped.')
  client.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk)).not.toContain('GONE')
})

test('what was committed before the Stop, or removed by the session itself, is no loss', () => {
  const { desk, client } = dirtyDesk()
  desk.repo.git('add', 'src/login.ts')
  desk.repo.git('commit', '--quiet', '-m', 'login')
  // Later than the save, however long that took on a busy machine.
  client.file.wait(600_000)
  client.file.prompt('remove the new file')
  client.file.use('Bash', { command: 'rm src/new.ts' }, { text: '' })
  rmSync(join(desk.repo.dir, 'src/new.ts'))
  client.fire('Stop', { stop_hook_active: false })
  client.fire('SessionEnd', { reason: 'other' })
  expect(nextHears(desk)).not.toContain('GONE')
})
