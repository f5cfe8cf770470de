/** Story 8: the context fills up. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { ask } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { hookDone, wiredDesk } from './support/wired.js'

const ADVICE = /\b(?:context|window)\b[^\n]*\b(\d\d) %/g

test.skipIf(reason)('at 72 % the model is advised once to save by a call, at 86 % once more [E13]', async () => {
  const desk = wiredDesk()
  const at = (percent: number): object => ({ usage: { input_tokens: percent * 10_000 } })
  const model = await startModel(
    { text: 'one', ...at(20) },
    { text: 'two', ...at(72) },
    { text: 'three', ...at(73) },
    { text: 'four', ...at(74) },
    { text: 'five', ...at(86) },
    { text: 'six', ...at(86) },
  )
  const terminal = await openTerminal(client, desk, model)
  const told: number[][] = []
  for (const [index, prompt] of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].entries()) {
    await terminal.ask(prompt)
    await hookDone(desk, 'Stop', index + 1)
    told.push([...model.seen().matchAll(ADVICE)].map(([, percent]) => Number(percent)))
  }
  // What was said stays in the conversation: it must not come twice.
  expect(told).toEqual([[], [], [72], [72], [72], [72, 86]])
  expect(model.seen()).toContain('mcp__dogear__save')
})

test.skipIf(reason)('without a terminal the same, from what the session file says [E13]', async () => {
  const desk = wiredDesk()
  const model = await startModel({ text: 'one', usage: { input_tokens: 720_000 } })
  const { session } = await ask(client, desk, model, 'first')
  const next = await ask(client, desk, model, 'second', ['--resume', session])
  expect(next).toMatchObject({ code: 0, said: 'done' })
  expect(model.seen()).toContain('mcp__dogear__save')
})
