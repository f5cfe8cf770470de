/** Story 3: `/clear` in the interactive client. */
import { expect, test } from 'vitest'
import { startModel, textOf } from './model-server.js'
import { workAndClear } from './support/hop.js'
import { reason } from './support/real.js'
import { untold, TOKEN } from './support/work.js'
import { hookLines, wiredDesk } from './support/wired.js'

test.skipIf(reason)('after `/clear`, "continue" brings the work back, under the new session id [F3]', async () => {
  const desk = wiredDesk()
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const terminal = await workAndClear(desk, model)
  await terminal.ask('continue')
  // The client itself has forgotten: what is there came from dogear.
  const own = model.requests.at(-1)?.messages.filter(({ role }) => role === 'assistant') ?? []
  expect(textOf({ system: '', messages: own })).not.toContain('The token goes into memory first.')
  expect(untold(model.seen(), TOKEN)).toEqual([])
  await terminal.exit()
  const starts = hookLines(desk).filter(({ event }) => event === 'SessionStart')
  expect(new Set(starts.map(({ session }) => session)).size).toBe(2)
})
