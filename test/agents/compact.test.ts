/** Story 1: work, a compaction, the next prompt. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { ask } from './support/desk.js'
import { client, reason } from './support/real.js'
import { briefingsIn, untold, TOKEN } from './support/work.js'
import { wiredDesk } from './support/wired.js'

test.skipIf(reason)(
  'after `/compact` the model has next action, failed approach and last instruction [C11, E14, F3]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const { session } = await ask(client, desk, model, TOKEN.instruction)
    expect(briefingsIn(model.seen())).toBe('')
    await ask(client, desk, model, '/compact', ['--resume', session])
    const next = await ask(client, desk, model, 'go on', ['--resume', session])
    expect(next).toMatchObject({ code: 0, session, said: 'done' })
    expect(untold(model.seen(), TOKEN)).toEqual([])
  },
)
