import { expect, test } from 'vitest'
import { type Answer, type Client, expectUntouched, hookDesk } from './support.js'

function before(client: Client, tool: string, input: object): Answer {
  return client.fire('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: 't1' })
}

function failed(client: Client, tool: string, input: object, error: string): Answer {
  return client.fire('PostToolUseFailure', { tool_name: tool, tool_input: input, tool_use_id: 't1', error })
}

function started(): { desk: ReturnType<typeof hookDesk>; one: Client } {
  const desk = hookDesk()
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  return { desk, one }
}

test('a command that failed is pointed out before it runs again, and never refused [F14]', () => {
  const { one } = started()
  expectUntouched(before(one, 'Bash', { command: './deploy apples' }))
  expectUntouched(failed(one, 'Bash', { command: './deploy apples' }, 'Exit code 1\nfatal: no such orchard'))
  const answer = before(one, 'Bash', { command: 'cd /tmp && ./deploy apples 2>&1 | tail -20' })
  expect(JSON.parse(answer.stdout)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      additionalContext: '⚠ Previously failed: `cd /tmp && ./deploy apples 2>&1 | tail -20` — fatal: no such orchard',
    },
  })
  expectUntouched(before(one, 'Bash', { command: './deploy pears' }))
})

test('a test that failed may be run again once something has changed, an approach may not [F14]', () => {
  const { one } = started()
  failed(one, 'Bash', { command: 'pytest -k login' }, '1 failed')
  failed(one, 'Bash', { command: './deploy apples' }, 'fatal: no such orchard')
  expect(before(one, 'Bash', { command: 'pytest -k login' }).context).toContain('⚠ Previously failed')
  before(one, 'Edit', { file_path: '/x/a.py', old_string: 'a', new_string: 'b' })
  expectUntouched(before(one, 'Bash', { command: 'pytest -k login' }))
  expect(before(one, 'Bash', { command: './deploy apples' }).context).toContain('⚠ Previously failed')
})

test('the same edit is pointed out when it failed, and when it was put back [F14]', () => {
  const { desk, one } = started()
  const lost = { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'nowhere', new_string: 'somewhere' }
  failed(one, 'Edit', lost, 'String to replace not found in file.')
  expect(before(one, 'Edit', lost).context).toBe(
    `⚠ Previously failed: this edit of ${lost.file_path} — String to replace not found in file.`,
  )
  const there = { file_path: lost.file_path, old_string: 'ttl = 60', new_string: 'ttl = 90' }
  one.file.prompt('Longer sessions')
  one.file.use('Edit', there)
  one.file.use('Edit', { ...there, old_string: there.new_string, new_string: there.old_string })
  one.turn('Hm', 'I put it back.')
  expect(before(one, 'Edit', there).context).toContain('this edit was made before and put back')
})

test('what has passed since is not pointed out any more [F14]', () => {
  const { one } = started()
  failed(one, 'Bash', { command: './deploy apples' }, 'fatal: no such orchard')
  one.file.use('Bash', { command: './deploy apples' }, { text: 'deployed' })
  one.turn('Deploy', 'Deployed.')
  expect(one.state()?.failed).toEqual([])
  expectUntouched(before(one, 'Bash', { command: './deploy apples' }))
})

test('a failure of an earlier session is pointed out after its checkpoint was resumed [F14]', () => {
  const { desk } = started()
  desk.dogear('save', 'orchard', '--next', 'Plant', '--failed', 'ran `./deploy apples`: no such orchard')
  const late = desk.client('late')
  late.fire('SessionStart', { source: 'startup' })
  late.fire('UserPromptSubmit', { prompt: 'continue orchard' })
  expect(before(late, 'Bash', { command: './deploy apples' }).context).toContain('⚠ Previously failed')
})

test('a command expected to take long is saved before, a quick one is not [C9]', () => {
  const { desk, one } = started()
  one.file.prompt('Repair the apple cart')
  one.file.say('Next I will sand the apple cart.')
  expectUntouched(before(one, 'Bash', { command: 'git status' }))
  expectUntouched(before(one, 'Bash', { command: 'npm run lint -- --help' }))
  expect(desk.entries()).toHaveLength(0)
  expectUntouched(before(one, 'Bash', { command: 'docker build .' }))
  expect(desk.entries()).toHaveLength(1)
  expect(desk.entries()[0]).toContain('before docker build')
})

test('secrets do not reach the state of a session [F14]', () => {
  const { desk, one } = started()
  const secret = ['ghp', 'x8Kq2ZtR7mVbN4wLs9JdF3hGc6YpT1eAu5Wo'].join('_')
  failed(one, 'Bash', { command: `./deploy --token ${secret}` }, `fatal: token ${secret} was refused`)
  expect(JSON.stringify(one.state())).not.toContain(secret)
  expect(JSON.stringify(desk.log())).not.toContain(secret)
})
