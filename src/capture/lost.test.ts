import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { entryWith } from '../../test/support/entries.js'
import { cleanEnv, scratchRepo, tempDir } from '../../test/support/world.js'
import { isoWithZone } from '../core/text/text.js'
import { locateProject, type Located } from '../store/projects/projects.js'
import type { Entry } from '../core/entry/entry.js'
import { readStatus } from './git-status.js'
import { findMissed } from './lost.js'
import { readWhere } from './where.js'

beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})

interface Desk {
  repo: ReturnType<typeof scratchRepo>
  located: Located
  entry: Entry
}

/** A modified file, a new one and a folder of new ones, saved. */
function desk(): Desk {
  const repo = scratchRepo({ 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' })
  repo.write({ 'src/a.ts': 'one and a half\n', 'new.ts': 'new\n', 'more/c.ts': 'c\n' })
  return { repo, ...saved(repo) }
}

function saved(repo: Desk['repo']): Pick<Desk, 'located' | 'entry'> {
  const located = locateProject(join(tempDir(), 'home'), repo.dir, tempDir())
  const where = readWhere(located, readStatus(repo.dir))
  return { located, entry: entryWith({ where, saved: isoWithZone({ ms: Date.now(), offsetMinutes: 0 }) }) }
}

/** With the date of today, as git does it elsewhere. */
function git(repo: Desk['repo'], ...args: string[]): void {
  const { GIT_AUTHOR_DATE: _, GIT_COMMITTER_DATE: __, ...env } = cleanEnv(tempDir())
  execFileSync('git', args, { cwd: repo.dir, env })
}

function commit(repo: Desk['repo']): void {
  git(repo, 'add', '--all')
  git(repo, 'commit', '--quiet', '-m', 'all of it')
}

test('dirty files are kept with the id git has for their content', () => {
  const { repo, entry } = desk()
  expect(entry.where.dirty).toEqual([
    { path: 'src/a.ts', state: 'modified', blob: repo.git('hash-object', 'src/a.ts') },
    { path: 'more/', state: 'untracked' },
    { path: 'new.ts', state: 'untracked', blob: repo.git('hash-object', 'new.ts') },
  ])
})

test('lines are counted against the last commit, where that is asked for', () => {
  const { repo, located } = desk()
  repo.write({ 'src/b.ts': 'two\nthree\n' })
  const { dirty } = readWhere(located, readStatus(repo.dir), { lines: true })
  expect(dirty?.map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ['src/a.ts', 1, 1],
    ['src/b.ts', 1, 0],
    ['more/', undefined, undefined],
    ['new.ts', undefined, undefined],
  ])
})

test('an id is taken over for a file that was not written since', () => {
  const { repo, located, entry } = desk()
  const old = new Date(Date.now() - 60_000)
  utimesSync(join(repo.dir, 'new.ts'), old, old)
  const known = entry.where.dirty?.map((file) => (file.blob ? { ...file, blob: 'f'.repeat(40) } : file))
  const last = { ...entry, where: { ...entry.where, dirty: known as NonNullable<typeof known> } }
  const blobs = readWhere(located, readStatus(repo.dir), { last }).dirty?.map(({ blob }) => blob)
  expect(blobs).toEqual([repo.git('hash-object', 'src/a.ts'), undefined, 'f'.repeat(40)])
})

test('what was thrown away is named', () => {
  const { repo, located, entry } = desk()
  expect(findMissed(entry, located).vanished).toEqual([])
  repo.git('checkout', '--quiet', '--', 'src/a.ts')
  rmSync(join(repo.dir, 'new.ts'))
  rmSync(join(repo.dir, 'more'), { recursive: true })
  expect(findMissed(entry, located).vanished).toEqual(['src/a.ts', 'more/', 'new.ts'])
})

test('also what was begun right after a commit of the same file', () => {
  const repo = scratchRepo({ 'src/a.ts': 'one\n' })
  repo.write({ 'src/a.ts': 'two\n' })
  commit(repo)
  repo.write({ 'src/a.ts': 'three\n' })
  const { located, entry } = saved(repo)
  repo.git('checkout', '--quiet', '--', 'src/a.ts')
  expect(findMissed(entry, located).vanished).toEqual(['src/a.ts'])
  repo.write({ 'src/a.ts': 'three\n' })
  git(repo, 'commit', '--quiet', '--amend', '--all', '-m', 'again')
  expect(findMissed(entry, located).vanished).toEqual([])
})

test('also what was staged before it was thrown away', () => {
  const { repo, located, entry } = desk()
  repo.git('add', '--all')
  repo.git('reset', '--quiet', '--hard')
  expect(findMissed(entry, located).vanished).toEqual(['src/a.ts', 'more/', 'new.ts'])
})

test.each<[string, (desk: Desk) => void]>([
  ['committed', ({ repo }) => commit(repo)],
  [
    'worked on and then committed',
    ({ repo }) => {
      repo.write({ 'src/a.ts': 'three\n', 'new.ts': 'newer\n' })
      commit(repo)
    },
  ],
  [
    'committed on another branch',
    ({ repo }) => {
      repo.git('checkout', '--quiet', '-b', 'other')
      commit(repo)
      repo.git('checkout', '--quiet', 'main')
    },
  ],
  ['stashed', ({ repo }) => git(repo, 'stash', 'push', '--quiet', '--include-untracked')],
  ['worked on', ({ repo }) => repo.write({ 'src/a.ts': 'three\n', 'new.ts': 'newer\n' })],
  ['staged', ({ repo }) => void repo.git('add', '--all')],
  ['moved', ({ repo }) => renameSync(join(repo.dir, 'new.ts'), join(repo.dir, 'lib-new.ts'))],
])('what was %s has not vanished', (_how, act) => {
  const one = desk()
  act(one)
  expect(findMissed(one.entry, one.located).vanished).toEqual([])
})

test('what lies in another worktree has not vanished', () => {
  const one = desk()
  const other = join(tempDir(), 'other')
  one.repo.git('worktree', 'add', '--quiet', '--detach', other)
  renameSync(join(one.repo.dir, 'new.ts'), join(other, 'new.ts'))
  expect(findMissed(one.entry, one.located).vanished).toEqual([])
})

test('what lies in a stash is found there by the name of the stash, under another one too', () => {
  const one = desk()
  git(one.repo, 'stash', 'push', '--quiet', '--include-untracked')
  one.repo.write({ 'src/b.ts': 'later\n' })
  git(one.repo, 'stash', 'push', '--quiet')
  expect(findMissed(one.entry, one.located)).toMatchObject({
    vanished: [],
    stashed: ['src/a.ts', 'more/', 'new.ts'].map((path) => ({ path, stash: 'stash@{1}' })),
  })
})

test('what a save knows to lie in a stash is gone with it, under whatever name the stash has by then', () => {
  const one = desk()
  git(one.repo, 'stash', 'push', '--quiet', '--include-untracked')
  const { putAway } = findMissed(one.entry, one.located)
  const later = { ...one.entry, where: { ...one.entry.where, dirty: [], stashed: putAway } }
  one.repo.write({ 'src/b.ts': 'later\n' })
  git(one.repo, 'stash', 'push', '--quiet')
  expect(findMissed(later, one.located)).toMatchObject({ vanished: [], putAway })
  git(one.repo, 'stash', 'drop', '--quiet', 'stash@{1}')
  expect(findMissed(later, one.located)).toMatchObject({ vanished: ['src/a.ts', 'more/', 'new.ts'], putAway: [] })
})

test('what was thrown away before others were stashed is gone', () => {
  const one = desk()
  one.repo.git('checkout', '--quiet', '--', 'src/a.ts')
  one.repo.write({ 'src/b.ts': 'later\n' })
  git(one.repo, 'stash', 'push', '--quiet')
  expect(findMissed(one.entry, one.located)).toMatchObject({ vanished: ['src/a.ts'], stashed: [] })
})

test('a file that was too large to be kept by its content is gone where nothing has it', () => {
  const repo = scratchRepo({ 'a.txt': 'a\n' })
  repo.write({ 'a.txt': 'x'.repeat(1_100_000), 'ignored.txt': 'y'.repeat(1_100_000) })
  const one = { repo, ...saved(repo) }
  expect(findMissed(one.entry, one.located).vanished).toEqual([])
  repo.git('checkout', '--quiet', '--', 'a.txt')
  repo.write({ '.gitignore': 'ignored.txt\n', 'ignored.txt': 'z' })
  expect(findMissed(one.entry, one.located).vanished).toEqual(['a.txt'])
})

test('a folder that is gone where another one has come is perhaps that one', () => {
  const one = desk()
  renameSync(join(one.repo.dir, 'more'), join(one.repo.dir, 'lib'))
  expect(findMissed(one.entry, one.located)).toMatchObject({
    vanished: [],
    perhapsMoved: [{ path: 'more/', to: 'lib/' }],
  })
})
