/** What failed was built on certain versions: when a lock file has changed since, the briefing says so. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookDesk } from '../hook/support.js'
import { dogear, type Ran, type Repo, scratchRepo, tempDir } from '../support/world.js'

interface Desk {
  repo: Repo
  run: (...args: string[]) => Ran
  runIn: (folder: string, ...args: string[]) => Ran
}

function desk(files: Record<string, string>): Desk {
  const repo = scratchRepo(files)
  const home = tempDir()
  const runIn = (folder: string, ...args: string[]): Ran => dogear(args, { cwd: join(repo.dir, folder), home })
  return { repo, runIn, run: (...args) => runIn('.', ...args) }
}

test.each(['package-lock.json', 'pnpm-lock.yaml', 'Cargo.lock', 'uv.lock', 'go.sum', 'Gemfile.lock', 'composer.lock'])(
  'an approach that failed says that %s has changed since, and comes after one that failed with it',
  (lock) => {
    const { repo, run } = desk({ [lock]: 'left-pad 1.0\n' })
    run('save', 'x', '--failed', 'left-pad — pads on the right', '--next', 'Try another')
    expect(run('resume', 'x').stdout).toContain('⚠ Previously failed: left-pad — pads on the right\n')
    repo.write({ [lock]: 'left-pad 2.0\n' })
    run('save', 'x', '--failed', 'right-pad — does not load')
    const { stdout } = run('resume', 'x')
    expect(stdout).toContain(`⚠ Previously failed: left-pad — pads on the right (${lock} changed since)`)
    expect(stdout.indexOf('right-pad')).toBeLessThan(stdout.indexOf('left-pad'))
    expect(stdout).toContain('⚠ Previously failed: right-pad — does not load\n')
    repo.write({ [lock]: 'left-pad 1.0\n' })
    expect(run('resume', 'x').stdout).toContain('⚠ Previously failed: left-pad — pads on the right\n')
  },
)

test('with commits since, both are said; a lock file that is gone has changed', () => {
  const { repo, run } = desk({ 'yarn.lock': 'a\n' })
  run('save', 'x', '--failed', 'left-pad')
  rmSync(join(repo.dir, 'yarn.lock'))
  repo.commit('Take out what was locked')
  expect(run('resume', 'x').stdout).toContain('left-pad (before 1 commit, yarn.lock changed since)')
})

test('what was carried on says how many commits there were since, also over merges; one that is in no history, which it was', () => {
  const { repo, run } = desk({ 'a.txt': 'a\n' })
  run('save', 'x', '--failed', 'left-pad')
  for (const name of ['b', 'c']) {
    repo.write({ [`${name}.txt`]: 'b\n' })
    repo.commit(name)
  }
  repo.git('checkout', '--quiet', '-b', 'side', 'HEAD~1')
  repo.commit('aside')
  repo.git('checkout', '--quiet', 'main')
  repo.git('merge', '--quiet', '--no-edit', 'side')
  run('save', 'x', '--failed', 'right-pad')
  const { stdout } = run('resume', 'x')
  expect(stdout).toContain('left-pad (before 4 commits)')
  expect(stdout).toContain('right-pad\n')
  const gone = repo.git('rev-parse', 'HEAD')
  repo.git('checkout', '--quiet', '--orphan', 'new')
  repo.commit('All anew')
  run('save', 'x', '--done', 'It begins anew')
  expect(run('resume', 'x').stdout).toContain(`right-pad (at commit ${gone.slice(0, 10)})`)
})

test('the lock file of the folder where the work is done counts, and those above it; others do not', () => {
  const files = { 'web/yarn.lock': 'a\n', 'go.sum': 'a\n', 'other/uv.lock': 'a\n', 'web/src/a.ts': '' }
  const { repo, run, runIn } = desk(files)
  runIn('web/src', 'save', 'x', '--failed', 'left-pad')
  repo.write({ 'other/uv.lock': 'b\n' })
  expect(run('resume', 'x').stdout).toContain('left-pad\n')
  repo.write({ 'web/yarn.lock': 'b\n' })
  expect(run('resume', 'x').stdout).toContain('left-pad (web/yarn.lock changed since)')
  repo.write({ 'go.sum': 'b\n' })
  expect(run('resume', 'x').stdout).toContain('left-pad (web/yarn.lock and go.sum changed since)')
})

test('a save in which nothing failed records none', () => {
  const { run } = desk({ 'yarn.lock': 'a\n' })
  run('save', 'x', '--task', 'Pad the names', '--next', 'Try left-pad')
  expect(run('show', 'x').stdout).not.toContain('yarn.lock')
})

test('a command that fails says it too, until it fails again with the versions of now', () => {
  const hooks = hookDesk(scratchRepo({ 'package-lock.json': 'one\n', 'src/login.ts': 'export const ttl = 60\n' }))
  const client = hooks.client('one')
  const failOnce = (): void => {
    client.file.use('Bash', { command: 'npm test' }, { text: 'Exit code 1\n1 failed', error: true })
    client.fire('Stop', { stop_hook_active: false })
  }
  client.fire('SessionStart', { source: 'startup' })
  client.file.prompt('Make the tests pass')
  failOnce()
  const briefing = (): string => hooks.dogear('resume').stdout
  expect(briefing()).toMatch(/`npm test`(?!.*changed since)/)
  hooks.repo.write({ 'package-lock.json': 'two\n' })
  expect(briefing()).toMatch(/`npm test`.* \(package-lock\.json changed since\)/)
  client.file.prompt('Once more')
  failOnce()
  expect(briefing()).toMatch(/`npm test`(?!.*changed since)/)
})
