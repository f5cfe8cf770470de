/** What a resume says of a repository in which git was used since the save. */
import { expect, test } from 'vitest'
import { dogear, type Repo, scratchRepo, tempDir } from '../support/world.js'

function resumedAfter(act: (repo: Repo) => void): string {
  const repo = scratchRepo({ 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' })
  repo.write({ 'src/b.ts': 'three\n' })
  repo.commit('Second')
  repo.write({ 'src/a.ts': 'one and a half\n', 'new.ts': 'new\n' })
  const home = tempDir()
  const run = (...args: string[]): string => dogear(args, { cwd: repo.dir, home }).stdout
  run('save', 'auth', '--next', 'Run npm test', '--file', 'src/a.ts', '--file', 'new.ts')
  act(repo)
  return run('resume', 'auth')
}

test.each<[string, (repo: Repo) => void, string]>([
  [
    'an amend',
    (repo) => void repo.git('commit', '--quiet', '--amend', '-m', 'Other'),
    '1 saved commit is not in it, 1 other is',
  ],
  ['a reset', (repo) => void repo.git('reset', '--quiet', 'HEAD~1'), '1 saved commit is not in it, 0 others are'],
])('%s is a rewritten history, with the head of now', (_what, act, counts) => {
  let head = ''
  const briefing = resumedAfter((repo) => {
    act(repo)
    head = repo.git('rev-parse', 'HEAD').slice(0, 10)
  })
  expect(briefing).toContain(`: history was rewritten: now ${head}; ${counts}`)
  expect(briefing).not.toMatch(/commits? since/)
})

test('what was stashed is in the stash, by its name, and neither missing nor gone', () => {
  const briefing = resumedAfter((repo) => void repo.git('stash', 'push', '--quiet', '--include-untracked'))
  for (const path of ['src/a.ts', 'new.ts'])
    expect(briefing).toContain(`- uncommitted work in ${path}: in the stash: stash@{0}`)
  expect(briefing).not.toMatch(/missing|GONE|content changed/)
})
