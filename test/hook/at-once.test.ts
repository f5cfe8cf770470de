/** Several hooks of one session run at once: the status line beside a Stop, tool hooks beside each other. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type HookState, readHookState } from '../../src/store/session/hook-state.js'
import { bundle, type Change } from '../locks/support/bundle.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv, tempDir } from '../support/world.js'
import { hookDesk } from './support.js'

/** All are started before the first is waited for. */
async function runAtOnce(runs: readonly { args: string[]; input?: object; home?: string }[]): Promise<void> {
  const ends = runs.map(({ args, input, home }) => {
    const env = home === undefined ? process.env : cleanEnv(home)
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'], env })
    child.stdin.end(input === undefined ? '' : JSON.stringify(input))
    return new Promise<number | null>((resolve) => child.on('close', resolve))
  })
  expect(await Promise.all(ends)).toEqual(runs.map(() => 0))
}

const TIMES = 200
const WRITERS = ['a', 'b', 'c', 'd']

/** Patient: on a busy machine a holder is not scheduled for longer than a hook would wait, and it goes on without the lock. */
const PATIENT = { file: 'store/session/hook-state.ts', from: 'const LOCK_MS = 3000', to: 'const LOCK_MS = 60_000' }

async function countedBy(change: Change): Promise<HookState | null> {
  const program = await bundle('hook-changes', change)
  const home = tempDir()
  mkdirSync(join(home, 'hooks'), { recursive: true, mode: 0o700 })
  // As 0.1.0 wrote it.
  writeFileSync(join(home, 'hooks', 'one.json'), '{"workstream":"auth","failed":[],"atMs":5}')
  await runAtOnce(WRITERS.map((key) => ({ args: [program, home, 'one', key, String(TIMES)] })))
  return readHookState(home, 'one')
}

test('of hundreds of changes by processes that run at once none is lost', async () => {
  const state = await countedBy(PATIENT)
  expect(state).toMatchObject({ workstream: 'auth', readBytes: TIMES * WRITERS.length })
  expect(state?.slow?.toSorted()).toEqual(WRITERS)
})

test('without the lock some are lost', async () => {
  const unlocked = {
    file: 'store/session/hook-state.ts',
    from: 'const { held } = withLock(',
    to: 'const { held } = ((..._: unknown[]) => ({ held: false }))(',
  }
  const all = TIMES * WRITERS.length
  let kept = all
  // Where there is one core to run on, they may happen to run one after the other.
  for (let tries = 0; tries < 5 && kept === all; tries++) kept = (await countedBy(unlocked))?.readBytes ?? 0
  expect(kept).toBeLessThan(all)
})

/** 200 for a search by hand; a few tell that the real events go through the same door. */
const PAIRS = Number(process.env['DOGEAR_TEST_PAIRS'] ?? 8)

test('a Stop, two failed tools and the status line of one moment are all remembered', async () => {
  const desk = hookDesk()
  const hook = join(checkout, 'dist', 'hook.cjs')
  const lost: string[] = []
  for (let i = 0; i < PAIRS; i++) {
    const one = desk.client(`one-${i}`)
    one.file.prompt(`Repair cart ${i}`)
    one.file.say('Done so far.')
    const common = { session_id: one.session, transcript_path: one.file.path, cwd: desk.repo.dir }
    const event = (name: string, more: object = {}): Parameters<typeof runAtOnce>[0][number] => ({
      args: [hook, 'claude-code'],
      input: { ...common, hook_event_name: name, ...more },
      home: desk.userHome,
    })
    const failed = (command: string): ReturnType<typeof event> =>
      event('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command }, error: 'no such orchard' })
    const usage = { context_window_size: 777_000, current_usage: { input_tokens: 1000 } }
    await runAtOnce([
      event('Stop', { last_assistant_message: 'Done so far.' }),
      { args: [hook, 'statusline'], input: { ...common, context_window: usage }, home: desk.userHome },
      failed('./deploy apples'),
      failed('./deploy pears'),
    ])
    const state = one.state()
    if (state?.context?.window !== 777_000) lost.push(`${i}: the window`)
    if (state?.lastSave === undefined) lost.push(`${i}: the save`)
    if (state?.failed.length !== 2) lost.push(`${i}: ${2 - (state?.failed.length ?? 0)} failures`)
  }
  expect(lost).toEqual([])
}, 600_000)

test('a lock that is never given back delays a change and does not stop it', async () => {
  const program = await bundle('hook-changes')
  const home = tempDir()
  const owner = 'own.0000000000000000.1.1.1.' + '0'.repeat(32)
  mkdirSync(join(home, 'hooks', 'locks', 'one', owner), { recursive: true, mode: 0o700 })
  await runAtOnce([{ args: [program, home, 'one', 'a', '1'] }])
  expect(readHookState(home, 'one')).toMatchObject({ readBytes: 1 })
  expect(existsSync(join(home, 'hooks', 'locks', 'one', owner))).toBe(true)
})
