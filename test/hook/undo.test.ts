import { execSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, type Client, hookDesk, type Desk } from './support.js'

/** As Claude Code calls its tool: told before, run, told after. */
function bash(desk: Desk, client: Client, command: string): { before: Answer; after: Answer } {
  const use = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 't1' }
  const before = client.fire('PreToolUse', use)
  execSync(command, { cwd: desk.repo.dir, shell: '/bin/sh' })
  return { before, after: client.fire('PostToolUse', { ...use, tool_response: {} }) }
}

test('[F9] what an agent took is said once at the end of the turn, and comes back', () => {
  const desk = hookDesk()
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  const file = join(desk.repo.dir, 'src/login.ts')
  const work = 'export const ttl = 3600 // an afternoon of work that is in no commit\n'
  writeFileSync(file, work)
  writeFileSync(
    join(desk.repo.dir, 'notes.md'),
    'what I found out about the tokens, in words that stand nowhere else\n',
  )
  const { before, after } = bash(desk, client, 'git checkout -- . && rm notes.md')
  expect([before.stdout, after.stdout]).toEqual(['', ''])
  const stop = client.turn('Clean up.')
  expect(stop.message).toMatch(/^dogear: 2 files of uncommitted work were lost while `git checkout .*dogear undo$/)
  expect(client.turn('Go on.').message).toBe('')
  expect(client.fire('UserPromptSubmit', { prompt: 'undo that' }).context).toMatch(/dogear undo --apply [^]*notes\.md/)
  expect(client.fire('UserPromptSubmit', { prompt: 'bring back src/login.ts' }).context).toContain('src/login.ts')

  const planned = desk.dogear('undo', '--json').json<{ plan: { id: string; steps: { path: string }[] } }>()
  expect(planned.plan.steps.map(({ path }) => path)).toEqual(['notes.md', 'src/login.ts'])
  expect(desk.dogear('undo', '--apply', planned.plan.id).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(work)
  expect(desk.dogear('undo', '--redo').stdout).toMatch(/dogear undo --apply [0-9a-f]{12}/)
})

test('what a turn makes and removes itself is not said, nor a commit, nor what moved', () => {
  const desk = hookDesk()
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  writeFileSync(join(desk.repo.dir, 'plan.md'), 'what is to be done in this week, one after the other\n')
  bash(desk, client, 'echo scratch work of this very turn, longer than a line of nothing > scratch.txt')
  bash(desk, client, 'rm scratch.txt; mkdir -p docs; mv plan.md docs/plan.md')
  bash(desk, client, 'git -c user.name=a -c user.email=a@b.invalid commit -aqm wip --allow-empty')
  expect(client.turn('Tidy up.').message).toBe('')
  expect(existsSync(join(desk.repo.dir, 'docs/plan.md'))).toBe(true)
})

test('a call that only looks makes nothing', () => {
  const desk = hookDesk()
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  writeFileSync(join(desk.repo.dir, 'plan.md'), 'work\n')
  bash(desk, client, 'git status')
  expect(existsSync(join(desk.home, 'takes'))).toBe(false)
})

test('where takes are switched off none is made', () => {
  const desk = hookDesk()
  desk.config({ snapshots: false })
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  writeFileSync(join(desk.repo.dir, 'plan.md'), 'work that is in no commit\n')
  bash(desk, client, 'rm plan.md')
  rmSync(join(desk.repo.dir, 'src'), { recursive: true })
  expect(client.turn('Go on.').message).toBe('')
  expect(existsSync(join(desk.home, 'takes'))).toBe(false)
})
