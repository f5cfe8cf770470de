/** What was said stays known until somebody closes it, whichever face it is said through. */
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../mcp/support/client.js'
import { dogear, scratchRepo, tempDir, type Ran } from '../support/world.js'

interface Open {
  id: string
  kind: string
  text: string
}

let at: { cwd: string; home: string }
beforeEach(() => {
  at = { cwd: scratchRepo().dir, home: tempDir() }
})

function run(...args: string[]): Ran {
  return dogear(args, at)
}

function save(...args: string[]): Open[] {
  return run('save', ...args, '--json').json<{ open: Open[] }>().open
}

function idOf(open: readonly Open[], text: string): string {
  return open.find((one) => one.text === text)?.id ?? `no item "${text}"`
}

const SAID = ['--task', 'OAuth login', '--failed', 'jose — no ESM build', '--decision', 'Cookies — no server state']

test('a save that says only the next action keeps all the rest, in the shell', () => {
  save('x', ...SAID)
  run('save', 'x', '--next', 'Run `npm test`')
  const { stdout } = run('resume', 'x')
  for (const known of ['OAuth login', 'jose', 'Cookies', 'Run `npm test`']) expect(stdout).toContain(known)
})

test('a save that says only the next action keeps all the rest, by MCP', async () => {
  const { call } = await connect(at)
  const failed = [{ what: 'jose', why: 'no ESM build' }]
  await call('save', { name: 'x', task: 'OAuth login', failed, decisions: [{ what: 'Cookies', why: 'stateless' }] })
  const { data, text } = await call('save', { name: 'x', next: 'Run `npm test`' })
  expect(data['open']).toMatchObject([
    { id: expect.stringMatching(/^f-[0-9a-z]{4,}$/), kind: 'failed', text: 'jose' },
    { kind: 'decisions', text: 'Cookies' },
  ])
  expect(text).toMatch(/^- f-[0-9a-z]+ failed: jose$/m)
  const { text: briefing } = await call('resume', { name: 'x' })
  for (const known of ['OAuth login', 'jose', 'Cookies', 'Run `npm test`']) expect(briefing).toContain(known)
})

test('after resuming x a save without a name goes to x, from a terminal and by MCP', async () => {
  run('save', 'x', ...SAID)
  run('save', 'y', '--next', 'Write the changelog')
  run('resume', 'x')
  expect(run('save', '--next', 'Run npm test', '--json').json()).toMatchObject({ saved: { name: 'x' } })
  const { call } = await connect(at)
  await call('resume', { name: 'y' })
  expect((await call('save', { next: 'Publish' })).data).toMatchObject({ saved: { name: 'y' } })
})

test('an item is closed by its id, and only that', () => {
  const open = save('x', ...SAID, '--question', 'Which scopes?', '--question', 'Which host?')
  const left = save('x', '--close', `${idOf(open, 'Which scopes?')},${idOf(open, 'jose')}`)
  expect(left.map(({ text }) => text)).toEqual(['Cookies', 'Which host?'])
  const { stdout } = run('resume', 'x')
  expect(stdout).toContain('Which host?')
  expect(stdout).not.toContain('Which scopes?')
  // Closing it once more is no mistake; saying it again opens it again.
  expect(save('x', '--close', idOf(open, 'Which scopes?'))).toHaveLength(2)
  expect(save('x', '--question', 'Which scopes?')).toHaveLength(3)
})

test('the answer in a terminal lists what was said before, with the ids that close it', () => {
  expect(run('save', 'x', ...SAID, '--next', 'Run npm test').stderr).not.toContain('still open')
  expect(run('save', 'x', '--next', 'Run npm test').stderr).toMatch(
    /still open.*--close ID:\n +f-\w+ {2}failed: jose\n/,
  )
  expect(run('save', 'x', '--next', 'Run npm test', '--quiet').stderr).toBe('')
})

test('an unknown id is an error that names what is open, and nothing is saved', async () => {
  const open = save('x', ...SAID)
  const ran = run('save', 'x', '--close', 'q-0000', '--json')
  expect(ran.code).toBe(5)
  expect(ran.json()).toMatchObject({
    error: { code: 'not-found', expected: expect.stringContaining(`${idOf(open, 'jose')} (jose)`) },
  })
  expect(run('history', 'x', '--json').json()).toMatchObject({ total: 1 })
  const { call } = await connect(at)
  expect(await call('save', { name: 'x', closes: ['q-0000'] })).toMatchObject({ isError: true })
})

test('a list is replaced where that is said, and a fresh page forgets all', async () => {
  save('x', ...SAID, '--question', 'Which scopes?', '--question', 'Which host?')
  expect(save('x', '--replace', 'questions', '--question', 'Who reviews?').map(({ text }) => text)).toEqual([
    'jose',
    'Cookies',
    'Who reviews?',
  ])
  const { call } = await connect(at)
  const { data } = await call('save', { name: 'x', replaces: ['questions'], closes: [] })
  expect((data['open'] as Open[]).map(({ text }) => text)).toEqual(['jose', 'Cookies'])
  expect(await call('save', { name: 'x', replaces: ['answers'] })).toMatchObject({ isError: true })
  expect(save('x', '--fresh', '--next', 'Begin anew')).toEqual([])
  expect(run('resume', 'x').stdout).not.toContain('OAuth login')
})

test('amend replaces what one save said, and nothing that was said before it', () => {
  save('x', '--failed', 'jose — no ESM build')
  const said = ['--failed', 'openid — too big', '--question', 'Which scopes?']
  const { saved } = run('save', 'x', ...said, '--json').json<{ saved: { id: string } }>()
  const open = save('--amend', saved.id, '--failed', 'openid — 4 MB')
  expect(open.map(({ text }) => text)).toEqual(['jose', 'openid', 'Which scopes?'])
  const { stdout } = run('resume', 'x')
  expect(stdout).toContain('4 MB')
  expect(stdout).not.toContain('too big')
})

test('amend does not close what a note had said, though the save took it up', () => {
  run('note', '--type', 'decision', 'Cookies over tokens')
  const { saved } = run('save', 'x', '--decision', 'Redis', '--json').json<{ saved: { id: string } }>()
  const open = save('--amend', saved.id, '--decision', 'Postgres')
  expect(open.map(({ text }) => text)).toEqual(['Cookies over tokens', 'Postgres'])
})
