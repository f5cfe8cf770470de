/** A line that got its name late is carried elsewhere with its unnamed beginning, and is whole there in whatever order it comes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { work } from '../hook/stories.js'
import { hookDesk } from '../hook/support.js'
import { dogear, scratchRepo, tempDir, type Ran } from '../support/world.js'

interface Exported {
  entries: { path: string; text: string }[]
}

/** Two turns without a name, then one, then two more. */
function exported(...more: string[]): Exported {
  const desk = hookDesk()
  const client = desk.client('one')
  work(desk, client)
  client.turn('now the expiry check', 'We decided to round up.')
  const named = desk.dogear('save', 'auth', '--session', 'one', '--agent', 'claude-code', '--next', 'Test it')
  expect(named.code).toBe(0)
  client.turn('and the tests', 'They pass.')
  for (const name of more) desk.dogear('rename', 'auth', name)
  return JSON.parse(desk.dogear('export', more.at(-1) ?? 'auth', '--json').stdout) as Exported
}

function elsewhere(): (...args: string[]) => Ran {
  const [repo, home] = [scratchRepo(), tempDir()]
  return (...args) => dogear(args, { cwd: repo.dir, home })
}

test.each([[[]], [['login']]])(
  'export of a line that was named late, and then called %j, has its beginning',
  (names) => {
    const { entries } = exported(...names)
    const parents = entries.flatMap(({ text }) => JSON.parse(/^parents: (.*)$/m.exec(text)?.[1] ?? '[]') as string[])
    const ids = entries.map(({ path }) => path.replace(/^.*\/|\.md$/g, ''))
    expect(parents.filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(entries.map(({ path }) => path.split('/')[0])).size).toBe(2 + names.length)
  },
)

test.each(['in order', 'reversed'])('imported %s, one by one, it is whole and one line [K6]', (order) => {
  const { entries } = exported()
  const run = elsewhere()
  const repo = tempDir()
  for (const { path, text } of order === 'reversed' ? entries.toReversed() : entries) {
    const file = join(repo, path.replace('/', '-'))
    writeFileSync(file, text)
    expect(run('import', file, '--mine').code).toBe(0)
    run('list')
  }
  const { stdout, stderr } = run('resume', 'auth')
  expect(`${stdout}${stderr}`).not.toContain('Not all of')
  expect(stdout).toContain('HMAC')
  const { workstreams } = JSON.parse(run('list', '--json').stdout) as { workstreams: { name: string }[] }
  expect(workstreams.map(({ name }) => name)).toEqual(['auth'])
})

test('history of a line tells what was saved before it was named, and before it was renamed', () => {
  const desk = hookDesk()
  const client = desk.client('one')
  work(desk, client)
  client.turn('now the expiry check', 'We decided to round up.')
  desk.dogear('save', 'auth', '--session', 'one', '--agent', 'claude-code', '--next', 'Test it')
  const idsOf = (...args: string[]): string[] =>
    desk
      .dogear('history', ...args, '--quiet')
      .stdout.split('\n')
      .filter(Boolean)
  const [saved, ...unnamed] = idsOf('auth')
  expect(unnamed).toHaveLength(2)
  desk.dogear('rename', 'auth', 'login')
  desk.dogear('rename', 'login', 'sign in')
  const all = idsOf('sign in')
  expect(all.slice(2)).toEqual([saved, ...unnamed])
  expect(idsOf('sign in', '--limit', '3')).toEqual(all.slice(0, 3))
  const { total } = JSON.parse(desk.dogear('history', 'sign in', '--limit', '3', '--json').stdout) as { total: number }
  expect(total).toBe(5)
})
