/** The service refuses to answer: the rate limit is reached. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { dogearAt } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { TOKEN } from './support/work.js'
import { hookDone, hookLines, wiredDesk } from './support/wired.js'

test.skipIf(reason)('at a rate limit the work is saved [F3]', async () => {
  const desk = wiredDesk()
  desk.env['CLAUDE_CODE_MAX_RETRIES'] = '0'
  const [first = {}, second = {}] = TOKEN.turns(desk.repo.dir)
  const refused = { fails: { status: 429, type: 'rate_limit_error', message: 'slow down' } }
  const terminal = await openTerminal(client, desk, await startModel(first, second, refused))
  await terminal.ask(TOKEN.instruction, 3)
  await hookDone(desk, 'StopFailure')
  expect(hookLines(desk)).toContainEqual(expect.objectContaining({ event: 'StopFailure', ok: true }))
  expect(dogearAt(desk, ['resume']).stdout).toContain(`- \`${TOKEN.failed}\` ✗`)
})
