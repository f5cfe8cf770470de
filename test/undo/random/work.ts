/** What people and agents do to a work tree between two looks at it. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { cleanEnv } from '../../support/world.js'
import { bytes } from './tree.js'

/** One letter for each byte. */
export const NAMES: readonly string[] = [
  'src/auth.ts',
  'src/login.ts',
  'src/deep/one.ts',
  'src/new.ts',
  'docs/guide.md',
  'notes.md',
  'plan.txt',
  'data/a b.txt',
  'data/line\nbreak',
  'data/caf\xe9',
  '\xc3\xbcber.md',
  'Case.txt',
  'case.txt',
  'tool.sh',
  'latest',
  'deep/er/est/file.c',
  'src/deep',
  '-dash',
  'ignored/cache',
  'a.bin',
  'wide.txt',
  'vendor/lib/own.txt',
  'sub/inside.txt',
  'far/x.ts',
]

export interface Change {
  name: number
  how: number
  text: number
}

let count = 0

const TEXTS: readonly ((n: number) => Buffer)[] = [
  (n) => Buffer.from(`work number ${n}, which stands in no commit and nowhere else\n`),
  (n) => Buffer.from(`short ${n}\n`),
  (n) => Buffer.from(`line one of ${n}\r\nline two\r\n`),
  (n) => Buffer.from(`${n}\0\x01\xff binary`, 'latin1'),
  (n) => Buffer.from(`a longer text, ${n}\n`.repeat(300)),
  (n) => Buffer.from(`${n} no end of line, $Id$`),
  (n) => Buffer.from(`wide ${n}`, 'utf16le'),
  () => Buffer.alloc(0),
]

export function change(dir: string, { name, how, text }: Change): void {
  const path = NAMES[name] ?? ''
  const at = bytes(dir, path)
  const content = (TEXTS[text] ?? (() => Buffer.alloc(0)))(++count)
  const env = { ...cleanEnv(dir), BY_AGENT: '1' }
  try {
    if (path.includes('/')) mkdirSync(bytes(dir, path.slice(0, path.lastIndexOf('/'))), { recursive: true })
    if (how < 5) writeFileSync(at, content)
    else if (how === 5) unlinkSync(at)
    else if (how === 6) chmodSync(at, [0o600, 0o755, 0o444, 0o640][text % 4] ?? 0o644)
    else if (how === 7) {
      rmSync(at, { force: true })
      symlinkSync(`../target ${count}`, at)
    } else if (how === 8) linkSync(at, bytes(dir, `hard-${count}`))
    else if (how === 9) renameSync(at, bytes(dir, NAMES[(name + text + 1) % NAMES.length] ?? 'x'))
    else if (how === 10)
      spawnSync('git', ['add', '-A', '-f', '--', at.toString('utf8')], { cwd: dir, env, stdio: 'ignore' })
    else truncateSync(at, 3)
  } catch {
    // What cannot be done is not.
  }
}

const COMMIT = 'git commit -q --no-verify -m'

export const COMMANDS: readonly string[] = [
  'git reset -q --hard',
  'git reset -q --hard HEAD~1',
  'git checkout -q -- .',
  'git checkout -q -- src',
  'git checkout -qf other',
  'git checkout -qf conflict',
  'git switch -q --detach -f HEAD',
  'git restore --staged --worktree .',
  'git clean -fdq',
  'git clean -ffdxq',
  'git stash -q; git stash drop -q',
  'git stash -uq; git stash drop -q',
  'git stash -uq',
  'git merge --abort; git rebase --abort; git cherry-pick --abort',
  `git add -A; ${COMMIT} all`,
  `git add -A; ${COMMIT} all; git reset -q --hard HEAD~1`,
  'git add -A; git reset -q --hard',
  'git rm -rqf --cached .; git clean -fdq; git reset -q --hard',
  'git sparse-checkout disable',
  'git sparse-checkout set --no-cone /docs/',
  'git rm -qrf src',
  'git gc -q --prune=now',
  'git worktree remove --force ../wt',
  'rm -rf src',
  'rm -rf data docs notes.md plan.txt',
  'rm -rf ./*',
  'rm -rf ./* && mkdir -p src && echo other > src/auth.ts',
  'rm -rf docs; echo file > docs',
  'mv src source',
  'mv notes.md plan.txt',
  'rm -rf data; ln -s ../outside data',
  'for f in *; do [ -f "$f" ] && : > "$f"; done',
  'for f in src/*.ts; do echo replaced > "$f"; done',
  'find . -name "*.ts" -not -path "./.git/*" -delete',
  'find . -type f -not -path "*/.git/*" -newer .git/HEAD -exec rm -f {} +',
  'chmod -R go-rwx .; git checkout -q -- .',
  'cp src/login.ts src/auth.ts; mv Case.txt case.txt',
  'ln -sfn /dev/null notes.md; rm -f latest',
  'echo more >> notes.md; rm -f src/auth.ts; git checkout -q -- src/auth.ts',
  'true; echo nothing',
]
