import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shortId } from '../../src/core/entry/id.js'
import { tempDir } from '../support/world.js'
import { type Client, expectUntouched, hookDesk } from './support.js'

test('the end of a turn is saved in silence, with what was last said even before it reached the file [E14] [C10]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Repair the apple cart')
  expectUntouched(one.fire('Stop', { last_assistant_message: 'Next I will sand the apple cart.' }))
  const [entry] = desk.entries()
  expect(entry).toContain('lane: "auto"')
  expect(entry).toContain('"session": "one"')
  expect(entry).toContain('Next I will sand the apple cart.')
  expect(entry).toContain('reason: "end of a turn"')
})

test('a turn that adds nothing makes no entry [C10]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  expectUntouched(one.fire('Stop', {}))
  expectUntouched(one.fire('Notification', { notification_type: 'idle_prompt', message: 'waiting' }))
  expectUntouched(one.fire('SessionEnd', { reason: 'other' }))
  expect(desk.entries()).toHaveLength(1)
  expect(desk.log().map(({ did }) => did)).toEqual([
    'nothing to tell',
    expect.stringMatching(/^saved loose-\d{6}-\w{8} 2/),
    'not saved: same',
    'not saved: same',
    'not saved: same',
  ])
})

test('a session that was begun and left saves nothing, whatever lies uncommitted in the work tree', () => {
  const desk = hookDesk()
  desk.repo.write({ 'src/login.ts': 'export const ttl = 61\n', 'new.ts': 'new\n' })
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.fire('SessionEnd', { reason: 'other' })
  // Some clients write a file at once, with nothing of anybody in it.
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  appendFileSync(two.file.path, `${JSON.stringify({ type: 'mode', mode: 'normal', sessionId: 'two' })}\n`)
  two.fire('SessionEnd', { reason: 'other' })
  expect(desk.entries()).toEqual([])
  const three = desk.client('three')
  three.fire('SessionStart', { source: 'startup' })
  three.turn('Repair the apple cart', 'Next I will sand it.')
  expect(desk.entries()).toHaveLength(1)
})

test('idle time, a failed turn and the end of the session are saved [C9]', () => {
  const events: [string, object][] = [
    ['Notification', { notification_type: 'idle_prompt', message: 'waiting' }],
    ['StopFailure', { error: 'server_error' }],
    ['SessionEnd', { reason: 'logout' }],
    ['PreCompact', { trigger: 'auto', custom_instructions: null }],
  ]
  for (const [event, more] of events) {
    const desk = hookDesk()
    const one = desk.client('one')
    one.file.prompt('Repair the apple cart')
    one.fire(event, more)
    expect([event, desk.entries().length]).toEqual([event, 1])
  }
})

test('at a rate limit the user is told how to go on in another agent', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.file.prompt('Repair the apple cart')
  const { message } = one.fire('StopFailure', { error: 'rate_limit' })
  const handle = shortId(one.state()?.lastSave?.id ?? '')
  // The second where another agent is on the PATH.
  const ways = `start one in this folder and say "continue ${handle}"|dogear relay [a-z-]+ ${handle}`
  expect(message).toMatch(
    new RegExp(`^dogear saved this work as "${handle}"\\. To go on in another agent now: (?:${ways})$`),
  )
  expect(one.state()).toMatchObject({ limited: handle })
  expectUntouched(one.fire('StopFailure', { error: 'invalid_request' }))
})

test('when the service refuses, what reaches the session file a moment later is saved too [F3]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.file.prompt('Repair the apple cart')
  one.file.use('Bash', { command: 'npm run sand' }, { error: true, text: 'Exit code 1\nError: no sandpaper' })
  const text = readFileSync(one.file.path, 'utf8')
  const result = text.lastIndexOf('\n', text.length - 2) + 1
  const late = join(tempDir(), 'late')
  writeFileSync(one.file.path, text.slice(0, result))
  writeFileSync(late, text.slice(result))
  spawn('sh', ['-c', 'sleep 0.1 && cat "$0" >> "$1"', late, one.file.path], { stdio: 'ignore' })
  one.fire('StopFailure', { error: 'rate_limit' })
  expect(desk.entries()[0]).toContain('Error: no sandpaper')
})

test('other notifications and the ends of sub-agents are left alone', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.file.prompt('Repair the apple cart')
  expectUntouched(one.fire('Notification', { notification_type: 'permission_prompt', message: 'may I?' }))
  expectUntouched(one.fire('SubagentStop', { agent_id: 'a', agent_type: '' }))
  expectUntouched(one.fire('SomethingNew', {}))
  expect(desk.entries()).toHaveLength(0)
  expect(existsSync(desk.home)).toBe(false)
})

test('what the session saved with its own judgement is continued, not replaced [C10]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  desk.dogear('save', 'main', '--session', 'one', '--next', 'Turn the wheel by hand', '--no-transcript')
  one.turn('And the second wheel', 'Turning. Next I will rest.')
  const { context } = one.fire('SessionStart', { source: 'compact' })
  expect(context).toContain('Turn the wheel by hand')
  expect(context).toContain('And the second wheel')
})

test('a big session is read on from where the last turn ended, and loses nothing on the way [F3]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Repair the apple cart')
  one.file.use('Bash', { command: 'make wheel' }, { error: true, text: 'error: no spokes' })
  one.file.use('Bash', { command: 'make axle' }, { error: true, text: 'error: no iron' })
  one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
  one.file.use('Read', { file_path: join(desk.repo.dir, 'big.txt') }, { text: 'x'.repeat(2_500_000) })
  one.turn('Go on', 'I decided to use oak because pine rots.')
  const mark = join(desk.home, 'hooks', 'one.mark.json')
  expect(statSync(mark).size).toBeLessThan(10_000)
  // Whoever reads the start again would stumble over this.
  const size = statSync(one.file.path).size
  one.file.use('Bash', { command: 'make axle' }, { text: 'ok' })
  one.turn('And the axle?', 'The axle is done. Next I will oil it.')
  expect(statSync(one.file.path).size - size).toBeLessThan(10_000)
  const entry = desk.entries().at(-1) as string
  for (const fact of [
    'Repair the apple cart',
    'use oak because pine rots',
    '`make wheel`',
    'Next I will oil it.',
    'And the axle?',
    'src/login.ts',
  ])
    expect(entry).toContain(fact)
  expect(entry).toContain('`make axle` failed, now passes')
  expect(desk.log().every(({ ok }) => ok)).toBe(true)
})

test('the next action of the last turn is still the one at the end, at any size, also where the last words never reach the file [case 5]', () => {
  for (const length of [10, 2_500_000]) {
    const desk = hookDesk()
    const one = desk.client('one')
    one.file.prompt('Repair the apple cart')
    one.file.use('Read', { file_path: join(desk.repo.dir, 'big.txt') }, { text: 'x'.repeat(length) })
    one.turn('Find the iron', 'Next I will forge the axle.')
    one.file.prompt('Good. Do that, and never touch package.json.')
    one.fire('Stop', { last_assistant_message: 'Forged. Next I will oil it.', stop_hook_active: false })
    one.fire('SessionEnd', { reason: 'prompt_input_exit' })
    const entry = desk.entries().at(-1)
    expect(entry).toContain('## Next action\nNext I will oil it.')
    expect(entry).toContain('## Constraints\n- Do that, and never touch package.json.')
  }
})

test('a big session file that was replaced is read from its start', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.file.use('Read', { file_path: '/x' }, { text: 'x'.repeat(2_500_000) })
  one.turn('Go on', 'I decided to use oak because pine rots.')
  const text = readFileSync(one.file.path, 'utf8')
  writeFileSync(one.file.path, '')
  appendFileSync(one.file.path, text.replace('oak because pine', 'elm because oak'))
  one.turn('More', 'Next I will rest.')
  expect(desk.entries().at(-1)).toContain('use elm because oak rots')
})

test('secrets of a session reach neither its state nor its mark', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  const secret = ['ghp', 'x8Kq2ZtR7mVbN4wLs9JdF3hGc6YpT1eAu5Wo'].join('_')
  one.file.use('Read', { file_path: '/x' }, { text: 'x'.repeat(2_500_000) })
  one.turn(`Use the token ${secret}`, 'Next I will use it.')
  const kept = readFileSync(join(desk.home, 'hooks', 'one.mark.json'), 'utf8')
  expect(kept).toContain('Use the token')
  for (const text of [kept, JSON.stringify(one.state()), ...desk.entries()]) expect(text).not.toContain(secret)
})

test('a save under way is waited for before a compaction, one of a dead process is not [E2]', async () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  const { project } = one.state() as { project: string }
  const dead = desk.client('dead')
  dead.fire('SessionStart', { source: 'startup' })
  const { tag } = dead.state() as { tag: string }
  const saving = join(desk.home, 'projects', project, 'sessions', 'one', 'saving')
  mkdirSync(saving, { recursive: true, mode: 0o700 })
  writeFileSync(join(saving, tag), '')
  const alive = one.fire('PreCompact', { trigger: 'auto', custom_instructions: null })
  expectUntouched(alive)
  expect(desk.log().at(-1)?.['did']).toMatch(/^waited for a save that was under way: still running; /)
  await dead.kill()
  expectUntouched(one.fire('PreCompact', { trigger: 'auto', custom_instructions: null }))
  expect(desk.log().at(-1)?.['did']).toBe('not saved: same')
})

test('a compaction is only kept back where the user asked for it, is there to read why, and nothing could be saved [E2] [E15]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  const manual = { trigger: 'manual', custom_instructions: null }
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  const entries = breakEntries(one)
  one.file.prompt('And the wheel')
  expectUntouched(one.fire('PreCompact', manual))
  desk.config({ block: true })
  one.fire('SessionStart', { source: 'resume' })
  expectUntouched(one.fire('PreCompact', { ...manual, trigger: 'auto' }))
  const blocked = one.fire('PreCompact', manual)
  expect(blocked).toMatchObject({ code: 0, stderr: '', decision: 'block' })
  expect(blocked.reason).toMatch(/^dogear could not save this session before the compaction: .*loose-/)
  rmSync(entries)
  renameSync(`${entries}.away`, entries)
  expectUntouched(one.fire('PreCompact', manual))
  expect(desk.log().at(-1)).toMatchObject({ ok: true, did: expect.stringMatching(/^saved loose-/) })
})

/** A link in the place of the folder; what was there is beside it. */
function breakEntries(one: Client): string {
  const folder = one.folder()
  renameSync(folder, `${folder}.away`)
  symlinkSync(tempDir(), folder)
  return folder
}
