/** Story 1 in other ways: in a terminal, and where the client compacts by itself. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { ask } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { untold, TOKEN } from './support/work.js'
import { hookDone, wiredDesk } from './support/wired.js'

test.skipIf(reason)('in a terminal the same, and the client shows nothing of it [E14, F3]', async () => {
  const desk = wiredDesk()
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const terminal = await openTerminal(client, desk, model)
  await terminal.ask(TOKEN.instruction, 3)
  await hookDone(desk, 'Stop')
  await terminal.ask('/compact')
  await hookDone(desk, 'SessionStart', 2)
  await terminal.ask('go on')
  expect(untold(model.seen(), TOKEN)).toEqual([])
  expect(terminal.text()).not.toContain('hookerror')
})

test.skipIf(reason)(
  'a compaction that the client begins by itself, before it answers, is survived too [F3]',
  async () => {
    const desk = wiredDesk()
    desk.env['CLAUDE_CODE_AUTO_COMPACT_WINDOW'] = '100000'
    const [first = {}, second = {}, last = {}] = TOKEN.turns(desk.repo.dir)
    const model = await startModel(first, second, { ...last, usage: { input_tokens: 99_000 } })
    const { session } = await ask(client, desk, model, TOKEN.instruction)
    // The client may write it to its session file only after the compaction, but shows it to the model itself.
    const instruction = `Now ${TOKEN.next} and log every restart`
    const answer = await ask(client, desk, model, instruction, ['--resume', session])
    expect(answer).toMatchObject({ code: 0, said: 'done' })
    expect(model.seen()).toContain('summarised by the scripted model')
    expect(model.seen()).toContain(instruction)
    expect(untold(model.seen(), TOKEN)).toEqual([])
  },
)
