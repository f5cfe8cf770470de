/** Story 9: what failed before is about to be tried again. */
import { expect, test } from 'vitest'
import { startModel, type Turn } from './model-server.js'
import { ask } from './support/desk.js'
import { workAndClear } from './support/hop.js'
import { client, reason } from './support/real.js'
import { TOKEN } from './support/work.js'
import { wiredDesk } from './support/wired.js'

const WARNING = `⚠ Previously failed: \`${TOKEN.failed}\``
const AGAIN: Turn = { tools: [{ name: 'Bash', input: { command: TOKEN.failed, description: 'Once more' } }] }

test.skipIf(reason)(
  'a command that failed is pointed out when it is about to run again, and runs all the same [F14]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const { session } = await ask(client, desk, model, TOKEN.instruction)
    expect(model.seen()).not.toContain(WARNING)
    model.plays(AGAIN, { text: 'As said.' })
    const next = await ask(client, desk, model, 'try it once more', ['--resume', session])
    expect(next).toMatchObject({ code: 0, said: 'As said.' })
    expect(model.seen()).toContain(WARNING)
    expect(model.seen()).toContain(TOKEN.why)
    expect(model.seen().split('Exit code 1').length - 1).toBe(2)
  },
)

test.skipIf(reason)('also in the session after `/clear` [F14]', async () => {
  const desk = wiredDesk()
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const terminal = await workAndClear(desk, model)
  model.plays(AGAIN)
  await terminal.ask('do it', 2)
  const answered = model.requests.at(-1)?.messages.slice(-2)
  expect(JSON.stringify(answered)).toContain('Previously failed')
})
