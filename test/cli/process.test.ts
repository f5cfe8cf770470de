/**
 * Most tests run the program in a process that is kept warm (test/support/warm.ts). Here every command runs as people run
 * it, in a process of its own, and says the same.
 */
import { expect, test } from 'vitest'
import { shownCommands } from '../../src/cli/specs/commands.js'
import { dogear, dogearProcess, scratchRepo, tempDir, type Ran } from '../support/world.js'

/** One call of each that changes nothing, so that it can be made twice. */
const CALLS: Record<string, string[]> = {
  save: ['auth', '--next', 'Run npm test', '--dry-run', '--no-git'],
  resume: ['auth'],
  list: [],
  note: ['hello', '--dry-run'],
  show: ['auth'],
  history: ['auth'],
  diff: ['auth'],
  search: ['oauth', '--json'],
  brief: ['--json'],
  verify: [],
  clear: ['auth', '--dry-run'],
  restore: ['nothing'],
  rename: ['auth', 'auth-2', '--dry-run'],
  forget: ['oauth', '--dry-run'],
  trash: [],
  import: ['nothing.md'],
  export: ['auth'],
  config: [],
  trust: [],
  init: ['claude-code', '--dry-run'],
  uninstall: ['claude-code', '--dry-run'],
  off: ['--here', '--quiet'],
  on: ['--quiet'],
  doctor: ['--json'],
  decisions: ['argon2'],
  say: ['list checkpoints'],
  help: ['save'],
  completion: ['bash'],
  prompts: ['list'],
  relay: ['codex', 'auth', '--dry-run'],
  undo: ['--list'],
  tidy: ['--dry-run'],
  sync: ['status'],
  share: ['nothing', '--local'],
}
/** These always run in one of their own. */
const ALONE = ['mcp', 'watch', 'tour']

const repo = scratchRepo()
const home = tempDir()
dogear(['save', 'auth', '--task', 'OAuth login', '--next', 'Run npm test', '--decision', 'argon2 — audit'], {
  cwd: repo.dir,
  home,
})

test('every command is called below', () => {
  expect([...Object.keys(CALLS), ...ALONE].toSorted()).toEqual(
    shownCommands()
      .map(({ name }) => name)
      .toSorted(),
  )
})

test.each(Object.entries(CALLS))('dogear %s', (command, args) => {
  const warm = dogear([command, ...args], { cwd: repo.dir, home })
  expect(answerOf(warm)).toEqual(answerOf(dogearProcess([command, ...args], { cwd: repo.dir, home })))
  expect(warm.code, warm.stderr).not.toBe(70)
})

/** Without what two calls of the same program do not share: ids, moments and durations. */
function answerOf({ code, stdout, stderr }: Ran): { code: number | null; said: string } {
  const said = `${stdout}\n${stderr}`
    .replaceAll(/\d{8}T\d{9}Z-1-[0-9a-z]{12}/g, '<id>')
    .replaceAll(/\([0-9a-z]{7}\)/g, '(<id>)')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:[+-]\d\d:\d\d|Z)?/g, '<time>')
    .replaceAll(/\d+ (?:ms|s|seconds?|minutes?) ago|just now/g, '<ago>')
    .replaceAll(/\d+(?:\.\d+)? ?ms/g, '<ms>')
  return { code, said }
}
