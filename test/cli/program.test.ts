/** The program as a person or an agent uses it, whole. */
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv, deskForEach, dogear, scratchRepo, tempDir } from '../support/world.js'

const { desk, run } = deskForEach()

const GOOD = ['--task', 'OAuth login', '--next', 'Run `npm test -- auth`', '--done', 'src/auth.ts: PKCE flow']

test('a save answers in one line, and the list, briefing and file have it [A9]', () => {
  const saved = run('save', 'auth', ...GOOD)
  expect(saved).toMatchObject({ code: 0, stderr: '' })
  expect(saved.stdout).toMatch(/^Checkpoint "auth" saved \([0-9a-z]{7}\)\. Next: Run `npm test -- auth`\n$/)
  expect(run('list').stdout).toMatch(/^auth\t\d{4}-[^\t]+\tmain\tnamed\tRun `npm test -- auth`\tOAuth login\n$/)
  expect(run('resume').stdout).toContain('# Resuming: auth')
  expect(run('show', 'auth').stdout).toContain('## Next action\nRun `npm test -- auth`')
})

test.each([
  ['save', 'checkpoint', ['auth', '--dry-run']],
  ['list', 'ls', []],
  ['resume', 'continue', ['auth', '--dry-run']],
  ['history', 'log', ['auth']],
  ['search', 'find', ['oauth']],
])('%s is also %s', (name, alias, args) => {
  run('save', 'auth', ...GOOD)
  expect(run(alias, ...args)).toMatchObject({ code: 0, stdout: run(name, ...args).stdout })
})

test('every field comes from a file or standard input too', () => {
  const input = JSON.stringify({ task: 'T', next: 'Run npm test', failed: [{ what: 'cookies', why: 'CSRF' }] })
  const ran = dogear(['save', 'auth', '--from', '-', '--next', 'Run npm run lint', '--json'], {
    cwd: desk.repo.dir,
    home: desk.home,
    input,
  })
  expect(ran.json<{ saved: { next: string } }>().saved.next).toBe('Run npm run lint')
  writeFileSync(join(desk.repo.dir, 'n.md'), '## Left off\nHalf of the token refresh.\n\n## My own\nkept\n')
  run('save', 'auth', '--from', 'n.md')
  expect(run('show', 'auth').stdout).toMatch(/## Left off\nHalf of the token refresh\.[^]*## Section "My own"\nkept/)
})

test('standard input is read only when asked for, and only so much of it', () => {
  const ignored = dogear(['save', 'auth', ...GOOD], {
    cwd: desk.repo.dir,
    home: desk.home,
    input: '{"task":"not this"}',
  })
  expect(ignored.code).toBe(0)
  expect(run('show', 'auth').stdout).not.toContain('not this')
  const huge = inShell('yes | "$0" "$1" save auth --from - --json')
  expect(huge.status).toBe(2)
  expect(JSON.parse(huge.stdout)).toMatchObject({ error: { code: 'too-big' } })
})

test('what is vague is named on standard error; --strict refuses it and writes nothing [C8]', () => {
  const warned = run('save', 'auth', '--next', 'continue')
  expect(warned.code).toBe(0)
  expect(warned.stderr).toContain('vague next "continue"')
  const strict = run('save', 'other', '--next', 'continue', '--strict')
  expect(strict.code).toBe(4)
  expect(strict.stderr).toContain('next is vague')
  expect(run('list', '--quiet').stdout).toBe('auth\n')
})

test('--quiet prints ids and names alone', () => {
  const saved = run('save', 'auth', '--next', 'continue', '-q')
  expect(saved.stderr).toBe('')
  expect(saved.stdout).toMatch(/^\d{8}T\d{9}Z-1-[0-9a-z]{12}\n$/)
  expect(run('history', 'auth', '--quiet').stdout).toBe(saved.stdout)
  expect(run('clear', 'auth', '--quiet')).toMatchObject({ stdout: 'auth\n', stderr: '' })
})

test('--dry-run writes nothing, for any command that would', () => {
  run('save', 'auth', ...GOOD)
  const before = tree(desk.home)
  for (const args of [
    ['save', 'auth', '--next', 'x y z'],
    ['save', 'new'],
    ['clear', 'auth'],
    ['clear', '--all'],
    ['note', 'hello'],
    ['resume', 'auth', '--consume'],
    ['trash', 'purge', '--older-than', '0d'],
  ]) {
    const ran = run(...args, '--dry-run')
    expect(ran, args.join(' ')).toMatchObject({ code: 0 })
  }
  expect(tree(desk.home)).toEqual(before)
})

test('none, one and several: a question becomes a structured answer with its own exit code [A9, B8, F4]', () => {
  expect(run('resume')).toMatchObject({ code: 5, stderr: expect.stringContaining('No checkpoints found.') as string })
  run('save', 'auth', ...GOOD)
  expect(run('resume').code).toBe(0)
  run('save', 'billing', ...GOOD)
  const asked = run('resume')
  expect(asked.code).toBe(3)
  expect(asked.json()).toMatchObject({
    needs: {
      id: 'workstream',
      options: [{ value: 'billing', detail: expect.stringContaining('main') as string }, { value: 'auth' }],
      answerWith: 'dogear resume <name>',
    },
  })
  expect(run('resume', '--json').json()).toHaveProperty('needs')
})

test('a name that is not there: the available ones are listed [A10]', () => {
  run('save', 'auth', ...GOOD)
  const ran = run('resume', 'auht')
  expect(ran.code).toBe(5)
  expect(ran.stderr).toContain('one of: auth')
  expect(run('resume', 'auht', '--json').json()).toMatchObject({
    error: { code: 'not-found', next: 'dogear resume auth' },
  })
})

test('delete, and back again with all its history [C6]', () => {
  run('save', 'auth', ...GOOD)
  expect(run('delete', 'auth').stdout).toBe('Cleared checkpoint "auth"\n')
  expect(run('list').stdout).toBe('')
  expect(run('trash', '--json').json()).toMatchObject({ workstreams: [{ name: 'auth' }] })
  expect(run('restore', 'auth').stdout).toMatch(/^Restored checkpoint "auth"/)
  expect(run('list', '-q').stdout).toBe('auth\n')
  expect(run('restore', 'auth').stdout).toContain('# Resuming: auth')
  expect(run('history', 'auth', '-q').stdout.trim().split('\n')).toHaveLength(3)
})

test('clear --all counts; clear alone is refused', () => {
  run('save', 'auth', ...GOOD)
  run('save', 'billing', ...GOOD)
  expect(run('clear').code).toBe(2)
  expect(run('rm', '--all').stdout).toBe('Cleared 2 checkpoint(s)\n')
})

test('resume --consume takes it off the list once it is shown', () => {
  run('save', 'auth', ...GOOD)
  expect(run('resume', '--consume').stdout).toContain('# Resuming: auth')
  expect(run('list').stdout).toBe('')
  expect(run('list', '--cleared', '-q').stdout).toBe('auth\n')
})

test('history, difference and search [F10]', () => {
  run('save', 'auth', ...GOOD)
  run('save', 'auth', '--task', 'OAuth login', '--next', 'Write docs/auth.md about argon2')
  expect(run('history', 'auth', '--json').json()).toMatchObject({ name: 'auth', total: 2, entries: [{}, {}] })
  expect(run('diff', 'auth').stdout).toContain('~ Run `npm test -- auth`\n  → Write docs/auth.md about argon2')
  expect(run('search', 'argon2', '--json').json()).toMatchObject({ hits: [{ name: 'auth' }] })
  expect(run('search', 'zebra')).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing found.\n' })
  expect(run('search', 'argon2')).toMatchObject({ code: 0, stderr: '' })
  const some = { code: 0, stderr: 'The newest 1; there may be more: --limit 5\n' }
  expect(run('search', 'argon2', '--limit', '1')).toMatchObject(some)
})

test('a note goes into the next save', () => {
  expect(run('note', 'Keep', 'argon2', '--type', 'decision', '--why', 'audit').stdout).toBe(
    'Noted (decision): Keep argon2\n',
  )
  run('save', 'auth', ...GOOD)
  expect(run('show', 'auth').stdout).toContain('Keep argon2')
})

test('export and import carry history to another machine, twice without harm', () => {
  run('save', 'auth', ...GOOD)
  run('save', 'auth', '--next', 'Run npm run lint')
  const bundle = run('export', 'auth').stdout
  run('export', '--all', '--to', 'out')
  const there = scratchRepo()
  const theirs = tempDir()
  const imported = dogear(['import', '-'], { cwd: there.dir, home: theirs, input: bundle })
  expect(imported.stdout).toBe('Imported 2, already here 0, refused 0.\n')
  expect(dogear(['import', join(desk.repo.dir, 'out')], { cwd: there.dir, home: theirs }).stdout).toBe(
    'Imported 0, already here 2, refused 0.\n',
  )
  expect(dogear(['history', 'auth', '-q'], { cwd: there.dir, home: theirs }).stdout).toBe(
    run('history', 'auth', '-q').stdout,
  )
})

test('a damaged entry is named, the rest is listed, and verify sets it aside', () => {
  run('save', 'auth', ...GOOD)
  const { saved } = run('save', 'billing', ...GOOD, '--json').json<{ saved: { path: string } }>()
  writeFileSync(saved.path, '')
  const listed = run('list')
  expect(listed.stdout).toMatch(/^auth\t/)
  expect(listed.stderr).toMatch(/damaged: "billing".*empty[^]*dogear verify --repair/)
  expect(run('verify').code).toBe(1)
  expect(run('verify', '--repair')).toMatchObject({ code: 0, stdout: expect.stringContaining('quarantined') as string })
  expect(run('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining('all intact') as string })
})

test('prompts come out once, oldest first', () => {
  run('prompts', 'push', 'first')
  dogear(['prompts', 'push', '-'], { cwd: desk.repo.dir, home: desk.home, input: 'second\nline' })
  expect(run('prompts', 'list').stdout.trim().split('\n')).toHaveLength(2)
  expect(run('prompts', 'pop').stdout).toBe('first\n')
  expect(run('prompts', 'pop', '--json').json()).toMatchObject({ prompt: { text: 'second\nline' } })
  expect(run('prompts', 'pop').code).toBe(5)
})

test('dogear alone says what is saved here and the one next step', () => {
  expect(run().stdout).toContain('Nothing is saved in this project yet.')
  run('save', 'auth', ...GOOD)
  expect(run().stdout).toMatch(/auth .*\n\nGo on: dogear resume auth\nAll commands: dogear help\n$/)
})

test('wrong words get the right ones', () => {
  expect(run('sav')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'dogear: there is no command "sav"\n  expected: dogear save\n  next: dogear help\n',
  })
  expect(run('save', '--nxt', 'x', '--json').json()).toEqual({
    error: { code: 'usage', message: 'save has no flag "--nxt"', expected: '--next', next: 'dogear help save' },
  })
  expect(run('trash', 'empty').stderr).toContain('one of list, restore, purge')
  expect(run('help', 'histry').stderr).toContain('dogear history')
})

test('help and version', () => {
  expect(run('--version').stdout).toMatch(/^dogear \d+\.\d+\.\d+/)
  expect(run('help').stdout).toBe(run('--help').stdout)
  expect(run('help', 'save').stdout).toBe(run('save', '--help').stdout)
  expect(run('help', '--json').json<{ commands: unknown[] }>().commands.length).toBeGreaterThan(15)
})

test('a reader that stops reading is no error', () => {
  for (let i = 0; i < 3; i++) run('save', `w${i}`, ...GOOD, '--context', 'x'.repeat(90_000))
  expect(inShell('set -o pipefail; "$0" "$1" export --all | head -c 10')).toMatchObject({ status: 0, stderr: '' })
})

test('a pipe that is slow gets every byte', () => {
  run(
    'save',
    'big',
    ...GOOD,
    ...Array.from({ length: 8 }, (_, i) => ['--context', `${i}${'y'.repeat(100_000)}`]).flat(),
  )
  expect(Number(inShell('"$0" "$1" show big | (sleep 0.3; wc -c)').stdout)).toBeGreaterThan(800_000)
})

test('everything written is private, whatever the umask', () => {
  inShell('umask 000; "$0" "$1" save auth --next "Run npm test"; "$0" "$1" note hello; "$0" "$1" list')
  const modes = new Set(tree(join(desk.home, '.local', 'share', 'dogear')).map((path) => statSync(path).mode & 0o077))
  expect([...modes]).toEqual([0])
})

test('a folder that is gone is said in words', () => {
  const ran = inShell('rmdir "$PWD"; exec "$0" "$1" list', tempDir())
  expect(ran.stderr).toContain('does not exist any more')
  expect(ran.status).toBe(5)
})

/** $0 is Node, $1 the program. */
function inShell(
  script: string,
  cwd: string = desk.repo.dir,
): { status: number | null; stdout: string; stderr: string } {
  const words = ['-c', script, process.execPath, join(checkout, 'bin', 'dogear.js')]
  return spawnSync('bash', words, { cwd, env: cleanEnv(desk.home), encoding: 'utf8' })
}

function tree(dir: string): string[] {
  return (
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .map((item) => join(item.parentPath, item.name))
      // Derived, and may come and go at any moment.
      .filter((path) => !path.includes(`${sep}index`) && !path.includes(`${sep}.cache`))
      .toSorted()
  )
}

test.skipIf(!existsSync('/dev/full'))(
  'an answer that cannot be written is an error of the disk, not a defect, in JSON too',
  () => {
    for (const args of [['help'], ['list', '--json']]) {
      const out = openSync('/dev/full', 'w')
      const ran = spawnSync(process.execPath, [join(checkout, 'bin', 'dogear.js'), ...args], {
        cwd: desk.repo.dir,
        env: cleanEnv(desk.home),
        encoding: 'utf8',
        stdio: ['ignore', out, 'pipe'],
      })
      closeSync(out)
      expect({ code: ran.status, said: ran.stderr.includes('no space left') || ran.stderr.includes('full') }).toEqual({
        code: 6,
        said: true,
      })
    }
  },
)
