import { expect, test } from 'vitest'
import { DEFAULT_WINDOW, windowFor } from './context-window.js'

test('the window comes from whoever knows best', () => {
  expect(windowFor('claude-opus-4-5', { cached: 1_000_000, settings: 200_000 })).toEqual({
    tokens: 1_000_000,
    from: 'statusline',
  })
  expect(windowFor('claude-opus-4-5', { settings: 500_000 })).toEqual({ tokens: 500_000, from: 'settings' })
  expect(windowFor('claude-sonnet-4-5[1m]')).toEqual({ tokens: 1_000_000, from: 'model' })
  expect(windowFor('gemini-2.5-pro')).toEqual({ tokens: 1_048_576, from: 'model' })
})

test('without any of them there is a stated default', () => {
  for (const model of [undefined, '', 'a-model-of-tomorrow']) {
    expect(windowFor(model, { cached: 0, settings: Number.NaN })).toEqual({ tokens: DEFAULT_WINDOW, from: 'default' })
  }
})
