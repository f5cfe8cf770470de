import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { findSessions } from './reader.js'
import { slugOf } from './folders.js'

test('the name of a project’s folder is made as the client makes it', () => {
  expect(slugOf('/home/dev/my_shop.v2')).toBe('-home-dev-my-shop-v2')
  const long = `/home/dev/${'deep/'.repeat(60)}end`
  // Reference value of the client's rule: 200 characters, then the 32-bit hash of the whole path in base 36.
  expect(slugOf(long)).toBe(`${long.replace(/[^a-zA-Z0-9]/g, '-').slice(0, 200)}-${hashOf(long)}`)
})

test('sessions of a folder come newest first, without those of sub-agents [F2]', () => {
  const { home, cwd, add } = world()
  add(cwd, 'older', cwd, 1000)
  add(cwd, 'newer', cwd, 2000)
  add(cwd, 'agent-a1', cwd, 3000)
  const found = findSessions({ cwd, userHome: home, env: {} })
  expect(found.map(({ session }) => session)).toEqual(['newer', 'older'])
  expect(found[0]).toMatchObject({ agent: 'claude-code', cwd, mtimeMs: 2_000_000 })
})

test('a folder whose name collides is told apart by what the file says', () => {
  const { home, cwd, add } = world()
  add(cwd, 'own', cwd, 1000)
  add(cwd, 'foreign', cwd.replace('my-shop', 'my_shop'), 2000)
  add(cwd, 'silent', undefined, 500)
  expect(findSessions({ cwd, userHome: home, env: {} }).map(({ session }) => session)).toEqual(['own', 'silent'])
})

test('from a subfolder the sessions of the whole repository are found too', () => {
  const { home, cwd, add } = world()
  const sub = join(cwd, 'src')
  mkdirSync(sub)
  add(cwd, 'root', cwd, 2000)
  add(sub, 'sub', sub, 1000)
  const sessions = findSessions({ cwd: sub, gitRoot: cwd, userHome: home, env: {} }).map(({ session }) => session)
  expect(sessions).toEqual(['root', 'sub'])
})

test('a folder reached through a link is the folder it leads to', () => {
  const { home, cwd, add } = world()
  add(cwd, 'one', cwd, 1000)
  symlinkSync(cwd, join(home, 'link'))
  expect(findSessions({ cwd: join(home, 'link'), userHome: home, env: {} })).toHaveLength(1)
})

test('the client’s own settings of its folders are followed', () => {
  const { home, cwd, add } = world()
  add(cwd, 'one', cwd, 1000)
  const env = { CLAUDE_CONFIG_DIR: join(home, '.claude') }
  expect(findSessions({ cwd, userHome: '/nowhere', env })).toHaveLength(1)
  const named = join(home, '.claude', 'projects', 'shop')
  mkdirSync(named)
  writeFileSync(join(named, 'two.jsonl'), `${JSON.stringify({ type: 'user', cwd })}\n`)
  expect(
    findSessions({ cwd, userHome: '/nowhere', env: { ...env, CLAUDE_CODE_PROJECT_DIR_NAME: 'shop' } }),
  ).toHaveLength(2)
  expect(findSessions({ cwd, userHome: '/nowhere', env: {} })).toEqual([])
})

function world(): {
  home: string
  cwd: string
  add: (folder: string, name: string, cwd: string | undefined, at: number) => void
} {
  const home = tempDir()
  const cwd = join(home, 'my-shop')
  mkdirSync(cwd)
  return {
    home,
    cwd,
    add(folder, name, says, at) {
      const dir = join(home, '.claude', 'projects', slugOf(folder))
      mkdirSync(dir, { recursive: true })
      const path = join(dir, `${name}.jsonl`)
      writeFileSync(
        path,
        `${JSON.stringify({ type: 'mode', mode: 'x' })}\n${JSON.stringify({ type: 'user', cwd: says })}\n`,
      )
      utimesSync(path, at, at)
    },
  }
}

function hashOf(path: string): string {
  const hash = [...path].reduce((sum, char) => ((sum << 5) - sum + (char.codePointAt(0) ?? 0)) | 0, 0)
  return Math.abs(hash).toString(36)
}
