import { expect, test } from 'vitest'
import { findAgent } from './agent-env.js'

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
