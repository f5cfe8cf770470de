/** What a session's words are taken for, and for how long: stories of the cases that failed, played through the built hook program. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { say, work } from './stories.js'
import { hookDesk } from './support.js'

test('what the user said must hold is told after a compaction, all of it [case 11] [F18]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const rules = ['Keep the public API stable', 'Never touch package.json', 'Do not commit anything yet']
  const prompts = [
    'Add a cart to the shop',
    rules[0],
    'Now the totals',
    rules[1],
    'Now the tax',
    rules[2],
    'And the sum',
  ]
  for (const prompt of prompts) one.turn(prompt ?? '', 'It is written.')
  one.fire('PreCompact', { trigger: 'manual', custom_instructions: null })
  const { context } = one.fire('SessionStart', { source: 'compact' })
  const constraints = /## Constraints\n((?:- .*\n)+)/.exec(context)?.[1]
  for (const rule of rules) expect(constraints).toContain(rule)
  expect(constraints).not.toContain('said earlier')
})

test('another session hears of what was to hold for a while only that it was said [case 11]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  one.turn('Do not commit anything yet', 'I will not.')
  one.fire('SessionEnd', { reason: 'other' })
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  const briefing = say(two, 'continue')
  expect(briefing).toMatch(/- said earlier, just now, for then: Do not commit anything yet\n/)
  expect(briefing).toMatch(/## Constraints\n- Never touch package\.json/)
})

test('words that dogear understood are no instruction [case 12]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  say(one, 'checkpoint one')
  one.file.say('Saved.')
  one.fire('Stop', { stop_hook_active: false })
  one.fire('PreCompact', { trigger: 'manual', custom_instructions: null })
  const { context } = one.fire('SessionStart', { source: 'compact' })
  expect(context).toContain('## Last requests, newest first\n- Replace the session cookies')
  expect(context).not.toContain('checkpoint one')
})

test('a stated next action with work done since says so, and gives way to a newer one [case 13]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  work(desk, one)
  const next = 'Write the expiry check in src/login.ts'
  desk.dogear('save', 'auth', '--session', 'one', '--agent', 'claude-code', '--next', next)
  one.file.wait(120_000)
  one.file.prompt('Do it')
  one.file.use('Edit', { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' }, { text: 'ok' })
  one.file.say('It is written.')
  one.fire('Stop', { stop_hook_active: false })
  expect(desk.dogear('resume', 'auth', '--dry-run').stdout).toContain(
    `## Next action (stated before 1 turn of work)\n${next}`,
  )
  one.turn('Good', 'Next I will write its tests.')
  const { stdout } = desk.dogear('resume', 'auth', '--dry-run')
  expect(stdout).toContain('## Next action\nNext I will write its tests.')
  expect(stdout).not.toContain(`## Next action\n${next}`)
})

test('a file that a sub-agent made is this session’s work [case 24]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.prompt('Have a helper write the wheel')
  const folder = join(one.file.path.replace(/\.jsonl$/, ''), 'subagents')
  mkdirSync(folder, { recursive: true })
  const common = { sessionId: 'one', isSidechain: true, agentId: 'a1', timestamp: new Date().toISOString() }
  const input = { file_path: join(desk.repo.dir, 'src/wheel.ts'), content: 'export {}\n' }
  const call = { type: 'tool_use', id: 't1', name: 'Write', input }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' }
  const records = [
    { ...common, uuid: 'a', type: 'assistant', message: { id: 'm', role: 'assistant', content: [call] } },
    { ...common, uuid: 'b', type: 'user', message: { role: 'user', content: [result] } },
  ]
  writeFileSync(join(folder, 'agent-a1.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  one.file.say('The helper wrote it.')
  one.fire('Stop', { stop_hook_active: false })
  expect(desk.dogear('resume', '--dry-run').stdout).toContain('src/wheel.ts')
})

test('a file that is still to be made is no change since the save [case 25]', () => {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.file.use('Edit', { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' }, { text: 'ok' })
  one.turn('Split the login', 'Next I will create src/session-store.ts.')
  one.fire('SessionEnd', { reason: 'other' })
  const two = desk.client('two')
  two.fire('SessionStart', { source: 'startup' })
  const briefing = say(two, 'continue')
  expect(briefing).toContain('src/session-store.ts')
  expect(briefing).not.toContain('missing')
})
