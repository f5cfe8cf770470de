import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, tempDir } from '../support/world.js'
import { type Client, type Desk, expectUntouched, hookDesk, runHook } from './support.js'

const TOOL = { tool_name: 'Bash', tool_input: { command: 'docker build .' }, tool_use_id: 't1' }
const EVENTS: [string, object][] = [
  ['SessionStart', { source: 'startup' }],
  ['UserPromptSubmit', { prompt: 'Add a test' }],
  ['UserPromptSubmit', { prompt: 'good night' }],
  ['PreToolUse', TOOL],
  ['PostToolUseFailure', { ...TOOL, error: 'Exit code 1' }],
  ['Stop', { last_assistant_message: 'Next I will rest.' }],
  ['PreCompact', { trigger: 'manual', custom_instructions: null }],
  ['SessionStart', { source: 'compact' }],
  ['SessionStart', { source: 'clear' }],
  ['SessionEnd', { reason: 'other' }],
]

function atWork(): { desk: Desk; one: Client } {
  const desk = hookDesk()
  const one = desk.client('one')
  one.file.prompt('Repair the apple cart')
  one.file.say('Next I will sand it.')
  return { desk, one }
}

function expectAllUntouched(one: Client, more: Record<string, string> = {}): void {
  for (const [event, fields] of EVENTS) expectUntouched(one.fire(event, fields, more))
}

describe('every turn goes on untouched [E15]', () => {
  test('where the home cannot be made', () => {
    const { one } = atWork()
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    expectAllUntouched(one, { DOGEAR_HOME: join(file, 'home') })
    expect(existsSync(join(file, 'home'))).toBe(false)
  })

  test('where nothing can be written', () => {
    const { desk, one } = atWork()
    one.turn('Go on')
    const count = desk.entries().length
    for (const [event, fields] of EVENTS.filter(([name]) => name !== 'SessionStart')) {
      const env = { ...cleanEnv(desk.userHome), CLAUDE_PID: String(one.pid) }
      const input = JSON.stringify({
        session_id: 'one',
        transcript_path: one.file.path,
        cwd: desk.repo.dir,
        hook_event_name: event,
        ...fields,
      })
      one.file.prompt(`Another ${event}`)
      const args = [
        '-c',
        'ulimit -f 0; exec "$@"',
        'sh',
        process.execPath,
        join(checkout, 'dist', 'hook.cjs'),
        'claude-code',
      ]
      const ran = spawnSync('sh', args, { cwd: desk.repo.dir, env, input, encoding: 'utf8' })
      expect({ event, code: ran.status, stdout: ran.stdout }).toEqual({ event, code: 0, stdout: '' })
    }
    expect(desk.entries()).toHaveLength(count)
  })

  test('where the state of the session is garbage, a folder, or a giant', () => {
    for (const spoil of [
      (path: string) => writeFileSync(path, '{"failed": [tru'),
      (path: string) => writeFileSync(path, 'null'),
      (path: string) => writeFileSync(path, '[]'),
      (path: string) => writeFileSync(path, 'x'.repeat(300_000)),
    ]) {
      const { desk, one } = atWork()
      const path = join(desk.home, 'hooks', 'one.json')
      mkdirSync(join(desk.home, 'hooks'), { recursive: true, mode: 0o700 })
      spoil(path)
      expectUntouched(one.fire('UserPromptSubmit', { prompt: 'Add a test' }))
      expectUntouched(one.fire('Stop', {}))
      expect(desk.entries()).toHaveLength(1)
    }
  })

  test('where a folder lies in the place of the state: what is saved is saved all the same', () => {
    const { desk, one } = atWork()
    mkdirSync(join(desk.home, 'hooks', 'one.json'), { recursive: true, mode: 0o700 })
    expectUntouched(one.fire('Stop', {}))
    expect(desk.entries()).toHaveLength(1)
  })

  test('where the entries are damaged', () => {
    const { desk, one } = atWork()
    one.turn('Go on')
    const entries = one.folder()
    for (const name of ['20261115T084200123Z-1-k3f9xq2m7p4w.md', 'x.md']) writeFileSync(join(entries, name), 'garbage')
    expectUntouched(one.turn('More', 'Next I will rest.'))
    expect(desk.log().at(-1)).toMatchObject({ event: 'Stop', ok: true })
  })

  test('where the settings are broken: the log says so', () => {
    const { desk, one } = atWork()
    desk.config({})
    writeFileSync(join(desk.home, 'config.json'), '{"budget": "much"')
    expectAllUntouched(one)
    expect(desk.log()[0]).toMatchObject({
      event: 'SessionStart',
      ok: false,
      error: expect.stringContaining('config.json') as string,
    })
  })

  test('where the home cannot be made, though the folder around it is there', () => {
    const { desk, one } = atWork()
    const env = { ...cleanEnv(desk.userHome), DOGEAR_HOME: '/proc/nowhere', CLAUDE_PID: String(one.pid) }
    const common = { session_id: 'one', transcript_path: one.file.path, cwd: desk.repo.dir }
    const answer = runHook({ ...common, hook_event_name: 'Stop' }, env, desk.repo.dir)
    expectUntouched(answer)
    expect(answer.code).toBe(0)
  })

  test('where a part of the program is missing: the log names it', () => {
    const { desk, one } = atWork()
    const dist = join(tempDir(), 'dist')
    for (const file of ['hook.cjs', 'boot.cjs']) cpSync(join(checkout, 'dist', file), join(dist, file))
    const env = { ...cleanEnv(desk.userHome), CLAUDE_PID: String(one.pid) }
    const common = { session_id: 'one', transcript_path: one.file.path, cwd: desk.repo.dir }
    for (const [event, fields] of EVENTS) {
      const answer = runHook(
        { ...common, hook_event_name: event, ...fields },
        env,
        desk.repo.dir,
        join(dist, 'hook.cjs'),
      )
      expectUntouched(answer)
    }
    expect(desk.log()[0]).toMatchObject({ ok: false, error: expect.stringContaining('program.cjs') as string })
  })

  test('where the event is no event', () => {
    const { desk } = atWork()
    const env = cleanEnv(desk.userHome)
    for (const input of [
      '',
      'x',
      '[]',
      'null',
      '{}',
      '{"hook_event_name":"Stop"}',
      '{"hook_event_name":"Stop","session_id":"../../x","cwd":"/nope"}',
    ])
      expectUntouched(runHook(input, env, desk.repo.dir))
    expect(desk.entries()).toHaveLength(0)
  })

  test('where the folder of the session is gone', () => {
    const { desk, one } = atWork()
    one.fire('SessionStart', { source: 'startup' })
    const env = { ...cleanEnv(desk.userHome), CLAUDE_PID: String(one.pid) }
    rmSync(desk.repo.dir, { recursive: true })
    const event = { session_id: 'one', transcript_path: one.file.path, cwd: desk.repo.dir, hook_event_name: 'Stop' }
    expectUntouched(runHook(event, env, '/'))
    expect(desk.log().at(-1)).toMatchObject({ ok: false })
  })

  test('where a lock is held by somebody who does not let go', () => {
    const { desk, one } = atWork()
    desk.config({ layouts: ['session-continuity'] })
    one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
    one.turn('Go on', 'Next I will sand it.')
    // This layout has its file written for a signal, not at the end of every turn.
    expectUntouched(one.fire('UserPromptSubmit', { prompt: 'good night' }))
    expect(existsSync(join(desk.home, 'locks'))).toBe(true)
    const stuck = desk.client('stuck')
    stuck.fire('SessionStart', { source: 'startup' })
    const { tag } = stuck.state() as { tag: string }
    const locks = join(desk.home, 'locks')
    spawnSync('sh', ['-c', `for lock in "${locks}"/*; do mv "$lock/free" "$lock/own.${tag}.${'0'.repeat(32)}"; done`])
    one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/logout.ts'), old_string: 'a', new_string: 'b' })
    one.file.prompt('More apples')
    expectUntouched(one.fire('UserPromptSubmit', { prompt: 'good night' }))
    expect(desk.log().at(-1)).toMatchObject({ ok: true, did: expect.stringMatching(/^saved loose-/) as string })
    expect(desk.log().at(-1)?.['ms']).toBeLessThan(1500 + SLACK_MS)
  })
})

const STUCK: [string, object, number][] = [
  ['UserPromptSubmit', { prompt: 'good night' }, 1500],
  ['PreToolUse', TOOL, 1000],
  ['Stop', { last_assistant_message: 'Next I will rest.' }, 10_000],
  ['SessionEnd', { reason: 'other' }, 1200],
]
/** A busy machine may end a process late; a git that is waited for would take a minute. */
const SLACK_MS = 3000

test.each(STUCK)('%s keeps its deadline with a git that never answers [E15]', (event, fields, most) => {
  const { desk, one } = atWork()
  one.fire('SessionStart', { source: 'startup' })
  const bin = tempDir()
  writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n')
  chmodSync(join(bin, 'git'), 0o755)
  const env = { PATH: [bin, cleanEnv(desk.userHome)['PATH']].join(delimiter), DOGEAR_TEST_BUDGET_MS: '700' }
  expectUntouched(one.fire(event, fields, env))
  const { ms, event: told } = desk.log().at(-1) as { ms: number; event: string }
  expect(told).toBe(event)
  expect(ms).toBeLessThan(most + SLACK_MS)
})

test('what git does not say is left out, and the rest is saved [E15]', () => {
  const { desk, one } = atWork()
  const bin = tempDir()
  writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n')
  chmodSync(join(bin, 'git'), 0o755)
  const path = [bin, cleanEnv(desk.userHome)['PATH']].join(delimiter)
  expectUntouched(one.fire('Stop', {}, { PATH: path, DOGEAR_TEST_GIT_MS: '300' }))
  expect(desk.entries()[0]).toContain('Repair the apple cart')
})

test('the log is bounded [E15]', () => {
  const { desk, one } = atWork()
  const log = join(desk.home, 'log')
  mkdirSync(log, { recursive: true, mode: 0o700 })
  writeFileSync(join(log, 'hooks.jsonl'), `${'x'.repeat(1_000_000)}\n`)
  one.fire('Stop', {})
  expect(desk.log()).toHaveLength(1)
  expect(existsSync(join(log, 'hooks.jsonl.1'))).toBe(true)
})

/** Otherwise a test of a deadline would take as long as the deadline. */
test.each([
  ['Stop', { last_assistant_message: 'Next I will rest.' }, '1500', 1500],
  ['PreToolUse', TOOL, '60000', 1000],
])('%s: what a test sets makes the deadline shorter, never longer [E15]', (event, fields, set, most) => {
  const { desk, one } = atWork()
  const bin = tempDir()
  writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n')
  chmodSync(join(bin, 'git'), 0o755)
  const PATH = [bin, cleanEnv(desk.userHome)['PATH']].join(delimiter)
  expectUntouched(one.fire(event, fields, { PATH, DOGEAR_TEST_BUDGET_MS: set }))
  expect((desk.log().at(-1) as { ms: number }).ms).toBeLessThan(most + SLACK_MS)
})
