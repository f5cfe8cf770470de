/** A new session in the same worktree, on the same branch: what it is handed unasked, and what when its first prompt asks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clockAt, type Client, type Desk, hookDesk } from './support.js'
import { expectWhole, say, work } from './stories.js'

const HOUR = 3_600_000

async function worked(act: (desk: Desk, client: Client) => void = work): Promise<Desk> {
  const desk = hookDesk()
  const first = desk.client('first')
  act(desk, first)
  first.fire('SessionEnd', { reason: 'prompt_input_exit' })
  await first.kill()
  return desk
}

function begin(desk: Desk, session = 'second'): Client & { told: string; user: string } {
  const client = desk.client(session)
  const { context, message } = client.fire('SessionStart', { source: 'startup' })
  return { ...client, told: context, user: message }
}

test('it is handed where the work stands in at most 1,000 characters, and the user reads one line [F20]', async () => {
  const { told, user } = begin(await worked())
  expect(told.length).toBeLessThanOrEqual(1000)
  expect(told).toMatch(/^\[dogear-briefing \w+: checkpoint, entry \w+\]/)
  // Nothing has been resumed by it.
  expect(told).toContain('# The last work here, saved just now on ')
  expect(told).not.toContain('Resuming')
  expect(told).toContain('Next I will write the expiry check')
  expect(told).toMatch(/\ndogear: "continue" brings all of it; what else the user asks comes first\.$/)
  expect(user).toBe(
    'dogear: "Replace the session cookies by signed tokens." was saved here just now. Say "continue" to go on with it.',
  )
})

test.each([
  'whats next',
  'read your handoff and start',
  'wie ist der Stand?',
  '请继续',
  '現状は？',
  'на чём мы остановились',
])('a first prompt without an object of its own (%j) is handed all of it, once', async (prompt) => {
  const desk = await worked()
  const second = begin(desk)
  expectWhole(say(second, prompt))
  second.file.say('Here is where it stands.')
  second.fire('Stop', { stop_hook_active: false })
  expect(say(second, prompt)).toBe('')
})

test.each([
  'Add a dark mode to the settings page',
  'what is a monad?',
  '로그인 버그 고쳐줘',
  'fix the typo in README.md',
])('a first prompt about something else (%j) gets nothing more', async (prompt) => {
  const second = begin(await worked())
  expect(say(second, prompt)).toBe('')
})

test('what is to be done with the work that is there is told what the work is', async () => {
  const second = begin(await worked())
  const told = say(second, 'make a pr for this')
  expectWhole(told)
  expect(told).toContain('What the user asks is about this work: do that')
})

test('a document that the session wrote hands its work over; another one does not', async () => {
  const desk = await worked((where, client) => {
    work(where, client)
    const path = join(where.repo.dir, 'docs-for-later.md')
    writeFileSync(path, '# Later\n\nWrite the expiry check.\n')
    client.file.use('Write', { file_path: path, content: '# Later' }, { text: 'ok' })
    client.turn('Write down where we are in docs-for-later.md', 'It is written.')
  })
  expect(say(begin(desk), 'read other-notes.md and start')).toBe('')
  expectWhole(say(begin(desk, 'third'), 'read @docs-for-later.md and start'))
})

test('who names the workstream is handed it, whatever else is asked', async () => {
  const desk = hookDesk()
  desk.dogear('save', 'login-tokens', '--next', 'Write the expiry check', '--task', 'Replace the session cookies')
  const second = begin(desk)
  const told = say(second, 'Why does the test of login-tokens fail on Mondays?')
  expect(told).toContain('Write the expiry check')
  expect(told).toContain('What the user asks is about this work')
})

test('older than the limit: one line, and the whole when it is asked for; the limit can be set', async () => {
  const desk = hookDesk()
  const first = desk.client('first')
  work(desk, first)
  first.fire('SessionEnd', { reason: 'other' })
  await first.kill()
  const fire = (session: string, hours: number): string =>
    desk.client(session).fire('SessionStart', { source: 'startup' }, clockAt(Date.now() + hours * HOUR)).context
  expect(fire('soon', 23)).toContain('[dogear-briefing')
  const late = fire('late', 25)
  expect(late).toMatch(/^dogear: the last checkpoint in this worktree is .*$/)
  expect(desk.dogear('config', 'offer-hours', '48').code).toBe(0)
  expect(fire('later', 25)).toContain('[dogear-briefing')
  expect(desk.dogear('config', 'offer-hours', '0').code).toBe(0)
  expect(fire('never', 0)).toMatch(/^dogear: the last checkpoint in this worktree is .*$/)
})

test('another branch and another worktree are handed nothing of it [F20]', async () => {
  const desk = await worked()
  desk.repo.git('checkout', '--quiet', '-b', 'other')
  const { told } = begin(desk)
  expect(told).not.toContain('cookies')
  desk.repo.git('checkout', '--quiet', '-')
  const beside = `${desk.repo.dir}-beside`
  desk.repo.git('worktree', 'add', '--quiet', '-b', 'beside', beside)
  const there = desk.client('there', beside)
  expect(there.fire('SessionStart', { source: 'startup' }).context).toBe('')
  expect(say(there, 'whats next')).not.toContain('cookies')
  desk.repo.git('worktree', 'remove', '--force', beside)
})

test('a session that is taken up again is told where it stands in one line, also where its client says that it is new', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  one.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  one.fire('SessionEnd', { reason: 'other' })
  const [resumed, again] = ['resume', 'startup'].map((source) => one.fire('SessionStart', { source }).context)
  expect(resumed).toMatch(/^dogear: the last checkpoint .*$/)
  expect(again).toBe(resumed)
})
