/**
 * The briefing after a compaction is prepared before it and only checked at the start. Whatever it depends on may change
 * in between: then it is made anew, and nobody sees a difference.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Prepared } from '../../src/store/prepared.js'
import { whyNoStrace } from '../faults/strace.js'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { type Answer, type Client, type Desk, hookDesk } from './support.js'

const PLAN = '# Plan\n\n- [x] find the cause\n- [ ] mend it\n'

interface Compacting {
  desk: Desk
  one: Client
  path: string
}

/** A session with files, a failed command, a plan and a judgement of its own, right before its compaction ends. */
function compacting(): Compacting {
  const desk = hookDesk()
  const one = desk.client('one')
  desk.repo.write({ 'PLAN.md': PLAN })
  one.fire('SessionStart', { source: 'startup' })
  one.file.use('Bash', { command: 'npm run login-check' }, { error: true, text: 'Error: token expired' })
  one.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: '60', new_string: '90' })
  one.turn('Follow the plan in PLAN.md', 'Next I will edit src/login.ts.')
  desk.dogear('save', 'main', '--session', 'one', '--decision', 'Redis, because memory is lost', '--no-transcript')
  one.turn('And the tests', 'Next I will write src/login.test.ts.')
  one.fire('PreCompact', { trigger: 'auto', custom_instructions: null })
  return { desk, one, path: join(desk.home, 'hooks', 'one.told.json') }
}

function wasPrepared(desk: Desk): boolean {
  return String(desk.log().at(-1)?.['did']).endsWith(', prepared')
}

function madeAnew({ desk, one, path }: Compacting): Answer {
  rmSync(path, { force: true })
  const answer = one.fire('SessionStart', { source: 'compact' })
  expect(wasPrepared(desk)).toBe(false)
  return answer
}

test('it says to the letter what would be said without it, and leaves the same state [F3]', () => {
  const at = compacting()
  const quick = at.one.fire('SessionStart', { source: 'compact' })
  expect(wasPrepared(at.desk)).toBe(true)
  const { atMs: _, ...state } = at.one.state() ?? { failed: [] }
  const slow = madeAnew(at)
  const { atMs: __, ...stateThen } = at.one.state() ?? { failed: [] }
  expect(quick.stdout).toBe(slow.stdout)
  expect(quick.context).toContain('Redis, because memory is lost')
  expect(quick.context).toContain('⚠ Previously failed: `npm run login-check`')
  expect(state).toEqual(stateThen)
})

test('the age of the save is that of the moment it is read [F3]', () => {
  const { one, path } = compacting()
  const prepared = JSON.parse(readFileSync(path, 'utf8')) as Prepared
  writeFileSync(path, JSON.stringify({ ...prepared, savedMs: prepared.savedMs - 7 * 60_000 }))
  expect(one.fire('SessionStart', { source: 'compact' }).context).toContain('Saved 7 min ago (')
})

test.each<[string, (at: Compacting) => void]>([
  ['somebody saved in this project', ({ desk }) => void desk.dogear('save', 'other', '--next', 'Buy paint')],
  ['a commit was made', ({ desk }) => desk.repo.commit('everything')],
  ['another branch was checked out', ({ desk }) => desk.repo.git('switch', '--quiet', '-c', 'boats')],
  ['a recorded file was edited', ({ desk }) => desk.repo.write({ 'src/login.ts': 'export const ttl = 91\n' })],
  ['a recorded file was removed', ({ desk }) => rmSync(join(desk.repo.dir, 'src/login.ts'))],
  ['the plan moved on', ({ desk }) => desk.repo.write({ 'PLAN.md': PLAN.replace('[ ]', '[x]') })],
  ['a setting was changed', ({ desk }) => desk.config({ budget: 700 })],
  ['a merge is in progress', ({ desk }) => writeFileSync(join(desk.repo.dir, '.git', 'MERGE_HEAD'), 'x\n')],
  ['another build of dogear runs', ({ path }) => change(path, { build: 'another' })],
  ['another session wrote it', ({ path }) => change(path, { entry: '20260101T000000000Z-1-aaaaaaaaaaaa' })],
  ['it is torn', ({ path }) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 300))],
])('where %s it is made anew [F4] [F5]', (_, happen) => {
  const at = compacting()
  happen(at)
  const answer = at.one.fire('SessionStart', { source: 'compact' })
  expect(wasPrepared(at.desk)).toBe(false)
  expect(answer.context).not.toBe('')
  expect(answer.stdout).toBe(madeAnew(at).stdout)
})

function change(path: string, parts: Partial<Prepared>): void {
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as Prepared), ...parts }))
}

test('nothing is prepared where lines stand beside the briefing, and they are told', () => {
  const { desk, one, path } = compacting()
  rmSync(path)
  desk.dogear('prompts', 'push', '--session', 'one', 'And the documents')
  one.turn('More of it', 'Next I will write the documents.')
  one.fire('PreCompact', { trigger: 'auto', custom_instructions: null })
  expect(existsSync(path)).toBe(false)
  expect(one.fire('SessionStart', { source: 'compact' }).context).toContain('And the documents')
})

/** Only asked whether they are folders, which the files in them tell as well; the state, which is compared by itself. */
const OTHERWISE_KNOWN =
  /\/(?:\.git|\.git\/objects|\.git\/refs|hooks\/one(?:\.told)?\.json|hooks\/locks\/one\/\S+|projects|projects\/[^/]+)$/

test.skipIf(whyNoStrace() !== null)('whatever a start looks at is among what is compared', () => {
  const { desk, one, path } = compacting()
  const { looks } = JSON.parse(readFileSync(path, 'utf8')) as Prepared
  rmSync(path)
  const trace = join(desk.userHome, 'trace')
  const event = { session_id: 'one', transcript_path: one.file.path, cwd: desk.repo.dir, source: 'compact' }
  const ran = spawnSync(
    'strace',
    ['-f', '-e', 'trace=%file', '-o', trace, process.execPath, join(checkout, 'dist', 'hook.cjs'), 'claude-code'],
    {
      cwd: desk.repo.dir,
      env: { ...cleanEnv(desk.userHome), CLAUDE_PID: String(one.pid), DOGEAR_NO_CODE_CACHE: '1' },
      input: JSON.stringify({ ...event, hook_event_name: 'SessionStart' }),
      encoding: 'utf8',
    },
  )
  expect(ran.stdout).toContain('dogear-briefing')
  const seen = pathsBeforeAnswer(readFileSync(trace, 'utf8')).filter(
    (file) => file.startsWith(`${desk.repo.dir}/`) || file.startsWith(`${desk.home}/`),
  )
  const compared = new Set(looks.map(([file]) => file))
  expect(seen.length).toBeGreaterThan(15)
  expect(seen.filter((file) => !compared.has(file) && !OTHERWISE_KNOWN.test(file))).toEqual([])
})

function pathsBeforeAnswer(trace: string): string[] {
  const lines = trace.split('\n')
  // From here on it writes its own state and log.
  const end = lines.findIndex((line) => line.includes('/hooks/.one.json.'))
  const paths = lines.slice(0, end).flatMap((line) => /"(\/[^"]+)"/.exec(line)?.[1] ?? [])
  return [...new Set(paths)]
}
