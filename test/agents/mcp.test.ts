/** Story 5: the model saves with its own judgement by one call; a fresh session's model calls resume. */
import { expect, test } from 'vitest'
import { lookUp, startModel } from './model-server.js'
import { ask } from './support/desk.js'
import { client, reason } from './support/real.js'
import { briefingsIn } from './support/work.js'
import { wiredDesk } from './support/wired.js'

const JUDGEMENT = {
  name: 'auth',
  task: 'Log in by OAuth',
  next: 'Run npm test -- auth and mend the redirect in src/auth.ts',
  done: ['src/auth.ts: the redirect, lines 1-40'],
  failed: [{ what: 'a cookie for the state', why: 'Safari drops it' }],
}

test.skipIf(reason)('what the model saves by a call, a fresh session’s model resumes by a call [F3]', async () => {
  const desk = wiredDesk()
  const saving = await startModel(
    lookUp('mcp__dogear__save'),
    { tools: [{ name: 'mcp__dogear__save', input: JUDGEMENT }] },
    { text: 'Saved.' },
  )
  expect(await ask(client, desk, saving, 'checkpoint auth')).toMatchObject({ code: 0, said: 'Saved.' })
  expect(saving.requests.at(-1)?.tools).toContain('mcp__dogear__save')
  expect(saving.seen()).toMatch(/"saved":\{"name":"auth"/)

  const resuming = await startModel(lookUp('mcp__dogear__resume'), {
    tools: [{ name: 'mcp__dogear__resume', input: { name: 'auth' } }],
  })
  await ask(client, desk, resuming, 'Where were we?')
  const briefing = briefingsIn(resuming.seen())
  expect(briefing).toContain('⚠ Previously failed: a cookie for the state — Safari drops it')
  expect(briefing).toContain(JUDGEMENT.next)
  expect(briefing).toContain(JUDGEMENT.task)
})
