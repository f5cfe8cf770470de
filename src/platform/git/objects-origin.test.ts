import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../../test/support/world.js'
import { readFirstCommit, readRemote } from './objects.js'

function remoteOf(config: string): string | null {
  const dir = tempDir()
  writeFileSync(join(dir, 'config'), config)
  return readRemote(dir)
}

test('the address of origin is read as git reads it', () => {
  const repo = scratchRepo()
  const common = join(repo.dir, '.git')
  expect(readRemote(common)).toBeNull()
  repo.git('remote', 'add', 'fork', 'git@example.invalid:fork/it.git')
  expect(readRemote(common)).toBe('git@example.invalid:fork/it.git')
  repo.git('remote', 'add', 'origin', 'https://example.invalid/it.git#x;y')
  expect(readRemote(common)).toBe(repo.git('config', 'remote.origin.url'))
})

test.each([
  ['https://user:hunter2@example.invalid/a.git', 'https://example.invalid/a.git'],
  ['https://token@example.invalid/a.git', 'https://example.invalid/a.git'],
  ['https://user:p@ss@example.invalid/a@b.git', 'https://example.invalid/a@b.git'],
  ['ssh://git@example.invalid:22/a.git', 'ssh://example.invalid:22/a.git'],
  ['git@example.invalid:a/b.git', 'git@example.invalid:a/b.git'],
  ['/srv/a b/c.git', '/srv/a b/c.git'],
])('no credentials are kept of %s', (url, kept) => {
  expect(remoteOf(`[remote "origin"]\n\turl = ${url}\n`)).toBe(kept)
})

test.each([
  ['two remotes, none of them origin', '[remote "a"]\nurl=x\n[remote "b"]\nurl=y\n', null],
  ['a quoted value', '[remote "origin"]\n  url = "a \\"b"\n', 'a "b'],
  ['a comment after it', '[REMOTE "origin"]\n  URL = a.git # c\n', 'a.git'],
  ['a section and key on one line', '[remote "origin"] url = a.git\n', 'a.git'],
  ['a key of another section', '[remote "origin"]\nfetch=x\n[branch "m"]\nurl=z\n', null],
  ['nonsense', '[[[\n]]]\n\u0000=\n[remote "origin\n', null],
])('%s', (_, config, url) => {
  expect(remoteOf(config)).toBe(url)
})

test('a configuration that is a folder or too big is passed over', () => {
  const dir = tempDir()
  mkdirSync(join(dir, 'config'))
  expect(readRemote(dir)).toBeNull()
  expect(remoteOf(`[remote "origin"]\nurl=a\n${'#'.repeat(2_000_000)}`)).toBeNull()
})

test('the first commit is known where the repository was made, not where it was cloned', () => {
  const repo = scratchRepo()
  const first = repo.git('rev-parse', 'HEAD')
  repo.commit('second')
  expect(readFirstCommit(join(repo.dir, '.git'))).toBe(first)
  const clone = join(tempDir(), 'clone')
  repo.git('clone', '--quiet', repo.dir, clone)
  expect(readFirstCommit(join(clone, '.git'))).toBeNull()
})
