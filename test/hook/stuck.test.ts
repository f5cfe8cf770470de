/** A pipe that nobody writes to, where git looks: it is waited for once in a session, and everything else goes on. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FULL } from '../faults/support/place.js'
import { connect } from '../mcp/support/client.js'
import { dogearProcess } from '../support/world.js'
import { type Desk, hookDesk } from './support.js'

/** By process, so that the time is its own. */
const REAL = { DOGEAR_USER: 'somebody' }

function pipeAt(path: string): void {
  rmSync(path, { force: true, recursive: true })
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}

const hungAt = (desk: Desk): string[] =>
  desk.log().flatMap(({ event, did }) => (String(did).includes('git did not answer') ? [String(event)] : []))

/** What dogear reads, what git reads of the repository, and what it reads of the work tree: one of each by `npm test`. */
const FEW = ['.git/config', '.git/index', '.gitattributes']
const PLACES = [
  ...FEW,
  '.git/packed-refs',
  '.git/refs/heads/main',
  '.git/info/exclude',
  '.git/info/attributes',
  '.git/objects/info/alternates',
  '.git/refs/stash',
  '.git/shallow',
  '.gitignore',
]

test.each(FULL ? PLACES : FEW)('a pipe at %s costs a session one wait [E15]', (place) => {
  const desk = hookDesk()
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  // As long as before: git has to read it to know, and its attributes first.
  desk.repo.write({ 'src/login.ts': 'export const ttl = 61\n' })
  pipeAt(join(desk.repo.dir, place))
  for (const words of ['one', 'two', 'three']) {
    client.file.prompt(`do ${words}`)
    client.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: words })
    client.file.say(`Did ${words}.`)
    expect(client.fire('Stop', { last_assistant_message: `Did ${words}.` }, REAL)).toMatchObject({
      code: 0,
      stderr: '',
    })
  }
  expect(client.fire('SessionEnd', { reason: 'other' }, REAL).code).toBe(0)
  expect(hungAt(desk)).toEqual(['Stop'])
  expect(client.state()).toMatchObject({ stuckGit: join(desk.repo.dir, '.git') })
  expect(desk.entries().length).toBeGreaterThan(0)
  const waits = desk.log().map(({ ms }) => Number(ms))
  expect(Math.max(...waits), 'far from the five seconds that git may work').toBeLessThan(4000)
})

describe('a command and a server wait once', () => {
  function stuckDesk(): Desk {
    const desk = hookDesk()
    desk.dogear('save', 'auth', '--task', 'write the login', '--next', 'finish src/login.ts')
    desk.repo.commit('moved on')
    pipeAt(join(desk.repo.dir, '.git', 'packed-refs'))
    return desk
  }

  test.each([
    ['save', ['save', 'other', '--task', 'write more', '--next', 'finish src/login.ts']],
    ['resume', ['resume', 'auth']],
    ['list', ['list']],
    ['status', ['status']],
  ])('%s', (_, words) => {
    const desk = stuckDesk()
    const start = performance.now()
    const ran = dogearProcess(words, { cwd: desk.repo.dir, home: desk.userHome, env: REAL })
    expect(ran).toMatchObject({ code: 0 })
    expect(performance.now() - start).toBeLessThan(4500)
  })

  test('the server', async () => {
    const desk = stuckDesk()
    const { call } = await connect({ cwd: desk.repo.dir, home: desk.userHome })
    const start = performance.now()
    for (const name of ['second', 'third'])
      expect(await call('save', { name, task: 'more', next: 'finish src/login.ts' })).toMatchObject({ isError: false })
    expect(performance.now() - start).toBeLessThan(4500)
  })
})

test('what hooks read of a session that is a pipe is passed over [E15]', () => {
  const desk = hookDesk()
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  client.turn('do one')
  for (const path of ['config.json', 'hooks/s1.json', 'hooks/s1.mark.json']) pipeAt(join(desk.home, path))
  pipeAt(client.file.path)
  for (const event of ['UserPromptSubmit', 'Stop', 'SessionEnd']) {
    const answer = client.fire(event, { prompt: 'go on', reason: 'other' }, REAL)
    expect(answer).toMatchObject({ code: 0, stderr: '' })
  }
  appendFileSync(join(desk.repo.dir, 'src/login.ts'), '// more\n')
  pipeAt(join(desk.home, 'log', 'hooks.jsonl'))
  expect(client.fire('Stop', {}, REAL)).toMatchObject({ code: 0, stderr: '' })
})
