import { expect, test } from 'vitest'
import { DEFAULT_TRIGGERS, parseTriggerSettings } from './settings.js'

test('what is not set stays as it is', () => {
  expect(parseTriggerSettings(undefined, 'config.json')).toEqual(DEFAULT_TRIGGERS)
  expect(parseTriggerSettings({}, 'config.json')).toEqual(DEFAULT_TRIGGERS)
})

test('bands, idle time, seconds and farewells can be set [C9]', () => {
  const set = { context: [90, 60], idleMinutes: 5, commandSeconds: 10, farewells: ['Feierabend'] }
  expect(parseTriggerSettings(set, 'config.json')).toEqual({
    bands: [0.6, 0.9],
    idleMs: 300_000,
    commandSeconds: 10,
    farewells: ['Feierabend'],
  })
  expect(parseTriggerSettings({ context: 80 }, 'config.json').bands).toEqual([0.8])
})

test.each([
  [3, 'is not an object'],
  [{ context: [] }, 'percentages'],
  [{ context: ['70'] }, 'percentages'],
  [{ idleMinutes: 0 }, '"idleMinutes"'],
  [{ commandSeconds: 'x' }, '"commandSeconds"'],
  [{ farewells: 'bye' }, '"farewells"'],
  [{ farewells: [''] }, '"farewells"'],
])('%j is refused, and the message shows how it should be', (value, message) => {
  expect(() => parseTriggerSettings(value, '/h/config.json')).toThrow(message)
  expect(() => parseTriggerSettings(value, '/h/config.json')).toThrow(
    expect.objectContaining({ code: 'bad-input', expected: expect.stringContaining('"autosave"') }),
  )
})
