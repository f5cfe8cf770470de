/** Fifty repositories of the odd kinds that people have: each of one trait, and pairs of them. Made once, copied for each try. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cleanEnv, tempDir } from '../../support/world.js'

const COMMIT = 'git commit -q --allow-empty --no-verify -m'

/** Shell, run in a repository that has the files of `FILES`, committed. Programs of a repository tell when it is not the agent who ran them. */
const TRAITS: Readonly<Record<string, string>> = {
  plain: ':',
  submodule: `git -c protocol.file.allow=always submodule --quiet add ../other sub; ${COMMIT} sub; echo work > sub/inside.txt`,
  'nested repository':
    'git init -q vendor/lib; echo nested > vendor/lib/n.txt; git -C vendor/lib add .; echo more > vendor/lib/m.txt',
  'pointers of large files': `printf '*.bin filter=lfs diff=lfs merge=lfs -text\\n' > .gitattributes; git config filter.lfs.clean "[ \\$BY_AGENT ] || touch $PWD/../RAN; cat"; git config filter.lfs.smudge "[ \\$BY_AGENT ] || touch $PWD/../RAN; cat"; git config filter.lfs.required true; printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 12\\n' > a.bin; git -c filter.lfs.clean=cat add .; ${COMMIT} lfs`,
  'line ends by attribute': `printf '*.ts text eol=crlf\\n' > .gitattributes; git add .; ${COMMIT} eol; rm -rf src; git checkout -q -- .`,
  'line ends by setting': 'git config core.autocrlf true; rm -rf src; git checkout -q -- .',
  ident: `printf '*.md ident\\n' > .gitattributes; printf '$Id$ of the guide\\n' > docs/guide.md; git add .; ${COMMIT} ident`,
  'another encoding': `printf '*.txt working-tree-encoding=UTF-16LE\\n' > .gitattributes; printf 'w\\000o\\000r\\000d\\000' > wide.txt; git add .; ${COMMIT} wide`,
  'a filter': `printf '*.md filter=up\\n' > .gitattributes; git add .; ${COMMIT} up; git config filter.up.clean "[ \\$BY_AGENT ] || touch $PWD/../RAN; cat"; git config filter.up.smudge "[ \\$BY_AGENT ] || touch $PWD/../RAN; tr a-z A-Z"`,
  links: `ln -s src/auth.ts latest; ln -s docs guide; ln -s nowhere dangling; ln -s ../outside out; git add .; ${COMMIT} links`,
  'hard links': 'ln src/auth.ts src/same.ts; echo twice > one.txt; ln one.txt two.txt; ln notes.md ../outside/notes.md',
  'case twins': `echo upper > Case.txt; echo lower > case.txt; mkdir -p DOCS; echo other > DOCS/guide.md; git add .; ${COMMIT} twins`,
  'sparse checkout': 'git sparse-checkout set --no-cone /src/ /notes.md',
  'another worktree': 'git worktree add -q ../wt other; echo work > ../wt/wip.txt',
  'a worktree of its own': 'git worktree add -q ../side other; echo side > ../side/side-work.txt',
  'no commit yet': 'rm -rf .git; git init -q; git add src',
  'in a merge': 'echo ours > src/auth.ts; git commit -qam ours; git merge -q conflict',
  'in a rebase': 'echo ours > src/auth.ts; git commit -qam ours; git rebase -q conflict',
  'in a cherry-pick': 'echo ours > src/auth.ts; git commit -qam ours; git cherry-pick conflict',
  'a bisection': `${COMMIT} a; ${COMMIT} b; ${COMMIT} c; git bisect start -q HEAD HEAD~3`,
  'line breaks in names': `printf x > "$(printf 'a\\nb.txt')"; git add .; ${COMMIT} newline; mkdir -p "$(printf 'dir\\n1')"; echo w > "$(printf 'dir\\n1/f\\t2')"`,
  'bytes in names': `echo x > "$(printf 'caf\\351.txt')"; git add .; ${COMMIT} latin; echo w > "$(printf 'na\\377\\376me')"; echo u > "$(printf 'u\\314\\210.txt')"; echo v > ü.txt`,
  'names like options': `echo d > ./--help; echo e > ./-rf; echo f > ':(top)x'; echo g > '*.ts'; git add -- . ; ${COMMIT} odd`,
  'long identifiers':
    'rm -rf .git; git init -q --object-format=sha256; git add .; git commit -qm sha256; git branch other; git branch conflict',
  'no branch': 'git checkout -q --detach',
  'left alone by a bit':
    'git update-index --assume-unchanged src/login.ts; git update-index --skip-worktree docs/guide.md; echo mine > src/login.ts; echo mine as well > docs/guide.md',
  'rights that do not count': 'git config core.fileMode false; chmod 600 src/auth.ts; chmod 755 notes.md',
  'no links here': 'git config core.symlinks false; ln -s src latest',
  'hooks and a watcher': `git config core.fsmonitor "[ \\$BY_AGENT ] || touch $PWD/../RAN; false"; for h in post-checkout post-commit post-index-change pre-commit reference-transaction; do printf '#!/bin/sh\\n[ "$BY_AGENT" ] || touch %s/../RAN\\n' "$PWD" > .git/hooks/$h; chmod +x .git/hooks/$h; done`,
  'programs for differences': `printf '*.ts diff=own merge=own\\n' > .gitattributes; git config diff.own.textconv "[ \\$BY_AGENT ] || touch $PWD/../RAN; cat"; git config diff.external "[ \\$BY_AGENT ] || touch $PWD/../RAN; true"; git config merge.own.driver "[ \\$BY_AGENT ] || touch $PWD/../RAN; true"; git add .; ${COMMIT} textconv`,
  'announced only': 'echo soon > soon.txt; git add -N soon.txt; git rm -q --cached docs/guide.md',
  'staged and changed':
    'echo staged > src/auth.ts; git add .; echo changed again > src/auth.ts; echo new > new.ts; git add new.ts; rm new.ts',
  'a stash': 'echo stashed > src/auth.ts; git stash -q; echo another > notes.md; git stash -q',
  'a split index':
    'git update-index --split-index; git config core.untrackedCache true; git update-index --untracked-cache',
  'its git elsewhere': 'git init -q --separate-git-dir ../elsewhere.git',
  'deep folders':
    'mkdir -p a/b/c/d/e/f; echo deep > a/b/c/d/e/f/g.txt; git add a/b/c/d; git commit -qm deep; echo w > a/b/c/w.txt',
  'a folder that is a link': 'mkdir -p ../outside/far; echo theirs > ../outside/far/x.ts; ln -s ../outside/far far',
  'read only': 'chmod 400 src/auth.ts notes.md; echo r > ro.txt; chmod 444 ro.txt',
  packed: 'git gc -q; git pack-refs --all',
  'a pipe': 'mkfifo pipe; mkdir -p empty/folder',
  'secrets beside it':
    "printf 'KEY=ghp_%s\\n' a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8 > src/conf.ts; echo A=b > .env; printf 'password: hunter2hunter2\\n' > secrets.yml",
  'large files': 'head -c 2100000 /dev/urandom > big.dat; head -c 300000 /dev/urandom > half.dat',
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['links', 'in a merge'],
  ['case twins', 'sparse checkout'],
  ['bytes in names', 'a worktree of its own'],
  ['line ends by attribute', 'in a merge'],
  ['hard links', 'left alone by a bit'],
  ['nested repository', 'no branch'],
  ['rights that do not count', 'read only'],
  ['staged and changed', 'in a rebase'],
]

export const KINDS: readonly string[] = [...Object.keys(TRAITS), ...PAIRS.map((pair) => pair.join(' + '))]

const FILES: Readonly<Record<string, string>> = {
  'src/auth.ts': 'export const auth = () => "committed and reviewed by many people"\n',
  'src/login.ts': 'export const login = () => "committed as well, and never touched"\n',
  'src/deep/one.ts': 'export const one = 1 // the first of many numbers in this file\n',
  'docs/guide.md': '# Guide\n\nHow to use what we have built here, in many words.\n',
  'notes.md': 'Notes that are in a commit, at least the first of them.\n',
  'tool.sh': '#!/bin/sh\necho committed tool that does something useful\n',
  '.gitignore': 'ignored/\n',
}

const BASE = `
mkdir -p ../outside ../other; echo outside > ../outside/file.txt
git -C ../other init -q; echo other > ../other/o.txt; git -C ../other add .; git -C ../other commit -qm other
git init -q; chmod 755 tool.sh; git add .; git commit -qm committed
git branch other; git checkout -q other; echo other > other.txt; git add .; git commit -qm other; git checkout -q -
git branch conflict; git checkout -q conflict; echo theirs > src/auth.ts; git commit -qam theirs; git checkout -q -
`

export interface Prepared {
  kind: string
  /** All of it: the repository and what lies beside it. */
  root: string
  /** The worktree to work in. */
  dir: string
}

/** At the same place for every kind and every try, because git writes absolute paths down. */
export function makePool(): (kind: string) => Prepared {
  const base = tempDir()
  const root = join(base, 'at')
  const made = new Set<string>()
  return (kind) => {
    const kept = join(base, 'kept', kind.replaceAll(' ', '-'))
    if (!made.has(kind)) {
      prepare(root, kind)
      mkdirSync(dirname(kept), { recursive: true })
      execFileSync('cp', ['-a', root, kept])
      made.add(kind)
    }
    removeAll(root)
    execFileSync('cp', ['-a', kept, root])
    const dir = kind.includes('a worktree of its own') ? join(root, 'side') : join(root, 'repo')
    return { kind, root, dir }
  }
}

function prepare(root: string, kind: string): void {
  removeAll(root)
  const dir = join(root, 'repo')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const env = { ...cleanEnv(root), GIT_TEMPLATE_DIR: '', BY_AGENT: '1' }
  const script = [BASE, ...kind.split(' + ').map((trait) => TRAITS[trait] ?? 'exit 1')].join('\n')
  // A merge that stops fails: what was made is looked at, not how.
  spawnSync('sh', ['-c', script], { cwd: dir, env, stdio: 'ignore' })
}

function removeAll(root: string): void {
  spawnSync('chmod', ['-R', 'u+rwX', root], { stdio: 'ignore' })
  rmSync(root, { recursive: true, force: true })
}
