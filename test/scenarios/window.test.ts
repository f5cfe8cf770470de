/** How full the context is depends on where the client compacts: what the user set there counts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookDesk } from '../hook/support.js'

test('a session that compacts early is advised early, whatever the status line says of the window [E13]', () => {
  const { userHome, home, client } = hookDesk()
  const one = client('one')
  one.fire('SessionStart', { source: 'startup' })
  writeFileSync(join(userHome, '.claude', 'settings.json'), '{"autoCompactWindow": 150000}')
  one.turn('Repair the cart')
  expect(one.state()?.context).toMatchObject({ window: 150_000 })
  const context = { tokens: 112_500, window: 1_000_000, at: Date.now(), from: 'statusline' }
  const told = (): string => {
    writeFileSync(join(home, 'hooks', 'one.json'), JSON.stringify({ ...one.state(), context }))
    return one.fire('UserPromptSubmit', { prompt: 'Add a test' }).context
  }
  expect(told()).toContain('75 % full (112,500 of 150,000 tokens)')
  writeFileSync(join(userHome, '.claude', 'settings.json'), '{}')
  one.turn('Repair the shop too')
  expect(told(), 'the limit was taken back').toBe('')
})
