/** Every setting that this git knows of, set by a repository to a program: none of our calls runs it. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { fewer } from '../../../test/support/property-runs.js'
import { type Repo, scratchRepo, tempDir } from '../../../test/support/world.js'
import { runGit } from './git.js'

const saved = { ...process.env }
beforeAll(() => {
  Object.assign(process.env, { HOME: tempDir(), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' })
})
afterAll(() => void Object.assign(process.env, saved))

/** By git itself; what is left open in a name is that of the driver, the remote and the branch here. */
const SETTINGS = execFileSync('git', ['help', '-c'], { encoding: 'utf8' })
  .split('\n')
  .map((line) => line.trim().replace(/<[^>]*>|\*/g, 'x'))
  .filter((name) => /^[a-z][\w.-]+\.[\w.-]+$/i.test(name))

/** As dogear calls it: what reads, lists, compares and hashes. */
const CALLS: readonly (readonly string[])[] = [
  ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'],
  ['diff', '--numstat', '-z', '--no-renames', 'HEAD'],
  ['diff', '--name-only', '--diff-filter=U'],
  ['log', '-m', '-p', '--stat', '--all', '-3', '--format=%H %an %s'],
  ['log', '-g', 'refs/stash', '--format=%H', '--', 'a.txt'],
  ['show', '--stat', 'HEAD'],
  ['for-each-ref', '--format=%(refname) %(objectname) %(upstream)', 'refs/heads'],
  ['rev-list', '--parents', '--max-count=5', 'HEAD'],
  ['ls-files', '-v', '-s', '-z'],
  ['check-attr', '-z', '--all', 'a.txt'],
  ['cat-file', 'blob', 'HEAD:a.txt'],
  ['config', '--get', 'core.autocrlf'],
]

interface Trap {
  repo: Repo
  program: string
  sprung: () => boolean
}

function trap(): Trap {
  const repo = scratchRepo({ 'a.txt': 'one\n', '.gitattributes': '* filter=x diff=x merge=x\n' })
  repo.git('remote', 'add', 'x', '/nowhere')
  repo.git('branch', 'x')
  writeFileSync(join(repo.dir, 'a.txt'), 'stashed\n')
  repo.git('stash', '--quiet')
  const folder = tempDir()
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\ntouch '${folder}/ran'\ncat\n`)
  chmodSync(program, 0o755)
  return { repo, program, sprung: () => existsSync(join(folder, 'ran')) }
}

test('no setting of a repository is a program that runs', () => {
  expect(SETTINGS.length).toBeGreaterThan(400)
  const { repo, program, sprung } = trap()
  const config = join(repo.dir, '.git', 'config')
  const plain = execFileSync('cat', [config], { encoding: 'utf8' })
  mkdirSync(join(repo.dir, '.git', 'more'))
  const place = fc.constantFrom('config', 'include', 'includeIf', 'config.worktree')
  const value = fc.constantFrom(program, `!${program}`, `${program} %f`, `"${program}"`)
  fc.assert(
    fc.property(fc.constantFrom(...SETTINGS), value, place, (name, said, where) => {
      const [, section = '', sub, key = ''] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/.exec(name) ?? []
      const text = `[${section}${sub === undefined ? '' : ` "${sub}"`}]\n\t${key} = ${said.replaceAll('"', '\\"')}\n`
      const more = join(repo.dir, '.git', where === 'config.worktree' ? where : 'more/config')
      writeFileSync(config, plain)
      rmSync(more, { force: true })
      if (where === 'config') appendFileSync(config, text)
      else writeFileSync(more, text)
      if (where === 'include') appendFileSync(config, '[include]\n\tpath = more/config\n')
      if (where === 'includeIf') appendFileSync(config, '[includeIf "onbranch:*"]\n\tpath = more/config\n')
      if (where === 'config.worktree') appendFileSync(config, '[extensions]\n\tworktreeConfig = true\n')
      for (const call of CALLS) {
        writeFileSync(join(repo.dir, 'a.txt'), `touched ${Math.random()}\n`)
        runGit(repo.dir, call)
      }
      runGit(repo.dir, ['hash-object', '--stdin-paths'], { input: 'a.txt\n' })
      expect(sprung(), text).toBe(false)
    }),
    fewer(16),
  )
})

test('it would be seen: plain git runs one', () => {
  const { repo, program, sprung } = trap()
  appendFileSync(join(repo.dir, '.git', 'config'), `[filter "x"]\n\tclean = ${program}\n`)
  writeFileSync(join(repo.dir, 'a.txt'), 'touched\n')
  repo.git('status', '--porcelain')
  expect(sprung()).toBe(true)
})
