import { expect, test } from 'vitest'
import { dirtyUp, put, undoDesk, type UndoDesk } from './support.js'

const COMMIT = 'git -c user.name=a -c user.email=a@b.invalid commit -q'
const FORMAT = 'for f in src/*.ts; do sed -i "s/;//g; s/  */ /g" "$f"; done'

/** What agents do all day: nothing of it is a loss. Each is a turn of its own. */
const HARMLESS: readonly string[] = [
  `${COMMIT} -am "work"`,
  `git add -A && ${COMMIT} -m "all of it"`,
  `${COMMIT} -a --amend -m "again"`,
  `printf '#!/bin/sh\\nsed -i "s/ \\\\/\\\\/.*//" src/auth.ts; git add src/auth.ts\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; ${COMMIT} -am hooked`,
  `git add -A; ${COMMIT} -m one; git checkout -qb feature; git checkout -q -`,
  'git mv src/auth.ts src/session.ts',
  'mv notes.md docs/notes.md',
  'mkdir archive && mv data archive/data',
  'mv src/auth.ts src/auth.tmp && mv src/auth.tmp src/auth.ts',
  'cp -r src src2 && rm -rf src2',
  FORMAT,
  'sed -i "s/uncommitted/unpublished/" src/auth.ts',
  'echo "one more line of text" >> notes.md',
  'mkdir -p dist && cp src/*.ts dist && rm -rf dist',
  'echo scratch > scratch.txt && cat scratch.txt && rm scratch.txt',
  'tmp=$(mktemp) && cp notes.md "$tmp" && rm "$tmp"',
  'echo probe > probe.ts; rm -f probe.ts; git status',
  'git stash && git stash pop',
  'git stash -u -q && git stash pop -q',
  'git add -A',
  'git reset -q',
  'git rm -q --cached src/staged.ts',
  'touch src/auth.ts && chmod 755 notes.md && chmod 644 notes.md',
  'git checkout -qb topic && git checkout -q -',
  'ls -la; cat src/auth.ts; grep -r work . | head',
  'rm -rf ignored',
  'git gc -q; git fsck >/dev/null 2>&1; true',
  'git branch -f backup; git tag -f v0; git update-index --refresh || true',
  'rm src/login.ts && git checkout -- src/login.ts',
  'echo changed > src/login.ts && git checkout -- src/login.ts',
  "python3 -c \"open('made.py','w').write('x=1')\" && rm made.py",
  'echo "node_modules/" >> .gitignore',
  'echo data/ >> .gitignore',
  `git add -A && ${COMMIT} -m squash1 && git reset -q --soft HEAD~1 && ${COMMIT} -m squash2`,
  `git add -A && ${COMMIT} -m a && git rebase -q --root 2>/dev/null; git rebase --abort 2>/dev/null; true`,
  'truncate -s 0 ignored/cache.bin',
  'ln -s src/login.ts other-link && rm other-link',
  'rm -f *.log *.tmp; true',
  'sort -o data/seed.json data/seed.json',
  'npx --version >/dev/null 2>&1; node -e "1"',
]

function turns(desk: UndoDesk, commands: readonly string[]): string[] {
  return commands.flatMap((command) => {
    desk.call(command)
    const line = desk.turnEnds()
    return line === null ? [] : [`${command}: ${line}`]
  })
}

test.each(HARMLESS.map((command) => [command]))('no alarm: %s', (command) => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.turnEnds()
  expect(turns(desk, [command])).toEqual([])
})

/** With the turns of their own above, 200 in the long version. */
const DAYS = process.env['DOGEAR_FAULTS'] === 'full' ? 4 : 1

test(`${DAYS * HARMLESS.length} turns one after the other, without an alarm`, { timeout: 600_000 }, () => {
  const desk = undoDesk()
  for (let day = 0; day < DAYS; day++) {
    dirtyUp(desk)
    put(
      desk.repo.dir,
      `day-${day}.md`,
      `What was thought of on day ${day}, and stands in no commit before the evening\n`,
    )
    desk.turnEnds()
    expect(turns(desk, HARMLESS)).toEqual([])
  }
})

test('the edits of an edit tool, and what a person does between turns, raise none', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.turnEnds()
  const path = `${desk.repo.dir}/src/auth.ts`
  const lines = ['', 'short\n', 'something that has nothing to do with what was there before, in many words\n'].map(
    (text) => {
      desk.edit(path, () => put(desk.repo.dir, 'src/auth.ts', text))
      return desk.turnEnds()
    },
  )
  desk.quietly('git checkout -- . ; rm -rf data')
  desk.call('ls; true')
  expect([...lines, desk.turnEnds()]).toEqual([null, null, null, null])
})
