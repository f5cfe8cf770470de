import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { mentionedPaths } from './mentioned-paths.js'

const CASES: [text: string, paths: string[]][] = [
  // Relative, with and without what people put around them.
  ['Wrote src/auth.py lines 45-120, login flow complete', ['src/auth.py']],
  ['Wrote `src/auth.py` lines 45-120', ['src/auth.py']],
  ['see src/a.ts:45-120', ['src/a.ts']],
  ['see src/a.ts:45', ['src/a.ts']],
  ['at src/a.ts:45:12.', ['src/a.ts']],
  ['src/a.ts#L10-L20', ['src/a.ts']],
  ['src/a.ts#10', ['src/a.ts']],
  ['(src/a.ts)', ['src/a.ts']],
  ['[src/a.ts]', ['src/a.ts']],
  ['**src/a.ts**', ['src/a.ts']],
  ['_src/a.ts_', ['src/a.ts']],
  ['src/a.ts, src/b.ts; src/c.ts.', ['src/a.ts', 'src/b.ts', 'src/c.ts']],
  ['src/a.ts,src/b.ts', ['src/a.ts', 'src/b.ts']],
  ['the [guide](docs/guide.md) says so', ['docs/guide.md']],
  ['./src/a.ts and src/a.ts', ['src/a.ts']],
  ['../shared/util.ts', ['../shared/util.ts']],
  ['../../', []],
  ['deep/er/than/this.go', ['deep/er/than/this.go']],
  ['file:src/a.ts', ['src/a.ts']],
  ['render(src/a.ts)', ['src/a.ts']],
  ['src/__tests__/a.test.ts', ['src/__tests__/a.test.ts']],
  ['app/(group)/[id]/page.tsx', ['app/(group)/[id]/page.tsx']],
  ['app/[...slug]/page.tsx', ['app/[...slug]/page.tsx']],
  ['src/routes/@id/a.ts', ['src/routes/@id/a.ts']],
  ['Did you see src/a.ts?', ['src/a.ts']],
  ['"src/a.ts"', ['src/a.ts']],
  ["'src/a.ts'", ['src/a.ts']],
  ['src/a.ts…', ['src/a.ts']],
  // Folders.
  ['everything in src/auth', ['src/auth']],
  ['everything in src/auth/', ['src/auth']],
  ['everything in src/', ['src']],
  ['.github/workflows', ['.github/workflows']],
  ['look into lambda/handlers/', ['lambda/handlers']],
  // Absolute, of the home, of Windows.
  ['/etc/nginx/nginx.conf', ['/etc/nginx/nginx.conf']],
  ['/home/me/project', ['/home/me/project']],
  ['~/.claude/plans/auth.md', ['~/.claude/plans/auth.md']],
  ['~/notes', ['~/notes']],
  ['C:\\Users\\me\\a.ts', ['C:/Users/me/a.ts']],
  ['src\\auth\\a.ts', ['src/auth/a.ts']],
  ['/srv/app/server.js:12', ['/srv/app/server.js']],
  // With spaces, in quotes only.
  ['`docs/My Notes.md`', ['docs/My Notes.md']],
  ['"/Users/me/My Project/a.ts"', ['/Users/me/My Project/a.ts']],
  ['“docs/My Notes.md”', ['docs/My Notes.md']],
  // In commands.
  ['Run `pytest tests/auth_test.py` to verify login', ['tests/auth_test.py']],
  ['pytest tests/auth_test.py::test_login -k x', ['tests/auth_test.py']],
  ['cd packages/api && npm test', ['packages/api']],
  ['node scripts/run.mjs --config=config/dev.json', ['scripts/run.mjs', 'config/dev.json']],
  ['tsc -p tsconfig.build.json > build/out.txt', ['tsconfig.build.json', 'build/out.txt']],
  ['NODE_OPTIONS=--require=./hook.cjs node x', ['hook.cjs']],
  ['cat a.md|grep x', ['a.md']],
  ['`git add src/a.ts src/b.ts`', ['src/a.ts', 'src/b.ts']],
  // Bare names.
  ['edit package.json and Makefile', ['package.json', 'Makefile']],
  ['SESSION-STATE.md is the source', ['SESSION-STATE.md']],
  ['set it in .env', ['.env']],
  ['auth.ts in src/auth.ts', ['src/auth.ts']],
  // Other scripts.
  ['修改了src/auth.py，然后运行测试', ['src/auth.py']],
  ['文档/说明.md 已更新', ['文档/说明.md']],
  ['src/überblick.md', ['src/überblick.md']],
  // None of these is a path.
  ['https://example.com/src/a.ts', []],
  ['see http://localhost:3000/index.html', []],
  ['example.com/docs/a.html', []],
  ['github.com/owner/repo', []],
  ['www.example.org/a.md', []],
  ['write to me@example.com', []],
  ['git@github.com:owner/repo.git', []],
  ['and/or', []],
  ['client/server, read/write, TCP/IP, n/a, w/o', []],
  ['2026-11-15', []],
  ['2026/11/15', []],
  ['15.11.2026 at 09:42', []],
  ['1/2 of it, 3/4', []],
  ['v1.2.3 and 2.0.x', []],
  ['HTTP/1.1', []],
  ['application/json', []],
  ['branch feature/login from origin/main', []],
  ['src/**/*.ts', []],
  ['*.test.ts', []],
  ['src/{a,b}.ts', []],
  ['Node.js, Vue.js and Next.js', []],
  ['Node.js/Vue.js', []],
  ['console.log(process.env.HOME)', []],
  ['obj.method() returns array.length', []],
  ['e.g. this, i.e. that', []],
  ['/clear then /compact', []],
  ['GET /api/users returns 500', []],
  ['@scope/package', []],
  ['memory/checkpoints/<name>.md', []],
  ['$HOME/x.ts', []],
  ['50% of it ... done.', []],
  ['s/foo/bar/', []],
  ['', []],
]

test.each(CASES)('the paths in %j are found, and nothing else [C5]', (text, paths) => {
  expect(mentionedPaths(entryWith({ next: { text } }))).toEqual(paths)
})

test('every field is looked at, the plan and the files included [C5]', () => {
  const entry = entryWith({
    task: { text: 'a/task.ts' },
    next: { text: 'a/next.ts' },
    leftOff: { text: 'a/left.ts' },
    intent: { text: 'a/intent.ts' },
    plan: { path: '~/.claude/plans/p.md' },
    done: [{ text: 'a/done.ts' }],
    failed: [{ text: 'a/failed.ts', why: 'a/why.ts' }],
    decisions: [{ text: 'a/decided.ts', why: 'a/because.ts', rejected: ['a/rejected.ts'] }],
    blockers: [{ text: 'a/blocker.ts' }],
    questions: [{ text: 'a/question.ts' }],
    context: [{ text: 'a/context.ts' }],
    commands: [{ text: 'node a/command.ts' }],
    files: [{ path: 'a file with spaces' }],
    extraSections: [{ title: 'Own', text: 'a/own.ts' }],
  })
  const names = 'task next left intent done failed why decided because rejected blocker question context command own'
  expect(mentionedPaths(entry).sort()).toEqual(
    [...names.split(' ').map((name) => `a/${name}.ts`), '~/.claude/plans/p.md', 'a file with spaces'].sort(),
  )
})

test('the last word of a file whose name has a space is no file', () => {
  const entry = entryWith({
    done: [{ text: 'edited docs/My Notes.md and step 3.txt' }, { text: 'read My Notes.md, Other.md' }],
    files: [{ path: 'docs/My Notes.md' }],
    where: { dirty: [{ path: 'step 3.txt', state: 'untracked' }] },
  })
  expect(mentionedPaths(entry)).toEqual(['docs/My Notes.md', 'Other.md'])
})

test('the number of paths is bounded, whatever the text', () => {
  const text = Array.from({ length: 1000 }, (_, i) => `src/f${i}.ts`).join(' ')
  expect(mentionedPaths(entryWith({ done: [{ text }] }))).toHaveLength(200)
})

test('text made to be slow is not', () => {
  const texts = ['a/'.repeat(10_000), '('.repeat(20_000), '文'.repeat(20_000), '.'.repeat(20_000), ':1'.repeat(10_000)]
  expect(mentionedPaths(entryWith({ done: texts.map((text) => ({ text })) }))).toEqual([])
})
