import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import { commitsBetween, commitsSince } from './git.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

test('the commits since a save are counted and the newest named [F5]', () => {
  const repo = scratchRepo()
  const from = repo.git('rev-parse', 'HEAD')
  const ids = ['one', '', 'commit 0123 | $(touch x)', 'vier ü'].map((subject) => {
    repo.git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '--message', subject)
    return repo.git('rev-parse', 'HEAD')
  })
  const to = ids[3] as string
  expect(commitsBetween(repo.dir, from, to, 3)).toEqual({
    total: 4,
    commits: [
      { id: ids[3], subject: 'vier ü' },
      { id: ids[2], subject: 'commit 0123 | $(touch x)' },
      { id: ids[1], subject: '' },
    ],
  })
  expect(commitsBetween(repo.dir, to, from, 3)).toEqual({ total: 0, left: 4, commits: [] })
})

test.each(['--output=canary', 'HEAD', '', 'f'.repeat(40), '0'.repeat(39), 'main..x'])(
  'what is no known commit is not asked for: %j',
  (id) => {
    const repo = scratchRepo()
    const head = repo.git('rev-parse', 'HEAD')
    expect(commitsBetween(repo.dir, id, head, 5)).toBeNull()
    expect(commitsBetween(repo.dir, head, id, 5)).toBeNull()
  },
)

test('a commit that was rewritten away is not known in a fresh clone', () => {
  const repo = scratchRepo()
  const lost = repo.commit('lost')
  repo.git('reset', '--quiet', '--hard', 'HEAD~1')
  const clone = join(tempDir(), 'clone')
  repo.git('clone', '--quiet', '--no-local', repo.dir, clone)
  expect(commitsBetween(clone, lost, repo.git('rev-parse', 'HEAD'), 5)).toBeNull()
})

/** Commits with a date of their own: the clock of a test must not decide. */
function commitAt(repo: ReturnType<typeof scratchRepo>, subject: string, iso: string): string {
  const tree = repo.git('write-tree')
  const stamp = `${Date.parse(iso) / 1000} +0000`
  const parent = repo.git('rev-parse', 'HEAD')
  const who = `dogear test <test@dogear.invalid> ${stamp}`
  writeFileSync(
    join(repo.dir, '.git', 'made'),
    `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n\n${subject}\n`,
  )
  const id = repo.git('hash-object', '-t', 'commit', '-w', join(repo.dir, '.git', 'made'))
  repo.git('update-ref', 'HEAD', id)
  return id
}

test('commits since a time are those in the history of this head, the newest first [A3]', () => {
  const repo = scratchRepo()
  commitAt(repo, 'before', '2026-03-01T09:59:59Z')
  const second = commitAt(repo, 'at the very second', '2026-03-01T10:00:00Z')
  repo.git('branch', 'other')
  const third = commitAt(repo, 'später "ü" $(x)', '2026-03-01T11:00:00Z')
  const linked = join(tempDir(), 'linked')
  repo.git('worktree', 'add', '--quiet', linked, 'other')
  const since = Date.parse('2026-03-01T10:00:00.700Z')
  expect(commitsSince(repo.dir, since, 50)).toEqual([
    { id: third, subject: 'später "ü" $(x)', at: Date.parse('2026-03-01T11:00:00Z') },
    { id: second, subject: 'at the very second', at: Date.parse('2026-03-01T10:00:00Z') },
  ])
  expect(commitsSince(linked, since, 50)?.map(({ id }) => id)).toEqual([second])
  expect(commitsSince(repo.dir, since, 1)?.map(({ id }) => id)).toEqual([third])
  expect(commitsSince(repo.dir, Number.NaN, 50)).toEqual([])
})
