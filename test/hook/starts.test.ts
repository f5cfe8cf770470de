import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/world.js'
import { clockAt, expectUntouched, hookDesk } from './support.js'

const HOUR = 3_600_000

test('after a compaction the session is handed what it saved itself [F3] [E14] [C11]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  expectUntouched(one.fire('SessionStart', { source: 'startup' }))
  one.file.use('Bash', { command: 'npm run login-check' }, { error: true, text: 'Error: token expired' })
  one.turn(
    'Make the login survive a restart',
    'I will use Redis because memory is lost. Next I will edit src/login.ts.',
  )
  expectUntouched(one.fire('PreCompact', { trigger: 'manual', custom_instructions: null }))
  const { context } = one.fire('SessionStart', { source: 'compact' })
  expect(context).toContain(': the newest of this session, which was compacted')
  expect(context).toMatch(/^## Checks\n- `npm run login-check` ✗ Error: token expired/m)
  expect(context).toContain('Next I will edit src/login.ts.')
  expect(context).toContain('Make the login survive a restart')
  expect(context).toMatch(/^\[dogear-briefing \w+: checkpoint, entry \w+, saved /)
})

test('after a compaction the session’s own judgement is told, and what waits beside it [F3] [F5]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Follow the plan', 'Next I will edit src/login.ts.')
  desk.dogear('save', 'main', '--session', 'one', '--decision', 'Redis, because memory is lost', '--no-transcript')
  one.turn('And the tests', 'Next I will write src/login.test.ts.')
  desk.dogear('prompts', 'push', '--session', 'one', 'And the documents')
  one.fire('PreCompact', { trigger: 'auto', custom_instructions: null })
  const { context } = one.fire('SessionStart', { source: 'compact' })
  expect(context).toContain('Redis, because memory is lost')
  expect(context).toContain('Next I will write src/login.test.ts.')
  expect(context).toContain('And the documents')
})

test('a compaction that was not announced is saved from the session file [F3]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Make the login survive a restart')
  one.file.say('Next I will edit src/login.ts.')
  expect(desk.entries()).toHaveLength(0)
  expect(one.fire('SessionStart', { source: 'compact' }).context).toContain('Make the login survive a restart')
})

test('two sessions in one worktree never receive each other’s briefing [F4]', () => {
  const desk = hookDesk()
  const [ada, bob] = [desk.client('ada'), desk.client('bob')]
  ada.fire('SessionStart', { source: 'startup' })
  bob.fire('SessionStart', { source: 'startup' })
  ada.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  bob.turn('Paint the banana boat', 'Next I will buy banana paint.')
  desk.dogear('save', 'apples', '--session', 'ada', '--next', 'Sand the apple wheel', '--no-transcript')
  ada.turn('And now the apple wheel', 'Next I will turn the apple wheel.')
  bob.turn('And now the banana sail', 'Next I will sew the banana sail.')
  for (const [client, own, foreign] of [
    [ada, 'apple', 'banana'],
    [bob, 'banana', 'apple'],
  ] as const) {
    client.fire('PreCompact', { trigger: 'auto', custom_instructions: null })
    const { context } = client.fire('SessionStart', { source: 'compact' })
    expect(context).toContain(own)
    expect(context).not.toContain(foreign)
  }
})

test('two worktrees never receive each other’s briefing, offer or pointer [F4]', async () => {
  const desk = hookDesk()
  const beside = join(tempDir(), 'beside')
  desk.repo.git('worktree', 'add', '--quiet', '-b', 'boats', beside)
  const [ada, bob] = [desk.client('ada'), desk.client('bob', beside)]
  ada.fire('SessionStart', { source: 'startup' })
  expect(bob.fire('SessionStart', { source: 'startup' }).context).toBe('')
  ada.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  await ada.kill()
  const late = desk.client('late', beside)
  expect(late.fire('SessionStart', { source: 'startup' }).context).toBe('')
  expect(late.fire('UserPromptSubmit', { prompt: 'continue' }).context).toBe('')
  bob.turn('Paint the banana boat', 'Next I will buy banana paint.')
  expect(bob.fire('SessionStart', { source: 'compact' }).context).not.toContain('apple')
})

test('what a crash cut off says how old its next action is', async () => {
  const desk = hookDesk()
  const gone = desk.client('gone')
  const edit = (): void =>
    gone.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  gone.fire('SessionStart', { source: 'startup' })
  edit()
  gone.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  gone.file.wait(120_000)
  gone.file.prompt('go on')
  edit()
  gone.file.say('It is sanded.')
  gone.fire('Stop', { last_assistant_message: 'It is sanded.', stop_hook_active: false })
  await gone.kill()
  const { context } = desk.client('next').fire('SessionStart', { source: 'startup' })
  expect(context).toContain('Next I will sand the apple cart.')
  expect(context).toContain('(read before 1 turn of work)')
})

test('what a crash cut off is offered at the next start, and "continue" resumes it [F3]', async () => {
  const desk = hookDesk()
  const gone = desk.client('gone')
  gone.fire('SessionStart', { source: 'startup' })
  gone.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  gone.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  await gone.kill()
  const next = desk.client('next')
  const start = next.fire('SessionStart', { source: 'startup' })
  expect(start.context.length).toBeLessThanOrEqual(1000)
  expect(start.context).toMatch(/^dogear: an earlier session in this worktree was cut off/)
  expect(start.context).toContain('Next I will sand the apple cart.')
  expect(start.context).toContain('nothing has been resumed yet.')
  expect(start.message).toBe(
    'dogear: a session here was cut off just now. Say "continue" to go on with "Repair the apple cart".',
  )
  const { context } = next.fire('UserPromptSubmit', { prompt: 'continue' })
  expect(context).toContain('## Next action\nNext I will sand the apple cart.')
  expect(context).toMatch(/The user asked to continue this: .*$/)
  next.turn('continue', 'Sanded. Next I will oil the wheel.')
  expect(next.state()?.on?.name).toBe(gone.state()?.on?.name)
  expect(new Set(desk.entries().map((text) => /^name: .*$/m.exec(text)?.[0])).size).toBe(1)
})

test('what was cut off in the middle of a turn is saved by the next start, from its transcript [F3]', async () => {
  const desk = hookDesk()
  const gone = desk.client('gone')
  gone.fire('SessionStart', { source: 'startup' })
  gone.file.prompt('Repair the apple cart')
  gone.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  await gone.kill()
  expect(desk.entries()).toHaveLength(0)
  const next = desk.client('next')
  expect(next.fire('SessionStart', { source: 'startup' }).context).toMatch(/was cut off[^]*Repair the apple cart/)
  expect(desk.entries()[0]).toContain('Repair the apple cart')
  expect(desk.entries()[0]).toContain('"session": "gone"')
  const other = desk.client('other')
  other.fire('SessionStart', { source: 'startup' })
  expect(desk.entries()).toHaveLength(1)
})

test('what reached the file while the last turn was being saved is saved by the next start [F3]', async () => {
  const desk = hookDesk()
  const gone = desk.client('gone')
  gone.fire('SessionStart', { source: 'startup' })
  gone.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  gone.file.use('Bash', { command: 'npm run sand' }, { error: true, text: 'Error: no sandpaper' })
  // As if it had been written between the reading and the end of the save.
  const during = (gone.state()?.lastSave?.atMs ?? 0) / 1000 - 0.001
  utimesSync(gone.file.path, during, during)
  await gone.kill()
  const next = desk.client('next')
  next.fire('SessionStart', { source: 'startup' })
  expect(next.fire('UserPromptSubmit', { prompt: 'continue' }).context).toMatch(
    /^## Checks\n- `npm run sand` ✗ Error: no sandpaper/m,
  )
})

test('what was cut off more than a day ago is still offered where nothing is newer, and said to be old [C11] [F3]', async () => {
  const desk = hookDesk()
  const gone = desk.client('gone')
  const then = Date.now() - 30 * HOUR
  const past = clockAt(then)
  gone.fire('SessionStart', { source: 'startup' }, past)
  gone.file.prompt('Repair the apple cart')
  gone.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  gone.file.say('Next I will sand the apple cart.')
  gone.fire('Stop', { last_assistant_message: 'Next I will sand the apple cart.' }, past)
  await gone.kill()
  utimesSync(gone.file.path, then / 1000, then / 1000)
  const { context, message } = desk.client('next').fire('SessionStart', { source: 'startup' })
  expect(context).toContain(
    'Its last autosave is "Repair the apple cart", 1 day ago (end of a turn). It is old and may be out of date.',
  )
  expect(context).toContain('It was at: Next I will sand the apple cart.')
  expect(message).toContain('a session here was cut off 1 day ago')
  expect(desk.entries()).toHaveLength(1)
})

test('a restore that quoin announced is told to a new session, beside the rest [E8]', () => {
  const desk = hookDesk()
  desk.repo.write({ '.workflow_artifacts/memory/.keep': '' })
  desk.dogear('save', 'auth', '--layout', 'quoin', '--session', 'old', '--next', 'Run npm test', '--no-transcript')
  const waits =
    'dogear: A checkpoint waits to be restored in this worktree (.workflow_artifacts/memory/pending-restore-old.txt). The user restores it by saying "continue".'
  expect(desk.client('one').fire('SessionStart', { source: 'startup' }).context.split('\n')).toContain(waits)
  expect(desk.client('two').fire('SessionStart', { source: 'clear' }).context).not.toContain('waits to be restored')
})

test('a session that is taken up again is told nothing of another session in the same worktree [F4]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  one.fire('SessionEnd', { reason: 'other' })
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  two.turn('Write the pear song', 'Next I will rhyme the pear song.')
  expect(one.fire('SessionStart', { source: 'resume' }).context).not.toContain('pear')
})

test('a session that ended as it should is only pointed to, in one line', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  expectUntouched(one.fire('SessionEnd', { reason: 'prompt_input_exit' }))
  const { context, message } = desk.client('two').fire('SessionStart', { source: 'startup' })
  expect(context).toBe(
    'dogear: the last checkpoint in this worktree is "Repair the apple cart", saved just now: Next I will sand the apple cart. The user can say "continue".',
  )
  expect(message).toBe('dogear: "Repair the apple cart" was saved here just now. Say "continue" to go on with it.')
})

test('a session opened for something else does not bury the checkpoint of another [F4] [C10]', () => {
  const desk = hookDesk()
  desk.dogear('save', 'main', '--next', 'Sand the apple wheel', '--task', 'Repair the apple cart')
  const quick = desk.client('quick')
  quick.fire('SessionStart', { source: 'startup' })
  quick.turn('What is a monad?', 'A burrito. Next I will bake one.')
  expect(quick.state()?.workstream).toMatch(/^loose-/)
  for (const args of [['resume', 'main'], ['resume']]) {
    const { stdout } = desk.dogear(...args)
    expect(stdout).toContain('Sand the apple wheel')
    expect(stdout).not.toContain('monad')
  }
})

test('a resumed session is told what others added since, else where it stands in one line', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand the apple cart.')
  one.fire('SessionEnd', { reason: 'other' })
  expect(one.fire('SessionStart', { source: 'resume' }).context).toMatch(/^dogear: the last checkpoint .*$/)
  desk.dogear('save', 'main', '--session', 'codex-7', '--next', 'Varnish the apple cart', '--no-transcript')
  expect(one.fire('SessionStart', { source: 'resume' }).context).toContain('Varnish the apple cart')
})

test('who keeps a decision log is shown the checkpoint itself at the start [D6]', () => {
  const desk = hookDesk()
  desk.dogear(
    'save',
    'apples',
    '--layout',
    'decision-log',
    '--decision',
    'none',
    '--next',
    'Sand the apple wheel',
    '--task',
    'Repair the cart',
  )
  desk.config({ layouts: ['decision-log'] })
  const one = desk.client('one')
  const { context } = one.fire('SessionStart', { source: 'startup' })
  expect(context).toContain('# Resuming: apples')
  expect(context).toContain('Sand the apple wheel')
  one.turn('Paint it', 'Next I will buy paint.')
  expect(desk.entries()).toHaveLength(2)
})

test('a briefing stays below the size the client shows whole, and no item is cut [F3]', () => {
  const desk = hookDesk()
  desk.config({ budget: 50_000 })
  const done = Array.from({ length: 40 }, (_, i) => `item ${i}: ${'lorem ipsum dolor '.repeat(20)}end-of-${i}`)
  desk.dogear('save', 'main', '--session', 'one', '--next', 'Go', ...done.flatMap((text) => ['--done', text]))
  const { context } = desk.client('one').fire('SessionStart', { source: 'compact' })
  expect(context.length).toBeGreaterThan(6000)
  expect(context.length).toBeLessThanOrEqual(9500)
  for (const found of context.matchAll(/item (\d+): /g)) expect(context).toContain(`end-of-${found[1]}`)
  expect(context).toMatch(/\n\[\/dogear-briefing \w+\]\s*$/)
})

test('what a hook says is redacted by the program it has loaded, not by a second one', () => {
  const desk = hookDesk()
  for (const name of ['auth', 'docs']) desk.dogear('save', name, '--next', 'Run the tests')
  const start = { source: 'startup' }
  const own = { XDG_CACHE_HOME: join(desk.userHome, '.cache') }
  expect(desk.client('one').fire('SessionStart', start, own).message).toContain('continue <name>')
  const kinds = readdirSync(join(own.XDG_CACHE_HOME, 'dogear')).map((name) => name.replace(/^.*-hook-/, ''))
  expect(kinds).toEqual(['start-startup'])
})
