/** What really destroyed uncommitted work, in the forms in which agents run it. Tried in the repository of support.ts. */

export interface Destroying {
  command: string
  /** Run before anything is looked at. */
  first?: string
  /** Committed files that it changes too: git has them. */
  base?: string[]
  /** It is not said at the end of the turn: git has it, or the file was changed and is not gone. */
  quiet?: true
  /** False: takes cannot hold what it takes, and the plan names it. */
  covered?: false
}

const CLEAN = ['src/login.ts', 'src/a.ts', '.gitignore', 'tool.sh', 'README.md', 'other.txt', 'more.txt']

export const DESTROYING: readonly Destroying[] = [
  { command: 'git reset --hard' },
  { command: 'git reset --hard HEAD' },
  { command: 'git reset --hard HEAD~1', base: ['more.txt'] },
  { command: 'git reset --hard other', base: CLEAN },
  { command: 'git checkout -- .' },
  { command: 'git checkout .' },
  { command: 'git checkout HEAD -- src' },
  { command: 'git checkout -- src/auth.ts' },
  { command: 'git checkout -f other', base: CLEAN },
  { command: 'git switch -f other', base: CLEAN },
  { command: 'git switch --discard-changes other', base: CLEAN },
  { command: 'git restore .' },
  { command: 'git restore --staged --worktree .' },
  { command: 'git restore src/auth.ts docs' },
  { command: 'git stash && git stash drop' },
  { command: 'git stash -u && git stash drop' },
  { command: 'git stash --include-untracked && git stash clear' },
  { command: 'git stash', quiet: true },
  { command: 'git clean -fd' },
  { command: 'git clean -fdx' },
  { command: 'git clean -f notes.md' },
  { command: 'git clean -ffdx && git checkout .' },
  { command: 'rm -rf src', base: CLEAN },
  { command: 'rm -rf data docs' },
  { command: 'rm -f notes.md private.txt' },
  { command: 'rm -rf ./*', base: CLEAN },
  { command: 'find . -name "*.md" -not -path "./.git/*" -delete', base: ['README.md'] },
  { command: 'find . -newer .git/HEAD -type f -not -path "./.git/*" -exec rm {} +', base: CLEAN },
  { command: 'ls | grep -v .git | xargs rm -rf', base: CLEAN },
  { command: 'rm latest' },
  { command: 'ln -sfn /dev/null latest', quiet: true },
  { command: 'unlink notes.md' },
  { command: '> src/auth.ts' },
  { command: ': > notes.md' },
  { command: 'truncate -s 0 docs/guide.md' },
  { command: 'echo "" > data/seed.json' },
  { command: 'echo replaced > src/auth.ts' },
  { command: 'cat /dev/null | tee src/auth.ts docs/guide.md' },
  { command: 'sed -i "s/.*//" docs/guide.md' },
  { command: 'sed -i "/uncommitted/d" src/auth.ts' },
  { command: 'perl -pi -e "s/work/nothing/g" src/auth.ts', quiet: true },
  { command: 'git show HEAD:src/auth.ts > src/auth.ts' },
  { command: 'cp src/login.ts src/auth.ts' },
  { command: 'mv src/auth.ts src/deep/one.ts' },
  { command: 'mv notes.md docs/guide.md' },
  { command: 'mv data /tmp/dogear-moved-$$' },
  { command: 'python3 -c "import shutil; shutil.rmtree(\'data\')"' },
  { command: "python3 -c \"open('notes.md', 'w').close()\"" },
  { command: "node -e \"require('fs').rmSync('docs', { recursive: true })\"" },
  { command: 'eval "rm -rf da""ta"' },
  { command: 'sh -c "cd src && rm -r deep"' },
  { command: 'd=data; rm -rf "$d"' },
  { command: 'chmod 644 tool.sh && git checkout -- src' },
  { command: 'git rm -rf --cached . && git clean -fd && git reset --hard', base: CLEAN },
  { command: 'git add -A && git reset --hard' },
  { command: 'git add -A && git commit -qm wip && git reset --hard HEAD~1' },
  { command: 'git read-tree -u --reset HEAD' },
  { command: 'git checkout-index -fa' },
  { command: 'git diff | git apply -R' },
  { command: 'git worktree add -f ../dogear-wt-$$ other -q && rm -rf data' },
  { command: 'dd if=/dev/zero of=private.txt bs=1 count=10' },
]
