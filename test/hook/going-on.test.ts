/** Words that go on with the work before, in a session that has done nothing yet, in the words people use. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectWhole, say, work } from './stories.js'
import { hookDesk, type Desk } from './support.js'
import { scratchRepo, tempDir } from '../support/world.js'

async function worked(): Promise<Desk> {
  const desk = hookDesk()
  const first = desk.client('first')
  work(desk, first)
  first.fire('SessionEnd', { reason: 'other' })
  await first.kill()
  return desk
}

test.each(['weiter', "good morning, let's pick this up again", 'seguimos', 'yes please'])(
  '%j in a new session is whole, and its work goes on in the same line',
  async (words) => {
    const desk = await worked()
    const second = desk.client('second')
    second.fire('SessionStart', { source: 'startup' })
    expectWhole(say(second, words))
    second.file.say('We decided to keep the old cookie name.')
    second.fire('Stop', { stop_hook_active: false })
    await second.kill()
    expectKept(desk)
  },
)

/** The next session is handed all of it, with what was decided on the way. */
function expectKept(desk: Desk): void {
  const last = desk.client('last')
  last.fire('SessionStart', { source: 'startup' })
  const briefing = say(last, 'continue')
  expectWhole(briefing)
  expect(briefing).toContain('old cookie name')
}

test('after a clear "go on" puts the session on the line it came from', async () => {
  const desk = hookDesk()
  const client = desk.client('before')
  work(desk, client)
  const asBefore = { CLAUDE_PID: String(client.pid) }
  client.fire('SessionEnd', { reason: 'clear' })
  const after = desk.client('after')
  after.fire('SessionStart', { source: 'clear' }, asBefore)
  after.fire('UserPromptSubmit', { prompt: 'go on' }, asBefore)
  after.file.prompt('go on')
  after.file.say('We decided to keep the old cookie name.')
  after.fire('Stop', { stop_hook_active: false }, asBefore)
  expectKept(desk)
})

test.each(['wo waren wir?', 'where were we?'])('%j is answered, not worked on', async (words) => {
  const desk = await worked()
  const second = desk.client('second')
  second.fire('SessionStart', { source: 'startup' })
  const told = say(second, words)
  expectWhole(told)
  expect(told).toContain('asked where this stands')
  expect(told).not.toContain('go on with the next action')
})

test('in a conversation the same words mean the conversation', async () => {
  const desk = await worked()
  const second = desk.client('second')
  second.fire('SessionStart', { source: 'startup' })
  work(desk, second)
  for (const words of ['go on', 'yes', 'weiter', "what's next?"]) expect(say(second, words)).toBe('')
  const quick = desk.client('quick')
  quick.fire('SessionStart', { source: 'startup' })
  quick.turn('What is HMAC?', 'A keyed hash. Shall I show an example?')
  expect(say(quick, 'yes')).toBe('')
})

test('a repository that was moved is the same worktree: told at the start, and gone on with', async () => {
  const repo = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })
  const desk = hookDesk(repo)
  const first = desk.client('first')
  work(desk, first)
  first.fire('SessionEnd', { reason: 'other' })
  await first.kill()
  const moved = `${repo.dir}-moved`
  renameSync(repo.dir, moved)
  const second = desk.client('second', moved)
  expect(second.fire('SessionStart', { source: 'startup' }).context).toContain('Replace the session cookies')
  const briefing = say(second, 'continue')
  expectWhole(briefing)
  expect(briefing).not.toContain('this is ')
  rmSync(moved, { recursive: true, force: true })
})

test.each(['the repository', 'a worktree of it'])(
  '%s is moved after a crash: the turn that was cut off is saved, in the same place, with its files',
  async (what) => {
    const repo = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })
    const desk = hookDesk(repo)
    const isLinked = what !== 'the repository'
    const place = isLinked ? join(tempDir(), 'linked') : repo.dir
    if (isLinked) repo.git('worktree', 'add', '--quiet', '-b', 'feat', place)
    const first = desk.client('first', place)
    work(desk, first)
    first.file.prompt('now the refresh')
    first.file.say('We decided to refresh in the background.')
    writeFileSync(join(place, 'src/refresh.ts'), 'export const refresh = 1\n')
    first.file.use('Write', { file_path: `${place}/src/refresh.ts`, content: 'x' }, { text: 'ok' })
    await first.kill()
    const moved = `${place}-moved`
    if (isLinked) repo.git('worktree', 'move', place, moved)
    else renameSync(place, moved)
    const second = desk.client('second', moved)
    expect(second.fire('SessionStart', { source: 'startup' }).context).toContain('cut off')
    const briefing = say(second, 'continue')
    expectWhole(briefing)
    expect(briefing).toContain('refresh in the background')
    expect(briefing).toContain('- src/refresh.ts *')
    expect(briefing).not.toMatch(/this is |GONE|missing/)
    rmSync(moved, { recursive: true, force: true })
  },
)

test('a new worktree in the place of one that was removed is another one', async () => {
  const repo = scratchRepo({ 'src/login.ts': 'export const ttl = 60\n' })
  const desk = hookDesk(repo)
  const place = join(tempDir(), 'linked')
  repo.git('worktree', 'add', '--quiet', '-b', 'feat', place)
  const first = desk.client('first', place)
  work(desk, first)
  first.fire('SessionEnd', { reason: 'other' })
  await first.kill()
  repo.git('worktree', 'remove', '--force', place)
  const other = join(tempDir(), 'linked')
  repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
  expect(desk.client('second', other).fire('SessionStart', { source: 'startup' }).context).not.toContain('cookies')
})
