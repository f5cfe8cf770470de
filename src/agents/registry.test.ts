/** What the manifests say, where others look it up. */
import { expect, test } from 'vitest'
import { MANIFESTS } from './registry.js'

const machine = (env: Record<string, string>): { userHome: string; env: Record<string, string> } => ({
  userHome: '/home/ada',
  env,
})

test.each([
  ['claude-code', { CLAUDE_CONFIG_DIR: '/elsewhere' }, '/elsewhere'],
  ['codex', { CODEX_HOME: '/elsewhere' }, '/elsewhere'],
  ['codex', { CODEX_HOME: '' }, '/home/ada/.codex'],
  ['copilot-cli', { COPILOT_HOME: '/elsewhere' }, '/elsewhere'],
  ['gemini-cli', { GEMINI_CLI_HOME: '/elsewhere' }, '/elsewhere/.gemini'],
  ['opencode', { XDG_DATA_HOME: '/elsewhere' }, '/elsewhere/opencode'],
  ['opencode', { OPENCODE_DB: '/elsewhere/my.db' }, '/elsewhere'],
])('%s with %j keeps its files in %s', (id, env, home) => {
  expect(MANIFESTS.find((one) => one.id === id)?.homes(machine(env))).toContain(home)
})
