import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Client, type Desk, expectUntouched, hookDesk } from './support.js'

/** As the statusline writes it. */
/** The user lets the model save unasked, if nothing else is said. */
function fill(client: Client, home: string, percent: number, more: object = { maySave: true }): void {
  const context = { tokens: percent * 2000, window: 200_000, at: Date.now(), from: 'statusline' }
  writeFileSync(join(home, 'hooks', `${client.session}.json`), JSON.stringify({ ...client.state(), context, ...more }))
}

function ask(client: Client, prompt: string): ReturnType<Client['fire']> {
  return client.fire('UserPromptSubmit', { prompt })
}

/** The user wants prompts kept back where the context is full; a session is at work. */
function blockingDesk(session: string): { desk: Desk; client: Client } {
  const desk = hookDesk()
  desk.config({ block: true })
  const client = desk.client(session)
  client.fire('SessionStart', { source: 'startup' })
  client.turn('Repair the apple cart', 'Next I will sand it.')
  return { desk, client }
}

test('an ordinary prompt is left alone, and nothing is loaded for it [E15]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  expectUntouched(ask(one, 'Add a test for the parser, please'))
  expect(desk.log().map(({ event }) => event)).toEqual(['SessionStart'])
})

test('the advisory speaks once for each band, and again after a compaction [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  fill(one, desk.home, 69)
  expectUntouched(ask(one, 'Add a test'))
  fill(one, desk.home, 72)
  const { context } = ask(one, 'Add a test')
  expect(context.split('\n')).toEqual([
    'dogear: the context of this session is 72 % full (144,000 of 200,000 tokens).',
    'What is observed is saved by itself. What only you know is not: one call of mcp__dogear__save (in a plugin: mcp__plugin_dogear_dogear__save) with next, left_off, failed and decisions keeps it through a compaction or a clear.',
    'Save once now, then go on with the request.',
  ])
  expectUntouched(ask(one, 'Add a test'))
  fill(one, desk.home, 79)
  expectUntouched(ask(one, 'Add a test'))
  fill(one, desk.home, 86)
  expect(ask(one, 'Add a test').context).toContain('86 % full')
  fill(one, desk.home, 96)
  expect(ask(one, 'Add a test').context).toContain('A compaction is about to happen: save before anything else.')
  expectUntouched(ask(one, 'Add a test'))
  one.fire('SessionStart', { source: 'compact' })
  expectUntouched(ask(one, 'Add a test'))
  fill(one, desk.home, 71)
  expect(ask(one, 'Add a test').context).toContain('71 % full')
})

test('where the tool would ask the user, the model is not told to call it [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  fill(one, desk.home, 72, {})
  const { context } = ask(one, 'Add a test')
  expect(context).toContain('72 % full')
  expect(context).toContain('"Next: …"')
  expect(context).not.toMatch(/mcp__|call of/)
  fill(one, desk.home, 86, {})
  const free = { prompt: 'Add a test', permission_mode: 'bypassPermissions' }
  expect(one.fire('UserPromptSubmit', free).context).toContain('mcp__dogear__save')
})

test('a band that the client compacts before is not spoken of, and the last one before it is [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const reserve = { maySave: true, reserve: 33_000 }
  fill(one, desk.home, 72, reserve)
  expect(ask(one, 'Add a test').context).toContain('Save once now')
  fill(one, desk.home, 86, reserve)
  expectUntouched(ask(one, 'Add a test'))
})

test('what the settings of the client allow is known at the end of a turn [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const known = (permissions: object): unknown => {
    writeFileSync(join(desk.userHome, '.claude', 'settings.json'), JSON.stringify({ permissions }))
    one.turn('Repair the cart')
    return one.state()?.maySave
  }
  expect(known({ allow: ['Bash(ls)', 'mcp__dogear__save'] })).toBe(true)
  expect(known({ allow: ['mcp__dogear'], ask: ['mcp__dogear__save'] })).toBeUndefined()
  expect(known({ allow: ['mcp__dogear__list'] })).toBeUndefined()
  expect(known({ allow: ['mcp__plugin_dogear_dogear__*'] })).toBe(true)
})

test('a long turn hears of it at the next tool call, and not again at the prompt [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  fill(one, desk.home, 72)
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' }
  expect(one.fire('PreToolUse', tool).context).toContain('72 % full')
  expectUntouched(one.fire('PreToolUse', tool))
  expectUntouched(ask(one, 'Add a test'))
})

test('the use of the context is read from the session file where no statusline tells it [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the cart')
  expect(one.state()?.context).toMatchObject({ tokens: 1010, window: 200_000, from: 'transcript' })
})

test('the bands can be set [E13]', () => {
  const desk = hookDesk()
  desk.config({ autosave: { context: [50] } })
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  fill(one, desk.home, 51)
  expect(ask(one, 'Add a test').context).toContain('51 % full')
})

test('"continue" and "continue NAME" hand the briefing over without a call of the model [F3] [A11] [A13]', () => {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Run the apple test', '--failed', 'polling the wheel: too slow')
  desk.dogear('save', 'boats', '--next', 'Buy banana paint')
  desk.repo.git('checkout', '--quiet', '-b', 'other')
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const { context } = ask(one, 'continue auth')
  expect(context).toContain('Run the apple test')
  expect(context).toContain('⚠ Previously failed: polling the wheel')
  expect(context).toContain('Switch with: git checkout main')
  expect(one.state()).toMatchObject({ workstream: 'auth' })
  const [asked, missing] = [ask(desk.client('two'), 'continue'), ask(desk.client('three'), 'continue nonsense')]
  expect(asked.context).toContain('Ask the user; nothing has been resumed yet.')
  expect(asked.context).toMatch(/auth[^]*boats|boats[^]*auth/)
  expect(missing.context).toBe('dogear: there is no checkpoint "nonsense" (one of: boats, auth)')
})

test('where nothing has a name, a name that is not there is answered with what there is', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Rank titles higher than bodies.')
  one.file.use('Edit', { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' })
  one.turn('And test it.')
  expect(ask(desk.client('two'), 'continue nonsense').context).toMatch(
    /^dogear: there is no checkpoint "nonsense" \(one of: \w{7} \(Rank titles higher than bodies\.\)\)$/,
  )
})

test('what is continued is the newest work under its checkpoint, and going on from it makes no fork [F3]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  desk.dogear('save', 'auth', '--task', 'OAuth login', '--next', 'Write the token test', '--no-git')
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  ask(two, 'continue auth')
  two.turn('Refresh the token in src/login.ts')
  const three = desk.client('three')
  three.fire('SessionStart', { source: 'startup' })
  const { context } = ask(three, 'continue auth')
  expect(context).toContain('OAuth login')
  expect(context).toContain('Refresh the token in src/login.ts')
  three.turn('Now the logout')
  const { workstreams } = desk.dogear('list', '--json').json<{ workstreams: { name: string; heads: unknown[] }[] }>()
  expect(workstreams.map(({ name, heads }) => [name, heads.length])).toEqual([['auth', 1]])
})

test('in a session that is at work "continue" means the conversation [F4]', () => {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Run the apple test')
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Paint the boat', 'Next I will buy paint.')
  expectUntouched(ask(one, 'continue'))
  expectUntouched(ask(one, 'continue tests'))
  expectUntouched(ask(one, 'continue with the second coat of paint and do not forget the rudder'))
  expect(one.state()).not.toHaveProperty('resumed')
})

test('"what was I working on?" is answered with the list, and a wish to save with the way to it', () => {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Run the apple test')
  const one = desk.client('one')
  expect(ask(one, 'what was I working on?').context).toContain('- auth (just now, main): Run the apple test')
  expect(ask(one, 'checkpoint boats').context).toContain('mcp__dogear__save')
  expect(ask(one, 'checkpoint boats').context).toContain('with name "boats"')
})

test.each(['goodnight', '晚安', 'ok thanks, see you tomorrow!'])('"%s" saves before the user leaves [C9]', (words) => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Repair the apple cart')
  one.file.say('Next I will sand the apple cart.')
  expectUntouched(ask(one, words))
  expect(desk.entries()).toHaveLength(1)
  expect(desk.entries()[0]).toContain('sand the apple cart')
})

test('nothing is blocked unless the user asked for it [E13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  fill(one, desk.home, 99)
  expect(ask(one, 'Add a test')).not.toHaveProperty('decision')
})

test('who asked for it has the prompt kept before it is blocked, and answered exactly once after "continue" [E13] [E11]', () => {
  const { desk, client: one } = blockingDesk('one')
  fill(one, desk.home, 94)
  expect(ask(one, 'Add a test')).not.toHaveProperty('decision')
  fill(one, desk.home, 97)
  const blocked = ask(one, 'Rename the kumquat')
  expect(blocked.decision).toBe('block')
  expect(blocked.reason).toBe(
    'dogear kept this prompt back: the context is 97 % full. Run /compact (or /clear) and then say "continue": it will be answered with the checkpoint. To send it now all the same, send it again.',
  )
  one.fire('PreCompact', { trigger: 'manual', custom_instructions: null })
  expect(one.fire('SessionStart', { source: 'compact' }).context).toContain('"Rename the kumquat"')
  expect(ask(one, 'continue').context).toContain('Rename the kumquat')
  expectUntouched(ask(one, 'continue'))
  expect(one.fire('SessionStart', { source: 'compact' }).context).not.toContain('kumquat')
})

test('a prompt sent again goes through, and is not answered a second time later [E13] [E11]', () => {
  const desk = hookDesk()
  desk.config({ block: true })
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart')
  fill(one, desk.home, 97)
  expect(ask(one, 'Rename the kumquat').decision).toBe('block')
  expect(ask(one, 'Rename the kumquat')).not.toHaveProperty('decision')
  expect(ask(one, 'continue').context).not.toContain('kumquat')
})

test('a prompt that could not be kept is let through [E13] [E15]', () => {
  const desk = hookDesk()
  desk.config({ block: true })
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart')
  fill(one, desk.home, 97)
  const { project } = one.state() as { project: string }
  const sessions = join(desk.home, 'projects', project, 'sessions')
  rmSync(sessions, { recursive: true, force: true })
  writeFileSync(sessions, 'a file where a folder should be')
  expect(ask(one, 'Rename the kumquat')).not.toHaveProperty('decision')
  expect(desk.log().at(-1)).toMatchObject({ ok: true, did: expect.stringContaining('let through') as string })
})

test('a prompt kept before a clear is answered by the session after it, whole; one too long stays kept [E13] [E11]', () => {
  const { desk, client: old } = blockingDesk('old')
  fill(old, desk.home, 97)
  const [whole, giant] = [`Rename ${'the kumquat '.repeat(150)}END`, `Grow ${'the pumpkin '.repeat(1000)}`]
  expect(ask(old, whole).decision).toBe('block')
  expect(ask(old, giant).decision).toBe('block')
  old.fire('SessionEnd', { reason: 'clear' })
  const fresh = desk.client('fresh')
  const pid = { CLAUDE_PID: String(old.pid) }
  expect(fresh.fire('SessionStart', { source: 'clear' }, pid).context).toContain('and 1 more')
  const { context } = fresh.fire('UserPromptSubmit', { prompt: 'continue' }, pid)
  expect(context).toContain(whole)
  expect(context).not.toContain('pumpkin')
  expect(context).toContain('too long to be handed over here')
  expect(context.length).toBeLessThanOrEqual(9500)
  expect(desk.dogear('prompts', '--session', 'old').stdout).toContain('pumpkin')
})
