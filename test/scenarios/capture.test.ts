/** An agent has worked here; nobody tells dogear what happened, it reads it. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { claudeSession } from '../support/claude-session.js'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

function desk() {
  const repo = scratchRepo({
    'src/auth.ts': 'export {}\n',
    'src/token.ts': 'export {}\n',
    'docs/plan.md': '- [x] tokens\n- [ ] logout\n- [ ] docs\n',
  })
  const home = tempDir()
  const config = join(home, '.claude')
  const run = (...args: string[]) => dogear(args, { cwd: repo.dir, home })
  const entry = (name: string): Entry => run('show', name, '--json').json<{ entry: Entry }>().entry
  return { repo, home, run, entry, session: claudeSession(config, repo.dir, 'aaaaaaaa-0000-4000-8000-000000000001') }
}

test.each(['', '{"not":"known"}\n'])(
  'a newest session file that says %j is a warning, and it is saved [case 26]',
  (text) => {
    const { run, entry, session } = desk()
    session.prompt('Replace the cookies by tokens')
    const earlier = new Date(Date.now() - 60_000)
    utimesSync(session.path, earlier, earlier)
    writeFileSync(join(dirname(session.path), 'bbbbbbbb-0000-4000-8000-000000000002.jsonl'), text)
    const saved = run('save', 'auth', '--next', 'Run npm test')
    expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining('Not read: ') })
    expect(entry('auth')).toMatchObject({
      next: { text: 'Run npm test' },
      intent: { text: 'Replace the cookies by tokens' },
    })
  },
)

test('`dogear save` fills in what was done, run, failed, decided and touched by itself [F2, A3, A4, A5]', () => {
  const { repo, run, entry, session } = desk()
  session.prompt('Replace the cookies by tokens, following docs/plan.md')
  session.use('Read', { file_path: join(repo.dir, 'src/auth.ts') }, { text: 'export {}' })
  session.say('I decided to use HS256 instead of RS256 because there is only one service.')
  session.use(
    'Edit',
    {
      file_path: join(repo.dir, 'src/token.ts'),
      old_string: 'export {}',
      new_string: 'export const sign = 1\nexport const verify = 2',
    },
    { text: 'ok' },
  )
  session.use(
    'Bash',
    { command: 'npm test' },
    { error: true, text: 'Exit code 1\nFAIL src/token.test.ts\nError: expired token accepted' },
  )
  session.prompt('make expired tokens fail, then commit')
  session.say('Now let me add the expiry check to src/token.ts.')
  repo.write({ 'src/token.ts': 'export const sign = 1\nexport const verify = 2\n' })

  const saved = run('save', 'auth')
  expect(saved).toMatchObject({ code: 0 })
  const read = entry('auth')
  expect(read.by).toMatchObject({ agent: 'claude-code', session: 'aaaaaaaa-0000-4000-8000-000000000001' })
  expect(read.intent).toMatchObject({
    text: 'make expired tokens fail, then commit',
    observed: expect.stringMatching(/^transcript \d+/),
  })
  expect(read.done.map((item) => item.text).join('\n')).toContain('src/token.ts')
  expect(read.failed).toMatchObject([
    {
      text: expect.stringContaining('npm test'),
      why: expect.stringMatching(/src\/token.test.ts|expired token accepted/),
    },
  ])
  expect(read.decisions.map((item) => item.text).join('\n')).toContain('HS256')
  expect(read.files.map((file) => file.path)).toContain('src/token.ts')
  expect(read.commands.map((item) => item.text)).toContain('npm test')
  expect(read.plan).toEqual({ path: 'docs/plan.md', step: 2, of: 3 })
  expect(read.next?.observed).toBeDefined()
  expect(read.where.dirty).toMatchObject([{ path: 'src/token.ts', state: 'modified' }])
  for (const item of [...read.done, ...read.failed, ...read.decisions]) expect(item.observed).toBeDefined()

  const briefing = run('resume', 'auth').stdout
  expect(briefing).toMatch(/^## Checks\n- `npm test` ✗ /m)
  expect(briefing).toContain('make expired tokens fail, then commit')
  expect(briefing).toContain('docs/plan.md (step 2 of 3)')
})

test('what the agent states stays told apart from what was observed, and wins where both speak [F2]', () => {
  const { repo, run, entry, session } = desk()
  session.prompt('Write the tokens')
  session.use(
    'Write',
    { file_path: join(repo.dir, 'src/new.ts'), content: 'export {}\n' },
    { text: 'ok', result: { type: 'create', filePath: join(repo.dir, 'src/new.ts'), content: 'export {}\n' } },
  )
  run('save', 'auth', '--task', 'Tokens', '--next', 'Run `npm test -- token`', '--done', 'Signing works in src/new.ts')
  const read = entry('auth')
  const id = expect.any(String) as string
  expect(read.task).toEqual({ text: 'Tokens', id })
  expect(read.next).toEqual({ text: 'Run `npm test -- token`', id })
  expect(read.done[0]).toEqual({ text: 'Signing works in src/new.ts', id })
  expect(read.done[1]).toMatchObject({ text: expect.stringContaining('src/new.ts'), observed: expect.any(String) })
})

test('notes and state files join in; a newer fact corrects an older statement and says so [C3, C13]', () => {
  const { repo, run, entry, session } = desk()
  writeFileSync(
    join(repo.dir, 'SESSION-STATE.md'),
    '# State\n\n## Current goal\nTokens instead of cookies\n\n## Next steps\n- Run `npm test`\n\n## Decisions\n- HS256 — one service only\n',
  )
  // It lay there before dogear first looked, so the user says that it is theirs.
  run('list', '--trust', 'yes')
  run('note', '--type', 'preference', 'tabs, never spaces')
  session.prompt('go on')
  session.wait(120_000)
  session.use('Bash', { command: 'npm test' }, { text: 'all passed' })
  run('save', 'auth')
  const read = entry('auth')
  expect(read.task).toMatchObject({ text: 'Tokens instead of cookies' })
  expect(read.decisions).toContainEqual({ text: 'HS256', why: 'one service only', id: expect.any(String) })
  expect(read.context.map((item) => item.text)).toContain('preference: tabs, never spaces')
  expect(read.context.find((item) => item.text.includes('it passed afterwards'))).toMatchObject({
    observed: expect.stringContaining('transcript'),
  })
})

test('an empty SESSION-STATE.md, or a transcript that says nothing, skips nothing and invents nothing [C3, F2]', () => {
  const { repo, run, entry, session } = desk()
  writeFileSync(join(repo.dir, 'SESSION-STATE.md'), '')
  session.prompt('hello')
  run('save', 'auth')
  const read = entry('auth')
  expect(read.intent).toBeUndefined()
  expect([read.done, read.failed, read.decisions, read.commands, read.plan, read.leftOff]).toEqual([
    [],
    [],
    [],
    [],
    undefined,
    undefined,
  ])
})

test('no transcript and no file contents are carried into a checkpoint [C12, E4]', () => {
  const { repo, run, session } = desk()
  session.prompt('look around')
  const long = Array.from({ length: 400 }, (_, i) => `line ${i} of a private file`).join('\n')
  session.use('Read', { file_path: join(repo.dir, 'src/auth.ts') }, { text: long })
  session.say(`Here is what I found: ${long}`)
  session.use('Bash', { command: 'cat src/auth.ts' }, { error: true, text: `Exit code 1\n${long}` })
  run('save', 'auth')
  const text = run('show', 'auth').stdout
  expect(text).toContain('src/auth.ts')
  expect(text.match(/of a private file/g)?.length ?? 0).toBeLessThan(5)
  expect(text.length).toBeLessThan(4000)
})

test('only this worktree’s session is read, and only a recent one; a file can be named, or none [F2, F4]', () => {
  const { run, entry, session, home } = desk()
  const other = scratchRepo()
  claudeSession(join(home, '.claude'), other.dir, 'bbbbbbbb-0000-4000-8000-000000000002').prompt(
    'work of another project',
  )
  session.prompt('work of this one')
  run('save', 'auth')
  expect(entry('auth').intent?.text).toBe('work of this one')
  run('save', 'bare', '--no-transcript')
  expect(entry('bare').intent).toBeUndefined()
  run('save', 'named', '--transcript', session.path)
  expect(entry('named').intent?.text).toBe('work of this one')
  expect(run('save', 'x', '--transcript', 'docs/plan.md').code).toBe(2)
})

test('a save without a word and without an agent tells the commits of the branch and what is not committed [case 14]', () => {
  const { repo, run, entry } = desk()
  repo.git('checkout', '--quiet', '-b', 'wheels')
  repo.write({ 'src/wheel.ts': 'export {}\n' })
  repo.commit('Turn the wheel')
  repo.write({ 'src/auth.ts': 'export const a = 1\n', 'src/new.ts': 'new\n' })
  expect(run('save')).toMatchObject({ code: 0 })
  expect(entry('wheels').done).toMatchObject([{ text: expect.stringMatching(/^commit [0-9a-f]{10} Turn the wheel$/) }])
  const { stdout } = run('resume')
  expect(stdout).toContain('Turn the wheel')
  expect(stdout).toContain('- not committed: 2 files: src/auth.ts +1 −1, src/new.ts (untracked)\n')
  repo.git('checkout', '--quiet', '--force', 'main')
  run('save', 'other')
  expect(
    entry('other')
      .context.map(({ text }) => text)
      .join(),
  ).toMatch(/^last commit [0-9a-f]{10} /)
})

test('uncommitted work that was thrown away since is named first [case 15]', () => {
  const { repo, run } = desk()
  repo.write({ 'src/auth.ts': 'export const a = 1\n', 'src/new.ts': 'new\n' })
  run('save', 'auth', '--next', 'Run npm test')
  repo.git('checkout', '--quiet', '--', 'src/auth.ts')
  rmSync(join(repo.dir, 'src/new.ts'))
  expect(run('resume', 'auth').stdout).toContain(
    '## Lost since the save\n- the uncommitted work of the save: no longer here: src/auth.ts, src/new.ts; it is kept, and `dogear undo --to ',
  )
  expect(run('undo', '--to', 'auth').stdout).toMatch(/write src\/auth\.ts\n {2}write src\/new\.ts/)
  run('config', 'snapshots', 'off')
  expect(run('resume', 'auth').stdout).toContain(
    '## Lost since the save\n- uncommitted work in src/auth.ts: GONE: what it held is in no commit, stash or work tree any more\n' +
      '- uncommitted work in src/new.ts: GONE',
  )
})
