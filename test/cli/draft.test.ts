/** `dogear save --draft`: a command of the user's choice drafts, and nothing it does can cost the save. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { checkout } from '../support/checkout.js'
import { claudeSession } from '../support/claude-session.js'
import { cleanEnv, dogear, type Ran, type Repo, scratchRepo, tempDir } from '../support/world.js'

const TOKEN = `ghp_${'k3f9XQ2m7P4w'.repeat(3)}`

interface Place {
  repo: Repo
  home: string
  save: (...words: string[]) => Ran
  saved: (name: string) => Entry
}

/** A repository in which Claude Code has just worked. */
function place(): Place {
  const repo = scratchRepo({ 'src/auth.js': 'export {}\n' })
  const home = tempDir()
  const session = claudeSession(join(home, '.claude'), repo.dir, 'b5a4')
  session.prompt('Add the refresh route')
  session.say('I decided to use HS256 instead of RS256 because there is only one service.')
  const edit = { file_path: join(repo.dir, 'src/auth.js'), old_string: 'export {}', new_string: 'export const a = 1' }
  session.use('Edit', edit, { text: 'ok' })
  session.use('Bash', { command: 'npm test' }, { error: true, text: 'Exit code 1\nError: no route /refresh' })
  const run = (...words: string[]): Ran => dogear(words, { cwd: repo.dir, home })
  return {
    repo,
    home,
    save: (...words) => run('save', ...words),
    saved: (name) => run('show', name, '--json').json<{ entry: Entry }>().entry,
  }
}

test('what the command answers joins the observed facts, as stated [E1]', () => {
  const { repo, save, saved } = place()
  const reply = '## Next action\nWrite the handler in src/auth.js\n\n## Failed\n- Cookies — the proxy strips them\n'
  writeFileSync(join(repo.dir, 'reply.md'), reply)
  const { code, stdout, stderr } = save('auth', '--draft', 'tee given.md >/dev/null; cat reply.md')
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('Next: Write the handler in src/auth.js')
  const entry = saved('auth')
  expect(entry.next).toEqual({ text: 'Write the handler in src/auth.js', id: expect.any(String) })
  expect(entry.failed).toContainEqual({ text: 'Cookies', why: 'the proxy strips them', id: expect.any(String) })
  expect(entry.intent).toMatchObject({ text: 'Add the refresh route', observed: expect.any(String) })
  const given = readFileSync(join(repo.dir, 'given.md'), 'utf8')
  expect(given, 'it is an entry').toMatch(/^---\ndogear: 1\n[\s\S]*\n## Last intent\nAdd the refresh route\n/)
  expect(given).toContain('no route /refresh')
})

test('secrets are taken out before the command sees anything, and out of what it says [E1, F7]', () => {
  const { repo, save, saved } = place()
  const echo = `tee given.md >/dev/null; printf '## Context\\n- the token is ${TOKEN}\\n'`
  expect(save('auth', '--context', `login with ${TOKEN}`, '--draft', echo).code).toBe(0)
  expect(readFileSync(join(repo.dir, 'given.md'), 'utf8')).toMatch(/login with \S*redacted/i)
  expect(readFileSync(join(repo.dir, 'given.md'), 'utf8')).not.toContain(TOKEN)
  expect(JSON.stringify(saved('auth'))).not.toContain(TOKEN)
})

test.each([
  ['is not there', 'no-such-drafter', /exit code 127/],
  ['fails', 'echo rate limit reached >&2; exit 1', /exit code 1 \(rate limit reached\)/],
  ['says nothing', 'cat >/dev/null', /it is empty/],
  ['apologises', 'echo "I am sorry, I cannot do that."', /no sections/],
  ['answers with broken JSON', `echo '{"next":'`, /JSON/],
  ['never stops', 'yes', /more than/],
])('a command that %s costs one warning and not the save [E1]', (_, command, why) => {
  const { save, saved } = place()
  const { code, stdout, stderr } = save('auth', '--next', 'Run npm test', '--task', 'OAuth', '--draft', command)
  expect(code).toBe(0)
  expect(stdout).toContain('Checkpoint "auth" saved')
  expect(
    stderr
      .trim()
      .split('\n')
      .filter((line) => line.includes('saved without it')),
  ).toEqual([expect.stringMatching(why)])
  expect(saved('auth').next).toEqual({ text: 'Run npm test', id: expect.any(String) })
})

test('it is off until somebody asks; set once it holds for every save but autosaves [E1]', () => {
  const { repo, home, save } = place()
  const mark = join(home, 'ran')
  const command = `touch ${mark}; echo '## Blockers'; echo '- Bob has the key'`
  save('auth')
  expect(existsSync(mark)).toBe(false)
  expect(dogear(['config', 'draft', command], { cwd: repo.dir, home }).code).toBe(0)
  save('--auto')
  save('auth', '--no-draft')
  expect(existsSync(mark)).toBe(false)
  expect(save('auth', '--json').json<{ draft: unknown }>().draft).toEqual({ used: true })
  expect(existsSync(mark)).toBe(true)
  expect(dogear(['config', 'draft'], { cwd: repo.dir, home }).stdout).toContain('Bob has the key')
  dogear(['config', 'draft', 'auto'], { cwd: repo.dir, home })
  expect(dogear(['config', 'draft'], { cwd: repo.dir, home }).stdout).toMatch(/off.*by default/)
})

test('a draft can mend what --strict would refuse, and an autosave is never drafted [E1, C8]', () => {
  const { save } = place()
  const vague = ['--task', 'OAuth login', '--strict', '--no-transcript']
  expect(save('auth', ...vague).code).toBe(4)
  expect(
    save('auth', ...vague, '--draft', `echo '{"next":"Run npm test -- auth","done":["src/auth.js: PKCE"]}'`).code,
  ).toBe(0)
  expect(save('--auto', '--draft', 'cat').code).toBe(2)
  expect(save('auth', '--draft', ' ').code).toBe(2)
})

test('a command that saves by itself is not asked to draft again [E1]', () => {
  const { save, saved } = place()
  const mark = join(tempDir(), 'again')
  const program = join(checkout, 'bin', 'dogear.js')
  const inner = `${process.execPath} ${program} save inner --draft "touch ${mark}"`
  const { code, stderr } = save('auth', '--draft', `${inner} >/dev/null 2>&1; echo '## Blockers'; echo '- the key'`)
  expect([code, stderr.includes('saved without it')]).toEqual([0, false])
  expect(saved('inner').name, 'the save itself is made').toBe('inner')
  expect(existsSync(mark)).toBe(false)
})

test('the hooks leave the session of a drafting agent alone [E1, F4]', () => {
  const { repo, home, save } = place()
  save('auth', '--next', 'Run npm test')
  const event = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'c6', cwd: repo.dir }
  const started = (env: Record<string, string>): string => {
    const hook = [join(checkout, 'dist', 'hook.cjs'), 'claude-code']
    const options = { cwd: repo.dir, env: { ...cleanEnv(home), ...env }, input: JSON.stringify(event) }
    return spawnSync(process.execPath, hook, { ...options, encoding: 'utf8' }).stdout
  }
  expect(started({})).toContain('auth')
  expect(started({ DOGEAR_DRAFTING: '1' })).toBe('')
})

test('whatever repeats its input leaves every mark as it was [E1, F2]', () => {
  const one = place()
  const other = place()
  one.save('auth')
  other.save('auth', '--draft', 'cat')
  const plain = (entry: Entry) => ({ ...entry, id: '', saved: '', by: {}, where: {} })
  const { done, failed, decisions } = one.saved('auth')
  expect([done.length, failed.length, decisions.length]).toEqual([1, 1, 1])
  expect(plain(other.saved('auth'))).toEqual(plain(one.saved('auth')))
})

test('a save announces itself while it is drafted, so that a compaction waits for it [E2]', () => {
  const { repo, save } = place()
  const see = 'find "$HOME" -path "*saving*" -type f | grep -c . > seen.txt'
  expect(save('auth', '--layout', 'quoin', '--next', 'Edit src/auth.js', '--draft', see).code).toBe(0)
  expect(Number(readFileSync(join(repo.dir, 'seen.txt'), 'utf8'))).toBeGreaterThan(0)
})
