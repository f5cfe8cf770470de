import { expect, test } from 'vitest'
import { findAgent } from './world.js'

test('the agent and its session are found by what it sets', () => {
  expect(findAgent({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' })).toEqual({ agent: 'claude-code', session: 's1' })
  expect(findAgent({ GEMINI_CLI: '1' })).toEqual({ agent: 'gemini-cli' })
  expect(findAgent({})).toEqual({})
})

test('what was said outright wins', () => {
  expect(
    findAgent({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1', DOGEAR_AGENT: 'mine', DOGEAR_SESSION: 's2' }),
  ).toEqual({ agent: 'mine', session: 's2' })
})

test('Copilot CLI and its session are found', () => {
  expect(findAgent({ COPILOT_CLI: '1', COPILOT_AGENT_SESSION_ID: 's3' })).toEqual({
    agent: 'copilot-cli',
    session: 's3',
  })
})

test('an agent started in the terminal of an editor is meant, not the editor', () => {
  expect(findAgent({ CURSOR_AGENT: '1', GEMINI_CLI: '1' })).toEqual({ agent: 'gemini-cli' })
})
