/** What leads to a repository, written as nobody chose it: drawn from a seed, and compared with `git rev-parse`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewer } from '../../../test/support/property-runs.js'
import { cleanEnv, tempDir } from '../../../test/support/world.js'
import { findGit } from './folder.js'

const outer = tempDir()
const env = cleanEnv(outer)
let count = 0

function gitFolder(dir: string, head: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(dir, name), { recursive: true })
  writeFileSync(join(dir, 'HEAD'), head)
  writeFileSync(join(dir, 'config'), '[core]\n\tbare = false\n')
}

const HEADS = ['ref: refs/heads/main\n', `${'a1'.repeat(20)}\n`, 'ref: refs/x', 'ref:refs/heads/\n', 'x', '']
const WORDS = ['g', 'h', '..', '.', 'sub', 'link', 'file', 'nowhere', 'tree', '.git', 'g ', ' g', 'g\t', 'ü', '']
const ENDS = [
  '',
  '\n',
  '\r\n',
  ' ',
  '\t\n',
  '\0',
  '\0x\n',
  '\n\n',
  ' \n',
  '/',
  '/\n',
  '\u00a0\n',
  '\nx\n',
  '\v',
  '\\\n',
]
const STARTS = ['gitdir: ', 'gitdir: ', 'gitdir: ', 'gitdir:', 'gitdir:  ', 'GITDIR: ', ' gitdir: ', '']

const path = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/')),
  fc.constantFrom('~/g', '$HOME/g', '/', '//', './/g', 'g/.'),
)
const pointer = fc.tuple(path, fc.constantFrom(...ENDS)).map(([to, end]) => `${to}${end}`)
const world = fc.record({
  /** What stands where `.git` is looked for. */
  dotGit: fc.oneof(
    fc.record({
      is: fc.constant('file'),
      text: fc.tuple(fc.constantFrom(...STARTS), pointer).map((all) => all.join('')),
    }),
    fc.record({ is: fc.constant('folder'), text: fc.constant('') }),
    fc.record({ is: fc.constant('link'), text: path }),
  ),
  commonDir: fc.option(pointer),
  /** In which of the folders. */
  commonAt: fc.constantFrom('.git', 'g', 'h', 'sub'),
  heads: fc.array(fc.constantFrom(...HEADS), { minLength: 5, maxLength: 5 }),
  gone: fc.option(fc.constantFrom('g/objects', 'g/refs', '.git/objects', 'h/HEAD', '../g/HEAD')),
  at: fc.constantFrom('.', 'sub', 'sub/deep', 'g', 'link', '.git'),
  name: fc.constantFrom('tree', 'tr ee', 'trée', '-tree', 'tree '),
})

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // What cannot be made is not made: the comparison is of what is there then.
  }
}

test('git and dogear mean the same repository, or dogear sees none', () => {
  const seen = { same: 0, neither: 0, refused: 0 }
  fc.assert(
    fc.property(world, ({ dotGit, commonDir, commonAt, heads, gone, at, name }) => {
      const top = join(outer, `w${count++}`)
      const tree = join(top, name)
      for (const dir of ['sub/deep', '../far/target']) mkdirSync(join(tree, dir), { recursive: true })
      symlinkSync('../far/target', join(tree, 'link'))
      symlinkSync('gone', join(tree, 'nowhere'))
      writeFileSync(join(tree, 'file'), 'gitdir: h\n')
      const [one = '', two = '', three = '', four = '', five = ''] = heads
      gitFolder(join(tree, 'g'), one)
      gitFolder(join(tree, 'h'), two)
      gitFolder(join(top, 'g'), three)
      gitFolder(join(top, 'far', 'g'), four)
      gitFolder(join(tree, 'g '), five)
      if (dotGit.is === 'file') writeFileSync(join(tree, '.git'), dotGit.text)
      else if (dotGit.is === 'folder') gitFolder(join(tree, '.git'), one)
      else quietly(() => symlinkSync(dotGit.text, join(tree, '.git')))
      if (commonDir !== null) quietly(() => writeFileSync(join(tree, commonAt, 'commondir'), commonDir))
      if (gone !== null) quietly(() => renameSync(join(tree, gone), join(tree, `${gone}.gone`)))
      const cwd = join(tree, at)
      const args = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel']
      const git = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
      const ours = findGit(cwd)
      seen[ours ? 'same' : git.status === 0 ? 'refused' : 'neither']++
      // It is no folder to stand in.
      if (ours === null || git.error) return
      const { gitDir, commonDir: common, worktree } = ours
      expect(git.stdout.split('\n').slice(0, 2)).toEqual([gitDir, common])
      // Inside a git folder git names no folder of files.
      expect([`${worktree}`, undefined, '']).toContain(git.stdout.split('\n')[2])
    }),
    fewer(60),
  )
  expect(seen.same).toBeGreaterThan(2)
  expect(seen.neither).toBeGreaterThan(2)
})
