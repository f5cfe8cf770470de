/** `/checkpoint` in the real client, which has a built-in of that name. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { ask, openDesk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { wiredDesk } from './support/wired.js'

test.skipIf(reason)(
  'after init `/checkpoint` reaches the model and the hook, with what was typed behind it [C1, D1, E3]',
  async () => {
    const without = await ask(client, openDesk(), await startModel(), '/checkpoint save pay')
    expect(without.said, 'else the command of init would not be needed').toContain("isn't available")
    const desk = wiredDesk()
    const model = await startModel({ text: 'Saved.' })
    const { said } = await ask(client, desk, model, '/checkpoint save invoice-queue --task "Send by a queue"')
    expect(said).toBe('Saved.')
    expect(model.seen()).toContain('The user typed: /checkpoint save invoice-queue --task "Send by a queue"')
    expect(model.seen()).toContain('with name "invoice-queue", task "Send by a queue"')
  },
)
