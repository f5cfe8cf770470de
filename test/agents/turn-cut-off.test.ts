/** Story 2 again: the client is killed before the turn is over. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { eventually } from './support/eventually.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { briefingsIn, TOKEN } from './support/work.js'
import { wiredDesk } from './support/wired.js'

test.skipIf(reason)('a crash in the middle of a turn loses no more than what was not written yet [F3]', async () => {
  const desk = wiredDesk()
  const [first = {}, second = {}] = TOKEN.turns(desk.repo.dir)
  // It outlives the client, and ends with the folder.
  const forever = {
    tools: [{ name: 'Bash', input: { command: 'touch running; while [ -d .git ]; do sleep 0.1; done' } }],
  }
  const model = await startModel(first, second, forever)
  const crashed = await openTerminal(client, desk, model)
  await crashed.ask(TOKEN.instruction, 3)
  await eventually('the command to run', () => existsSync(join(desk.repo.dir, 'running')), crashed.text)
  await crashed.crash()

  const fresh = await startModel()
  const terminal = await openTerminal(client, desk, fresh)
  await terminal.ask('continue')
  expect(briefingsIn(fresh.seen())).toContain(TOKEN.instruction)
  expect(briefingsIn(fresh.seen())).toContain(`- \`${TOKEN.failed}\` ✗`)
})
