/** Acts that the stories of hand-overs share. */
import { expect } from 'vitest'
import type { Client, Desk } from './support.js'

/** A piece of work, as a session does it in one turn: an instruction with a constraint, a decision, an edit, a failure, a next step. */
export function work(desk: Desk, client: Client): void {
  client.fire('SessionStart', { source: 'startup' })
  client.file.prompt('Replace the session cookies by signed tokens. Never touch package.json.')
  client.file.say('We decided to use HMAC because only one service verifies the tokens.')
  client.file.use(
    'Edit',
    { file_path: `${desk.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' },
    { text: 'ok' },
  )
  client.file.say(
    'Signing with jose did not work, because its bundle is too large. Next I will write the expiry check.',
  )
  client.fire('Stop', { stop_hook_active: false })
}

/** A prompt the hook answers, as the client sends it. */
export function say(client: Client, prompt: string): string {
  const { context } = client.fire('UserPromptSubmit', { prompt })
  client.file.prompt(prompt)
  return context
}

export function expectWhole(briefing: string): void {
  expect(briefing).toContain('Replace the session cookies')
  expect(briefing).toContain('HMAC')
  expect(briefing).toContain('jose')
  expect(briefing).toContain('Never touch package.json')
  expect(briefing).not.toMatch(/## Task\n+continue/i)
}
