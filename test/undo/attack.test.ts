/** A repository that somebody else packed: nothing of it is run by a take or an undo, and nothing beside it is read or written. */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/world.js'
import { contentsOf } from './contents.js'
import { dirtyUp, put, type UndoDesk, undoDesk } from './support.js'

const OUTSIDE = 'what lies beside the repository and is none of its business, in many words'

/** An index with a name that git would never write into one. */
function forgeIndex({ repo }: UndoDesk, from: string, to: string): void {
  put(repo.dir, from, 'in the index\n')
  repo.git('add', '--force', from)
  rmSync(join(repo.dir, from))
  const path = join(repo.dir, '.git', 'index')
  const index = readFileSync(path)
  const at = index.indexOf(from)
  expect([at > 0, from.length]).toEqual([true, to.length])
  index.write(to, at, 'latin1')
  const body = index.subarray(0, -20)
  writeFileSync(path, Buffer.concat([body, createHash('sha1').update(body).digest()]))
}

function everything(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .flatMap((one) => {
      const bytes = readFileSync(join(one.parentPath, one.name))
      return [bytes, ...contentsOf(bytes)].map((part) => part.toString('latin1'))
    })
    .join('\n')
}

test.each([
  ['up and out', 'aa/outside.txt', '../outside.txt'],
  ['up in the middle', 'src/aa/bb/outside.txt', 'src/../../outside.txt'],
  ['from the root', 'aaaaa/outside', '/tmp//outside'],
  ['into git', 'agit/hooks/post-checkout', '.git/hooks/post-checkout'],
  ['into git in other letters', 'aGIT/hooks/post-checkout', '.GIT/hooks/post-checkout'],
])('a name in a forged index leads nowhere but below the worktree: %s', (_, from, to) => {
  const desk = undoDesk()
  const target = to.startsWith('/') ? to : join(desk.repo.dir, to)
  mkdirSync(join(target, '..'), { recursive: true })
  writeFileSync(target, OUTSIDE)
  forgeIndex(desk, from, to)
  put(desk.repo.dir, 'src/auth.ts', 'three hours of uncommitted work on this function, in many words\n')
  desk.call('echo work >> src/auth.ts')
  writeFileSync(target, 'changed')
  desk.call('rm src/auth.ts')
  expect(everything(desk.world.home)).not.toContain(OUTSIDE)
  expect(desk.undoNow().plan.steps.map(({ path }) => path)).toEqual(['src/auth.ts'])
  expect(() => desk.undoNow({ paths: [to] })).toThrow(/no uncommitted work|no plan/)
  expect(readFileSync(target, 'utf8')).toBe('changed')
  rmSync(target)
})

const CANARY = 'touch "$CANARY"'

/** What git would start for a status, a diff, a checkout or a read of a file. */
function arm({ repo }: UndoDesk, canary: string): void {
  const { dir } = repo
  const program = join(dir, 'run.sh')
  writeFileSync(program, `#!/bin/sh\nCANARY='${canary}'\n${CANARY}\ncat\n`, { mode: 0o755 })
  const set = (name: string, value: string): void => void repo.git('config', name, value)
  set('core.fsmonitor', program)
  set('core.hooksPath', join(dir, 'hooks'))
  set('filter.x.clean', program)
  set('filter.x.smudge', program)
  set('filter.x.process', program)
  set('filter.x.required', 'true')
  set('diff.x.textconv', program)
  set('diff.x.command', program)
  set('diff.external', program)
  set('core.pager', program)
  set('core.editor', program)
  set('core.sshCommand', program)
  set('core.alternateRefsCommand', program)
  set('merge.x.driver', program)
  set('gpg.program', program)
  set('log.showSignature', 'true')
  set('uploadpack.packObjectsHook', program)
  set('alias.status', `!${program}`)
  set('alias.cat-file', `!${program}`)
  put(dir, '.gitattributes', '* filter=x diff=x merge=x\n')
  for (const hook of [
    'post-checkout',
    'post-index-change',
    'fsmonitor-watchman',
    'pre-auto-gc',
    'reference-transaction',
  ])
    for (const folder of ['hooks', '.git/hooks']) {
      mkdirSync(join(dir, folder), { recursive: true })
      writeFileSync(join(dir, folder, hook), `#!/bin/sh\nCANARY='${canary}'\n${CANARY}\n`, { mode: 0o755 })
    }
}

test('[F8] nothing that a repository names is run by takes, plans, undo and redo', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  const canary = join(tempDir(), 'ran')
  arm(desk, canary)
  // Nothing of an agent or of a person here is git: what is run is run by dogear.
  desk.call('rm -rf data notes.md; echo short > src/auth.ts')
  const { plan } = desk.undoNow()
  expect(plan.steps.length).toBeGreaterThan(2)
  desk.undoNow({ redo: true })
  desk.undoNow({ to: plan.take })
  desk.turnEnds()
  expect(existsSync(canary)).toBe(false)
  // It was armed: git itself runs it.
  spawnSync('git', ['status'], { cwd: desk.repo.dir })
  expect(existsSync(canary)).toBe(true)
})

test.each([
  ['the folder of a lost file', 'data', 'data/seed.json'],
  ['a folder above it', 'src/deep', 'src/deep/one.ts'],
])('%s became a link that leads out: nothing is written through it', (_, folder, path) => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.call(`rm -rf ${folder}`)
  const elsewhere = tempDir()
  symlinkSync(elsewhere, join(desk.repo.dir, folder))
  const { plan } = desk.undo()
  expect(plan.steps.map((step) => step.path)).not.toContain(path)
  expect(plan.refused.map((one) => one.path)).toContain(path)
  expect(() => desk.undoNow()).toThrow(/no plan/)
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a folder that becomes a link between the plan and its end is not written through', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.call('rm -rf data')
  const { id } = desk.undo().plan
  const elsewhere = tempDir()
  symlinkSync(elsewhere, join(desk.repo.dir, 'data'))
  expect(() => desk.undo({ apply: id })).toThrow(/void/)
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a link is kept as a link, and what it leads to is not read', () => {
  const desk = undoDesk()
  const secret = join(tempDir(), 'other')
  writeFileSync(secret, OUTSIDE)
  symlinkSync(secret, join(desk.repo.dir, 'out'))
  mkdirSync(join(tempDir(), 'x'))
  desk.call('rm out')
  expect(everything(desk.world.home)).not.toContain(OUTSIDE)
  desk.undoNow({ paths: ['out'] })
  expect(readFileSync(join(desk.repo.dir, 'out'), 'utf8')).toBe(OUTSIDE)
})

test('names as long, strange and many as they may be: what can be kept comes back', () => {
  const desk = undoDesk()
  const names = [
    'a\nb',
    ' lead',
    'trail ',
    '-rf',
    '--',
    '"q"',
    "'q'",
    '$(touch x)',
    '`x`',
    'x\u0007',
    '*',
    ':(top)x',
    'ü',
    '日本',
  ]
  names.push('n'.repeat(255), '\\x0a', '~', '#', '!a', 'a\tb')
  for (const name of names)
    put(desk.repo.dir, `odd/${name}`, `work in a file of its own: ${encodeURIComponent(name)}\n`)
  desk.call('rm -rf odd')
  desk.undoNow()
  expect(readdirSync(join(desk.repo.dir, 'odd')).toSorted()).toEqual(names.toSorted())
  for (const name of names)
    expect(readFileSync(join(desk.repo.dir, 'odd', name), 'utf8')).toContain(encodeURIComponent(name))
  expect(existsSync(join(desk.repo.dir, 'x'))).toBe(false)
})

test('what was lost is brought back where the repository was moved, and a take of another folder stays its own', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.call('rm -rf data')
  const moved = `${desk.repo.dir}-moved`
  renameSync(desk.repo.dir, moved)
  mkdirSync(desk.repo.dir)
  expect(() => desk.undo()).toThrow(/no work tree|not a work tree|repository/i)
  expect(readdirSync(desk.repo.dir)).toEqual([])
  rmSync(desk.repo.dir, { recursive: true })
  renameSync(moved, desk.repo.dir)
  expect(desk.undo().plan.steps.map(({ path }) => path)).toContain('data/seed.json')
})
