/** A command that is told with a name of a repository in it does what it says, and nothing else, where somebody runs it. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanEnv, dogear, type Repo, scratchRepo, tempDir } from '../support/world.js'

const BRANCHES = [
  'fix;touch${IFS}ran;#',
  '$(touch${IFS}ran)',
  '`touch${IFS}ran`',
  "it's|touch${IFS}ran",
  'a&touch${IFS}ran&b',
  'x>ran',
  '修正/größe',
]

interface Desk {
  repo: Repo
  run: (...args: string[]) => string
  /** What the shell leaves behind and where git stands, once the command has run. */
  obey: (command: string) => { ran: string; branch: string }
}

function deskOn(branch: string): Desk {
  const repo = scratchRepo({ 'a.ts': 'one\n' })
  const home = tempDir()
  repo.git('checkout', '--quiet', '-b', branch)
  return {
    repo,
    run: (...args) => {
      const { stdout, stderr } = dogear(args, { cwd: repo.dir, home })
      return stdout + stderr
    },
    obey: (command) => {
      spawnSync('sh', ['-c', command], { cwd: repo.dir, env: cleanEnv(home) })
      return {
        ran: repo.git('ls-files', '--others', '--', 'ran*'),
        branch: repo.git('rev-parse', '--abbrev-ref', 'HEAD'),
      }
    },
  }
}

test.each(BRANCHES)('of a briefing, back to the branch %s', (branch) => {
  const { repo, run, obey } = deskOn(branch)
  run('save', 'menu', '--task', 'Build the menu', '--next', 'Draw the menu')
  repo.git('checkout', '--quiet', 'main')
  const [, command = ''] = /Switch with: (.*)/.exec(run('resume', 'menu')) ?? []
  expect(command).toMatch(/^git checkout ./)
  expect(obey(command)).toEqual({ ran: '', branch })
})

test.each(BRANCHES)('of an undo, back to the branch %s', (branch) => {
  const { repo, run, obey } = deskOn(branch)
  writeFileSync(join(repo.dir, 'b.ts'), 'not committed\n')
  run('save', 'menu', '--next', 'Draw the menu')
  rmSync(join(repo.dir, 'b.ts'))
  const here = run('undo')
  expect(here).toContain('write b.ts')
  expect(here).not.toContain('on branch')
  repo.git('checkout', '--quiet', 'main')
  const [, command = ''] = /: (git switch .*) goes back/.exec(run('undo')) ?? []
  expect(obey(command)).toEqual({ ran: '', branch })
})

test.each(BRANCHES)('of the list, on to what is called after the branch %s', (branch) => {
  const { run, obey } = deskOn(branch)
  run('save', '--task', 'Build the menu', '--next', 'Draw the menu')
  const [, command = ''] = /Go on: dogear (resume .*)/.exec(run('status')) ?? []
  expect(command).not.toBe('')
  // Each word as the shell hands it over.
  expect(obey(`printf '%s\\n' ${command} >&2`)).toMatchObject({ ran: '' })
  expect(run('resume', '--yes')).toContain('Draw the menu')
})
