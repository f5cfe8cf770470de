import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** It runs, fails, and `change` happens; then it is run again. */
function again(command: string, change: (one: Client, dir: string) => void): string {
  const { desk, one } = started()
  desk.repo.write({ '.gitignore': 'out/\n', 'app.js': 'x\n' })
  desk.repo.commit('app')
  before(one, 'Bash', { command })
  failed(one, 'Bash', { command }, 'Exit code 1\nTypeError: x is not a function')
  sleepPastTick()
  change(one, desk.repo.dir)
  return before(one, 'Bash', { command }).context
}

/** The clock of a file system ticks a few milliseconds apart. */
function sleepPastTick(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}

const RUNS = ['node app.js', 'python3 x.py', 'npm test', './deploy apples']

test.each(RUNS)('%s that failed is pointed out when nothing but looks came in between [F14]', (command) => {
  const looks = (one: Client): void => {
    for (const look of ['git status', 'cat app.js | head -3', 'ls -la']) before(one, 'Bash', { command: look })
  }
  expect(again(command, looks)).toContain('⚠ Previously failed')
})

test.each<[string, (one: Client, dir: string) => void]>([
  ['an edit', (one, dir) => before(one, 'Edit', { file_path: `${dir}/app.js`, old_string: 'x', new_string: 'y' })],
  ['`sed -i`', (one) => before(one, 'Bash', { command: "sed -i 's/x/y/' app.js" })],
  ['an installation, of which git sees nothing', (one) => before(one, 'Bash', { command: 'npm install express' })],
  ['a service that was started', (one) => before(one, 'Bash', { command: 'docker compose up -d db' })],
  ['the user’s own editor', (_, dir) => writeFileSync(join(dir, 'app.js'), 'y\n')],
  ['a new file', (_, dir) => writeFileSync(join(dir, 'lib.js'), 'y\n')],
  ['a file that is gone', (_, dir) => rmSync(join(dir, 'app.js'))],
  ['a file that is as it was committed again', (_, dir) => void spawnSync('git', ['-C', dir, 'rm', '-q', 'app.js'])],
])('after %s a command that failed is run again without a word [F14]', (_, change) => {
  for (const command of RUNS.slice(0, 3)) expect(again(command, change)).toBe('')
})

test('of two failures the one is still so that came after the change [F14]', () => {
  const { one } = started()
  failed(one, 'Bash', { command: 'node a.js' }, 'fatal: a')
  sleepPastTick()
  before(one, 'Bash', { command: 'npm install' })
  sleepPastTick()
  failed(one, 'Bash', { command: 'node b.js' }, 'fatal: b')
  expectUntouched(before(one, 'Bash', { command: 'node a.js' }))
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
