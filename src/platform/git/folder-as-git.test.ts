/** dogear and git mean the same repository, however oddly the files are written that lead to it; else dogear sees none. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanEnv, scratchRepo, tempDir } from '../../../test/support/world.js'
import { findGit } from './folder.js'

/**
 * Every form lies in a world of its own inside an outer repository, with a git folder at each place that some reading
 * could come to: the name as it stands, without its white space, with `link/..` taken by the text.
 */
describe('as `git rev-parse` says, or nothing', () => {
  const outer = tempDir()
  let count = 0

  function gitFolder(dir: string | Buffer, head = 'ref: refs/heads/main\n'): void {
    const inside = (name: string): Buffer => Buffer.concat([Buffer.from(dir), Buffer.from(`/${name}`)])
    for (const name of ['objects', 'refs']) mkdirSync(inside(name), { recursive: true })
    writeFileSync(inside('HEAD'), head)
    writeFileSync(inside('config'), '[core]\n\tbare = false\n')
  }

  /** An empty folder for files, and in it `at`, a folder with much around it that a path can lead through. */
  function world(at = '.'): string {
    const tree = join(outer, `w${count++}`, 'tree')
    const here = join(tree, at)
    for (const dir of ['sub', 'a/b', '../far/target']) mkdirSync(join(here, dir), { recursive: true })
    symlinkSync('../far/target', join(here, 'link'))
    symlinkSync('loop', join(here, 'loop'))
    symlinkSync('gone', join(here, 'nowhere'))
    symlinkSync('g', join(here, 'to g'))
    writeFileSync(join(here, 'file'), '')
    for (const dir of ['g', '../far/g', '../g']) gitFolder(join(here, dir))
    return tree
  }

  type Outcome = 'same' | 'neither' | 'refused'
  function compare(tree: string): Outcome {
    const args = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel']
    const git = spawnSync('git', args, { cwd: tree, env: cleanEnv(outer), encoding: 'utf8' })
    const ours = findGit(tree)
    if (ours === null) return git.status === 0 ? 'refused' : 'neither'
    expect(`${ours.gitDir}\n${ours.commonDir}\n${ours.worktree}\n`).toBe(git.stdout)
    return 'same'
  }

  const SPACES = [
    ' ',
    '  ',
    '\t',
    '\v',
    '\f',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u2028',
    '\u0085',
    '\ufeff',
    '\u200b',
    '\\',
  ]
  const TAILS = [
    ['', '\n', '\r\n', '\r', '\n\n', '\n\r\n\r', '\r\r\n'],
    SPACES.flatMap((space) => [space, `${space}\n`]),
    ['\n ', '\r\n \n', ' \r\n', '\t\r', '/', '/\n', '//\n', '/.\n', '/./\n', '/ \n', '/../g\n', '/sub/..\n'],
    ['\0', '\0\n', '\0x\n', '\n\0', ' \0\n', '\nsecond\n', '\ngitdir: g\n'],
    ['"\n', '#\n', ' # g\n', ';\n', '*\n', '%20\n'],
  ].flat()
  const PATHS = [
    ['g', './g', '././/g', '../g', '../../tree/g', '..//tree/./g', 'sub/../g', 'a/b/../../g', 'to g', '../tree/to g/.'],
    ['link/../g', 'link/../../tree/g', './link/..//g', 'sub/../link/../g', 'link/../target/../g', 'link/g', 'link'],
    ['gone/../g', 'file/../g', 'loop/../g', 'nowhere/../g', 'loop', 'nowhere', 'file'],
    ['.', '..', './', '/', '~/g', '$HOME/g', '-g', '--git-dir=g', '"g"', "'g'", 'G'],
    ['ü', 'u\u0308', '名前', 'g\ng', 'g\rg', 'é g', 'a b\tc', '\u202eg', '\u{1f600}', 'x'.repeat(255), 'x'.repeat(256)],
    [`${'./'.repeat(1_500)}g`, `${'./'.repeat(2_100)}g`, `${'sub/../'.repeat(400)}g`],
  ].flat()
  const HEADS = [
    ['gitdir: ', 'gitdir:', 'gitdir:  ', 'gitdir:\t', 'gitdir: \t', 'gitdir:\n', 'gitdir :', 'gitdir', 'gitdir= ', ''],
    ['GITDIR: ', 'Gitdir: ', ' gitdir: ', '\tgitdir: ', '\ngitdir: ', '\ufeffgitdir: ', '\0gitdir: ', '# x\ngitdir: '],
  ].flat()

  /** The names that a reading of the text could mean, so that each leads somewhere. */
  function plantAt(folder: string, path: string): void {
    const names = [path, path.trim(), path.trimEnd(), path.replace(/[\r\n]+$/, ''), path.replace(/\0[^]*$/, '')]
    for (const name of names.filter((one) => /^[^/\0]+$/.test(one) && !['.', '..'].includes(one) && one.length < 256))
      if (!existsSync(join(folder, name)) && !['loop', 'nowhere', 'file', 'link'].includes(name))
        gitFolder(join(folder, name))
  }

  function ofGitFile(head: string, path: string, tail: string): Outcome {
    const tree = world()
    plantAt(tree, path)
    plantAt(tree, `${path}${tail}`)
    writeFileSync(join(tree, '.git'), `${head}${path}${tail}`)
    return compare(tree)
  }

  function ofCommonDir(path: string, tail: string): Outcome {
    const tree = world('.git')
    const gitDir = join(tree, '.git')
    gitFolder(gitDir)
    plantAt(gitDir, path)
    plantAt(gitDir, `${path}${tail}`)
    writeFileSync(join(gitDir, 'commondir'), `${path}${tail}`)
    return compare(tree)
  }

  function tally(outcomes: readonly (readonly [form: string, outcome: Outcome])[]): Record<Outcome, string[]> {
    const of = (wanted: Outcome): string[] =>
      outcomes.filter(([, one]) => one === wanted).map(([form]) => form.slice(0, 20))
    return { same: of('same'), neither: of('neither'), refused: of('refused') }
  }

  beforeAll(() => gitFolder(join(outer, '.git')))

  test('of a .git file', () => {
    const { same, neither, refused } = tally([
      ...TAILS.map((tail) => [`tail ${tail}`, ofGitFile('gitdir: ', 'g', tail)] as const),
      ...PATHS.map((path) => [`path ${path}`, ofGitFile('gitdir: ', path, '\n')] as const),
      ...HEADS.map((head) => [`head ${head}`, ofGitFile(head, 'g', '\n')] as const),
      ...['', '\n', ' ', ' \n', '\0', '.\n'].map((tail) => [`empty ${tail}`, ofGitFile('gitdir: ', '', tail)] as const),
    ])
    expect(refused).toEqual([])
    expect(same.length).toBeGreaterThan(70)
    expect(neither.length).toBeGreaterThan(30)
  })

  test('of a commondir', () => {
    const { same, neither, refused } = tally([
      ...TAILS.map((tail) => [`tail ${tail}`, ofCommonDir('g', tail)] as const),
      ...PATHS.map((path) => [`path ${path}`, ofCommonDir(path, '\n')] as const),
      ...['', '\n', '\r\n', ' ', ' \n', '\0'].map((tail) => [`empty ${tail}`, ofCommonDir('', tail)] as const),
    ])
    // Where nothing is, git goes on to the outer repository; it also takes `file/..` for a folder, and any length.
    expect(refused).toEqual(['tail / \n', 'path link/g', 'path file/../g', 'path nowhere', 'path ./././././././.'])
    expect(same.length).toBeGreaterThan(80)
    expect(neither.length).toBeGreaterThan(10)
  })
  test('of a HEAD', () => {
    const id = '0123456789'.repeat(4)
    const forms = [
      ['', '\n', 'x', 'ref: refs/heads/main', 'ref:refs/heads/main\n', 'ref:\t\n refs/x\n', 'ref:\vrefs/heads/x\n'],
      ['ref: refs/', 'ref: refs', 'ref: /refs/heads/x', 'ref: HEAD', ' ref: refs/heads/x', 'REF: refs/heads/x'],
      ['ref: refs/heads/a b', 'ref: refs/../x', 'ref: refs/heads/\u001b', 'ref: refs/heads/main\nmore\n'],
      [
        id,
        `${id}\n`,
        `${id} x`,
        `${id}ff`,
        id.slice(1),
        id.replaceAll('1', 'A'),
        ` ${id}`,
        `\ufeff${id}`,
        `${id}${id}`,
      ],
      [`ref:${' '.repeat(240)}refs/heads/x`, `ref:${' '.repeat(260)}refs/heads/x`, `ref:\0refs/heads/x`],
    ].flat()
    const { same, refused } = tally(
      forms.map((head) => {
        const tree = world()
        gitFolder(join(tree, '.git'), head)
        return [head, compare(tree)] as const
      }),
    )
    expect(refused).toEqual([])
    expect(same).toHaveLength(forms.length)
  })

  test.each<[name: string, script: string, outcome: Outcome]>([
    ['HEAD is a link to a ref', 'ln -sf refs/heads/x .git/HEAD', 'same'],
    ['HEAD is a link to a file', 'mv .git/HEAD .git/H; ln -s H .git/HEAD', 'same'],
    ['objects is a file', 'rmdir .git/objects; touch .git/objects', 'same'],
    ['objects is a program', 'rmdir .git/objects; touch .git/objects; chmod +x .git/objects', 'same'],
    ['refs is not there', 'rmdir .git/refs', 'same'],
    ['commondir is a link to nowhere', 'ln -s gone .git/commondir', 'neither'],
    ['commondir is a folder', 'mkdir .git/commondir', 'neither'],
    ['.git is a link', 'mv .git real; ln -s real .git', 'same'],
    ['.git is a link to nowhere', 'rm -r .git; ln -s gone .git', 'same'],
    ['.git is a link to a file', 'rm -r .git; echo gitdir: g > to; ln -s to .git', 'same'],
    ['the name is no text', "odd=$(printf 'x\\377'); mv .git $odd; echo gitdir: $odd > .git", 'refused'],
  ])('of a folder where %s', (_, script, outcome) => {
    const tree = world()
    gitFolder(join(tree, '.git'))
    expect(spawnSync('sh', ['-ec', script], { cwd: tree }).status).toBe(0)
    expect(compare(tree)).toBe(outcome)
  })

  test('of a folder whose own name is no text', () => {
    const tree = world()
    const odd = Buffer.concat([Buffer.from(`${tree}/`), Buffer.from([0xff])])
    gitFolder(Buffer.concat([odd, Buffer.from('/.git')]))
    // What process.cwd() says there.
    expect(findGit(odd.toString('utf8'))).toBeNull()
  })

  test('a folder with a HEAD and a commondir, which can be committed, does not pass for another repository', () => {
    const { dir } = scratchRepo()
    const victim = scratchRepo()
    mkdirSync(join(dir, 'docs'))
    writeFileSync(join(dir, 'docs', 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(dir, 'docs', 'commondir'), `${victim.dir}/.git\n`)
    expect(findGit(join(dir, 'docs'))).toBeNull()
    victim.git('worktree', 'add', '--quiet', join(tempDir(), 'linked'))
    const gitDir = join(victim.dir, '.git', 'worktrees', 'linked')
    expect(findGit(gitDir)).toEqual({ kind: 'bare', worktree: null, gitDir, commonDir: join(victim.dir, '.git') })
  })

  test('a folder that is gone is looked for by the disk', () => {
    const { dir } = scratchRepo()
    const folder = tempDir()
    symlinkSync(dir, join(folder, 'link'))
    expect(findGit(join(folder, 'link', 'gone', 'deeper'))?.worktree).toBe(dir)
    symlinkSync(tempDir(), join(dir, 'away'))
    expect(findGit(`${dir}/away/..`)).toBeNull()
  })
})
