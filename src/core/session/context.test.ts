import { expect, test } from 'vitest'
import { DEFAULT_WINDOW, windowFor, windowHolding } from './context.js'

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

test('more tokens than a window would hold tell that it is the large one', () => {
  expect(windowHolding(120_000, 'claude-opus-4-5')).toBe(200_000)
  expect(windowHolding(320_000, 'claude-opus-4-5')).toBe(1_000_000)
  expect(windowHolding(320_000, 'claude-opus-4-5', { compactsAt: 400_000 })).toBe(400_000)
})

test.each([
  ['claude-opus-5-5', 1_000_000],
  ['claude-sonnet-5', 1_000_000],
  ['claude-haiku-5-5', 1_000_000],
  ['claude-fable-5-1', 1_000_000],
  ['claude-opus-4-7', 1_000_000],
  ['claude-opus-4-8', 1_000_000],
  ['claude-opus-4-6', 200_000],
  ['claude-sonnet-4-6', 200_000],
  ['claude-haiku-4-5-20251001', 200_000],
  ['claude-sonnet-4-20250514', 200_000],
  ['claude-3-5-sonnet-20241022', 200_000],
])('%s has %d, as Claude Code says', (model, tokens) => {
  expect(windowFor(model)).toEqual({ tokens, from: 'model' })
})
