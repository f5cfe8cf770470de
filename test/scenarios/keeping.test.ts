/** A year of use: many are cleared at once, everything comes back, one wrong save is taken back, lines are renamed. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clockAt } from '../hook/support.js'
import { deskForEach, dogear, type Ran } from '../support/world.js'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-16T12:00:00Z')

const { desk, run } = deskForEach()

function runAt(ms: number, ...args: string[]): Ran {
  return dogear(args, { cwd: desk.repo.dir, home: desk.home, env: clockAt(ms) })
}

function names(): string[] {
  return run('list', '--quiet').stdout.split('\n').filter(Boolean).toSorted()
}

interface Saved {
  saved: { id: string }
  open: { id: string; text: string }[]
}

function save(...args: string[]): Saved {
  return run('save', ...args, '--json').json<Saved>()
}

test('several names, globs and ages are cleared at once, after a look', () => {
  for (const name of ['feat-a', 'feat-b', 'fix#1', 'docs']) save(name, '--next', 'Go')
  const looked = run('clear', 'feat-*', 'fix#?', '--dry-run')
  expect(looked.stdout).toMatch(/^Would clear 3 checkpoint\(s\): /)
  expect(names()).toHaveLength(4)
  expect(run('clear', 'feat-*', 'fix#1', '--json').json<{ cleared: string[] }>().cleared.toSorted()).toEqual([
    'feat-a',
    'feat-b',
    'fix-1',
  ])
  expect(names()).toEqual(['docs'])
  expect(run('clear', '--older-than', '30d', '--json').json()).toMatchObject({ cleared: [] })
  expect(run('clear', '--older-than', '0d', '--json').json()).toMatchObject({ cleared: ['docs'] })
})

test('what was merged, or whose branch is gone, is cleared; what is at work is not', () => {
  for (const branch of ['merged', 'gone', 'open']) {
    desk.repo.git('checkout', '--quiet', '-b', branch, 'main')
    save('--next', 'Go')
    if (branch === 'open') desk.repo.commit('work')
  }
  desk.repo.git('checkout', '--quiet', 'main')
  save('--next', 'Go')
  desk.repo.git('branch', '-D', 'gone')
  expect(run('clear', '--merged', '--json').json<{ cleared: string[] }>().cleared.toSorted()).toEqual([
    'gone',
    'merged',
  ])
  expect(names()).toEqual(['main', 'open'])
})

test('what comes back has its own date and all that was known [case 21]', () => {
  runAt(NOW - 45 * DAY - 60_000, 'save', 'auth', '--next', 'Run npm test', '--failed', 'jose — no ESM build')
  runAt(NOW, 'clear', 'auth')
  expect(runAt(NOW, 'restore', 'auth').code).toBe(0)
  const { stdout } = runAt(NOW, 'resume', 'auth')
  expect(stdout).toMatch(/Saved (?:45 days|6 weeks|1 month)/)
  expect(stdout).toContain('jose')
  expect(run('history', 'auth', '--json').json()).toMatchObject({ total: 3 })
})

test('restore without a name offers what was cleared', () => {
  save('auth', '--next', 'Go')
  save('billing', '--next', 'Go')
  run('clear', 'auth')
  const asked = run('restore', '--json')
  expect(asked.code).toBe(3)
  expect(asked.json()).toMatchObject({ needs: { options: [{ value: 'auth' }] } })
  run('restore', 'auth')
  expect(run('restore', 'auth').stdout).toContain('# Resuming: auth')
})

test('one wrong save is taken back: what it said is over, what it closed is open again', () => {
  const { open } = save('auth', '--next', 'First', '--question', 'Which scopes?', '--failed', 'jose — no ESM build')
  const question = open.find(({ text }) => text === 'Which scopes?')?.id as string
  const wrong = save('auth', '--next', 'Wrong', '--failed', 'openid — too big', '--close', question)
  save('auth', '--decision', 'Cookies — no server state')
  expect(run('clear', '--entry', wrong.saved.id, '--json').json()).toMatchObject({ withdrawn: { name: 'auth' } })
  const { stdout } = run('resume', 'auth')
  for (const known of ['First', 'Which scopes?', 'jose', 'Cookies']) expect(stdout).toContain(known)
  for (const over of ['Wrong', 'openid']) expect(stdout).not.toContain(over)
  expect(run('show', 'auth', '--json').json()).toMatchObject({ entry: { extraKeys: { withdraws: wrong.saved.id } } })
  // It stays over in what is saved next.
  expect(save('auth', '--done', 'src/a.ts: more').open.map(({ text }) => text)).not.toContain('openid')
})

test.each([
  ['said it again', (id: string): unknown => [id, save('auth', '--question', 'Which scopes?').saved.id].at(-1)],
  ['brought it back', (id: string): unknown => run('restore', '--item', id, '--json').json()],
])('a save that %s is taken back: the question is over again', (_how, reopen) => {
  const [question] = save('auth', '--next', 'Go', '--question', 'Which scopes?').open
  save('auth', '--close', question?.id as string)
  const made = reopen(question?.id as string)
  const id = typeof made === 'string' ? made : (made as { opened: { id: string } }).opened.id
  expect(run('resume', 'auth').stdout).toContain('Which scopes?')
  expect(run('clear', '--entry', id).code).toBe(0)
  expect(run('resume', 'auth').stdout).not.toContain('Which scopes?')
  expect(run('restore', '--item', question?.id as string).code).toBe(0)
  expect(run('resume', 'auth').stdout).toContain('Which scopes?')
})

test('a close is taken back', () => {
  const [question] = save('auth', '--next', 'Go', '--question', 'Which scopes?').open
  save('auth', '--close', question?.id as string)
  expect(run('restore', '--item', question?.id as string, '--json').json()).toMatchObject({ opened: { name: 'auth' } })
  expect(run('resume', 'auth').stdout).toContain('Which scopes?')
  expect(save('auth').open).toMatchObject([{ id: question?.id, text: 'Which scopes?' }])
  expect(run('restore', '--item', 'q-0000')).toMatchObject({ code: 5 })
})

test('a workstream is renamed with all that is known, and has its name back by restore', () => {
  save('auth', '--next', 'Go', '--failed', 'jose — no ESM build')
  expect(run('rename', 'auth', '登录', '--json').json()).toMatchObject({ renamed: { from: 'auth' } })
  expect(run('resume', '登录').stdout).toContain('jose')
  expect(names()).toHaveLength(1)
  expect(run('trash', '--json').json()).toMatchObject({ workstreams: [] })
  // The session was on it, and goes on with it.
  expect(save('--question', 'Which scopes?').open).toHaveLength(2)
  expect(names()).toHaveLength(1)
  expect(run('restore', 'auth').code).toBe(0)
  expect(names()).toEqual(['auth'])
  expect(run('resume', 'auth').stdout).toMatch(/jose[^]*Which scopes|Which scopes[^]*jose/)
})

test('a name that was given away is free for other work', () => {
  save('auth', '--next', 'Go', '--failed', 'jose — no ESM build')
  run('rename', 'auth', 'login')
  expect(save('auth', '--next', 'Begin anew').open).toEqual([])
  expect(names()).toEqual(['auth', 'login'])
  expect(run('resume', 'login').stdout).toContain('jose')
})

test('two workstreams are not joined by renaming one', () => {
  save('auth', '--next', 'Go')
  save('billing', '--next', 'Go')
  expect(run('rename', 'auth', 'billing')).toMatchObject({ code: 2 })
  expect(run('verify').stdout).toContain('all intact')
})

test('a rename that was cut off halfway is done by the same words', () => {
  save('auth', '--next', 'Go', '--failed', 'jose — no ESM build')
  run('rename', 'auth', 'login')
  const old = readdirSync(desk.home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('/entries/auth/'),
  )
  rmSync(join(desk.home, old.toSorted().at(-1) as string))
  expect(names()).toEqual(['auth', 'login'])
  expect(run('rename', 'auth', 'login').code).toBe(0)
  expect(names()).toEqual(['login'])
  expect(run('continue', 'auth').stdout).toContain('"auth" is called "login" now')
})
