import { expect, test } from 'vitest'
import { guardDispatch } from './phrase.js'

test.each([
  ['/checkpoint', 'claude-haiku-4-5'],
  ['/checkpoint', undefined],
  ['/checkpoint', 'some-other-model'],
  ['[no-redispatch] /checkpoint', 'claude-opus-4'],
  ['[no-redispatch]\n/checkpoint', 'claude-sonnet-4'],
  ['  [no-redispatch] /checkpoint', 'claude-opus-4'],
  ['[no-redispatch:1] /checkpoint', 'claude-opus-4'],
  ['[no-redispatch:0] /checkpoint', 'claude-opus-4'],
  ['[no-redispatch:x] /checkpoint', 'claude-opus-4'],
])('%j on %s is done here [E1]', (prompt, model) => {
  expect(guardDispatch(prompt, model === undefined ? {} : { model })).toEqual({ do: 'proceed' })
})

test.each(['2', '3', '02', '17'])('[no-redispatch:%s] aborts on any model [E1]', (hops) => {
  expect(guardDispatch(`[no-redispatch:${hops}] /checkpoint`, { model: 'claude-haiku-4' })).toEqual({
    do: 'abort',
    hops,
    skill: 'checkpoint',
  })
})

test('a dearer model hands over once, and what it hands over is done there [E1]', () => {
  const guarded = guardDispatch('/checkpoint note', { model: 'Claude Opus 4.1' })
  expect(guarded).toEqual({
    do: 'dispatch',
    model: 'haiku',
    description: 'checkpoint dispatched at haiku tier',
    prompt: '[no-redispatch]\n/checkpoint note',
  })
  const { prompt } = guarded as { prompt: string }
  expect(guardDispatch(prompt, { model: 'opus' })).toEqual({ do: 'proceed' })
})

test('the tiers are in order, and the mark counts only where the prompt begins [E1]', () => {
  expect(guardDispatch('x', { model: 'sonnet', declared: 'sonnet' }).do).toBe('proceed')
  expect(guardDispatch('x', { model: 'opus', declared: 'sonnet' }).do).toBe('dispatch')
  expect(guardDispatch('save, see [no-redispatch:5]', { model: 'haiku' }).do).toBe('proceed')
  expect(guardDispatch('save, see [no-redispatch]', { model: 'opus' }).do).toBe('dispatch')
})
