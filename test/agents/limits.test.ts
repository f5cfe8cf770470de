/** The service refuses to answer: the rate limit is reached. */
import { expect, test } from 'vitest'
import { dogearAt } from './support/desk.js'
import { reason } from './support/real.js'
import { workUntilRefused } from './support/limit.js'
import { TOKEN } from './support/work.js'
import { hookLines, wiredDesk } from './support/wired.js'

test.skipIf(reason)('at a rate limit the work is saved [F3]', async () => {
  const desk = wiredDesk()
  await workUntilRefused(desk)
  expect(hookLines(desk)).toContainEqual(expect.objectContaining({ event: 'StopFailure', ok: true }))
  expect(dogearAt(desk, ['resume']).stdout).toContain(`- \`${TOKEN.failed}\` ✗`)
})
