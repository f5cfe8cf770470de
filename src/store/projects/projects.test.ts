/** Which project a folder belongs to, and what is kept about it. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../../test/support/world.js'
import { ensureProject, listProjects, locateProject } from './projects.js'
import { freshHome, TAG, home, locate, settle, recordOf, plainFolder } from '../../../test/support/projects.js'

beforeEach(freshHome)

test('looking creates nothing', () => {
  const { dir } = scratchRepo()
  expect(locate(dir)).toMatchObject({ exists: false, root: dir, worktree: dir })
  expect(locate(plainFolder('x'))).toMatchObject({ exists: false, git: null })
  expect(listProjects(home)).toEqual([])
  expect(existsSync(home)).toBe(false)
})

test('all worktrees of a repository share one project [F4]', () => {
  const repo = scratchRepo({ 'sub/x': '' }, plainFolder('Über the moon'))
  const linked = plainFolder('tree of ü')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
  const key = settle(join(repo.dir, 'sub'))
  expect(key).toMatch(/^uber-the-moon-[0-9a-f]{12}$/)
  expect(locate(linked)).toMatchObject({ project: { key }, exists: true, root: repo.dir, worktree: linked })
  expect(settle(linked)).toBe(key)
  expect(listProjects(home)).toMatchObject([{ project: { key }, roots: [repo.dir], slug: 'uber-the-moon' }])
})

test('a bare repository with worktrees is one project, a submodule and a nested repository are their own', () => {
  const repo = scratchRepo()
  const bare = join(tempDir(), 'it.git')
  repo.git('clone', '--quiet', '--bare', repo.dir, bare)
  const linked = plainFolder('tree')
  repo.git('--git-dir', bare, 'worktree', 'add', '--quiet', linked, 'main')
  expect(settle(linked)).toBe(settle(bare))
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', bare, 'sub')
  const nested = scratchRepo({}, join(repo.dir, 'nested'))
  expect(new Set([settle(repo.dir), settle(join(repo.dir, 'sub')), settle(nested.dir), settle(bare)]).size).toBe(4)
  expect(locate(join(repo.dir, 'sub')).root).toBe(join(repo.dir, 'sub'))
})

test('no credentials reach the record', () => {
  const repo = scratchRepo()
  repo.git('remote', 'add', 'origin', 'https://me:hunter2@example.invalid/x.git')
  const text = readFileSync(join(home, 'projects', settle(repo.dir), 'project.json'), 'utf8')
  expect(text).toContain('https://example.invalid/x.git')
  expect(text).not.toContain('hunter2')
})

test('the record is written when a fact changes and not with every save', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const path = join(home, 'projects', key, 'project.json')
  const first = repo.git('rev-parse', 'HEAD')
  expect(recordOf(key)).toMatchObject({ version: 1, key, kind: 'repository', firstCommit: first, head: first })
  const inode = () => statSync(path).ino
  const before = inode()
  const second = repo.commit('second')
  settle(repo.dir)
  expect(inode()).toBe(before)
  const record = recordOf(key)
  record.roots[0]!.seen = new Date(Date.now() - 2 * 86_400_000).toISOString()
  writeFileSync(path, JSON.stringify({ ...record, future: { kept: true } }))
  // A record that was written within a day is not even read.
  settle(repo.dir)
  expect(recordOf(key)).toMatchObject({ head: first })
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(path, twoDaysAgo, twoDaysAgo)
  settle(repo.dir)
  expect(recordOf(key)).toMatchObject({ head: second, future: { kept: true } })
  writeFileSync(path, JSON.stringify({ ...record, version: 2 }))
  utimesSync(path, twoDaysAgo, twoDaysAgo)
  settle(repo.dir)
  expect(recordOf(key)).toMatchObject({ version: 2, head: first })
})

test('without a repository the nearest known folder counts, else the folder itself', () => {
  const top = plainFolder('top')
  const deep = join(top, 'a', 'b')
  mkdirSync(deep, { recursive: true })
  expect(locate(deep).root).toBe(deep)
  const inner = settle(join(top, 'a'))
  const outer = settle(top)
  expect(locate(deep)).toMatchObject({
    project: { key: inner },
    root: join(top, 'a'),
    worktree: join(top, 'a'),
    exists: true,
    git: null,
  })
  rmSync(join(home, 'projects', inner), { recursive: true })
  expect(locate(deep)).toMatchObject({ project: { key: outer }, root: top })
})

test("the user's home, what is above it, and temporary folders never count as a project around others", () => {
  const userHome = plainFolder('users', 'me')
  const work = join(userHome, 'work')
  mkdirSync(work)
  const at = (cwd: string) => locateProject(home, cwd, userHome)
  const homeKey = ensureProject(at(userHome), TAG).key
  ensureProject(at(dirname(userHome)), TAG)
  ensureProject(at(dirname(tempDir())), TAG)
  expect(at(userHome)).toMatchObject({ exists: true, project: { key: homeKey } })
  expect(at(work)).toMatchObject({ exists: false, root: work })
  expect(at(plainFolder('x'))).toMatchObject({ exists: false })
})

test('a broken or hostile record is passed over and its project still listed', () => {
  const good = scratchRepo()
  const key = settle(good.dir)
  const plant = (name: string, make: (path: string) => void): void => {
    const dir = join(home, 'projects', `${name}-0123456789ab`)
    mkdirSync(dir)
    make(join(dir, 'project.json'))
  }
  plant('empty', (path) => writeFileSync(path, ''))
  plant('bad', (path) => writeFileSync(path, '{"version":1,"roots":'))
  plant('odd', (path) => writeFileSync(path, '{"version":1,"roots":[null,{"path":5}],"__proto__":{"x":1}}'))
  plant('deep', (path) => writeFileSync(path, '['.repeat(100_000)))
  plant('link', (path) => symlinkSync(join(home, 'projects', key, 'project.json'), path))
  plant('huge', (path) => {
    writeFileSync(path, '{}')
    truncateSync(path, 100_000_000)
  })
  plant('folder', (path) => mkdirSync(path))
  plant('none', () => {})
  writeFileSync(join(home, 'projects', 'a file'), '')
  const moved = join(tempDir(), 'moved')
  renameSync(good.dir, moved)
  expect(locate(moved).project.key).toBe(key)
  expect(listProjects(home)).toHaveLength(9)
  expect(listProjects(home).filter(({ roots }) => roots.length > 0)).toHaveLength(1)
})

test('a link in place of a project folder is refused when something would be written', () => {
  const repo = scratchRepo()
  const { project } = locate(repo.dir)
  mkdirSync(join(home, 'projects'), { recursive: true, mode: 0o700 })
  symlinkSync(tempDir(), project.dir)
  expect(() => settle(repo.dir)).toThrow(expect.objectContaining({ code: 'unsafe' }))
})

test('a known project is found at once among 1,000, and no record is read', () => {
  const repo = scratchRepo()
  const key = settle(repo.dir)
  const record = recordOf(key)
  for (let i = 0; i < 1000; i++) {
    const name = `p${i}-${i.toString(16).padStart(12, '0')}`
    mkdirSync(join(home, 'projects', name))
    const root = { ...record.roots[0], path: `/gone/${i}`, ino: `${i}` }
    writeFileSync(
      join(home, 'projects', name, 'project.json'),
      JSON.stringify({ ...record, key: name, roots: [root], head: 'f'.repeat(40) }),
    )
  }
  // Nothing can be read from a folder of that name, so reading it would be noticed as another answer.
  rmSync(join(home, 'projects', key, 'project.json'))
  mkdirSync(join(home, 'projects', key, 'project.json'))
  const times = Array.from({ length: 21 }, () => {
    const start = process.hrtime.bigint()
    expect(locate(repo.dir)).toMatchObject({ exists: true, project: { key } })
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(3)
})
