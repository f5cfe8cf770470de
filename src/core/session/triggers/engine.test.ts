import { expect, test } from 'vitest'
import { decide, decideContext, NEW_STATE, type TriggerEvent, type TriggerState } from './engine.js'
import { DEFAULT_TRIGGERS } from './settings.js'

const MINUTE = 60_000
const never = (): number[] => []

function run(events: readonly TriggerEvent[], state: TriggerState = NEW_STATE) {
  const told: string[] = []
  for (const event of events) {
    const decided = decide(state, event, DEFAULT_TRIGGERS)
    state = decided.state
    for (const action of decided.actions)
      told.push(action.do === 'autosave' ? action.reason : `advise ${Math.round(action.band * 100)}`)
  }
  return { state, told }
}

const context = (percent: number): TriggerEvent => ({ type: 'context', tokens: percent * 2000, window: 200_000 })

test('a context at 70 % is saved and advised about, once for each band [C9]', () => {
  const { told } = run([10, 69, 70, 71, 72, 84, 86, 90, 96, 99].map(context))
  expect(told).toEqual(['context 70 %', 'advise 70', 'context 86 %', 'advise 85', 'context 96 %', 'advise 95'])
})

test('a jump over several bands is one save and the advice of the highest', () => {
  expect(run([context(97)]).told).toEqual(['context 97 %', 'advise 95'])
})

test('after a compaction every band counts anew; the noise of one request does not [C9]', () => {
  expect(run([context(72), context(69), context(73)].flat()).told).toHaveLength(2)
  expect(run([context(72), context(20), context(73)]).told).toHaveLength(4)
  expect(run([context(72), { type: 'compaction' }, context(73)]).told).toEqual([
    'context 72 %',
    'advise 70',
    'before compaction',
    'context 73 %',
    'advise 70',
  ])
})

test('a window that is not known saves nothing', () => {
  expect(run([{ type: 'context', tokens: 1000, window: 0 }]).told).toEqual([])
})

test('a farewell is saved, with its words as the reason; other prompts are not [C9]', () => {
  expect(
    run([
      { type: 'prompt', text: 'add an exit code' },
      { type: 'prompt', text: '谢谢，明天见' },
    ]).told,
  ).toEqual(['明天见'])
})

test('idle over ten minutes with work in hand is saved once [C9]', () => {
  const idle = (minutes: number, work = true, sinceMs = 0): TriggerEvent => ({
    type: 'idle',
    sinceMs,
    nowMs: sinceMs + minutes * MINUTE,
    work,
  })
  expect(run([idle(5), idle(10), idle(11, false)]).told).toEqual([])
  expect(run([idle(11), idle(12), idle(600)]).told).toEqual(['idle 11 min'])
  expect(run([idle(11), idle(13, true, 99 * MINUTE)]).told).toEqual(['idle 11 min', 'idle 13 min'])
})

test('before a command that takes over 30 seconds, by its kind or as it did before [C9]', () => {
  const command = (text: string, before: (key: string) => number[] = never): TriggerEvent => ({
    type: 'command',
    command: text,
    before,
  })
  expect(run([command('ls'), command('sleep 30')]).told).toEqual([])
  expect(run([command('cd a && npm ci')]).told).toEqual(['before npm ci (about 60 s)'])
  expect(run([command('./slow', () => [31, 40, 33])]).told).toEqual(['before ./slow (about 33 s)'])
  expect(run([command('npm ci', () => [3])]).told).toEqual([])
})

test('what an agent tells is saved, with its own word for it', () => {
  expect(
    run([
      { type: 'turn-end' },
      { type: 'turn-failed', why: 'rate_limit' },
      { type: 'away' },
      { type: 'compaction', why: 'auto' },
      { type: 'end', why: 'clear' },
      { type: 'end' },
    ]).told,
  ).toEqual([
    'end of a turn',
    'the agent could not go on (rate_limit)',
    'idle',
    'before compaction (auto)',
    'session end (clear)',
    'session end',
  ])
})

const at = (percent: number): { context: { tokens: number; window: number } } => ({
  context: { tokens: percent, window: 100 },
})

test('of a session of hooks, a band is due once, the highest that was reached [E13]', () => {
  const dueAt = (use: Parameters<typeof decideContext>[0]): number | null => decideContext(use).advise
  expect([69, 70, 84, 85, 95, 120].map((percent) => dueAt(at(percent)))).toEqual([null, 70, 70, 85, 95, 95])
  expect(dueAt({ ...at(84), band: 70 })).toBe(null)
  expect(dueAt({ ...at(96), band: 70 })).toBe(95)
  expect(dueAt({})).toBe(null)
  expect(dueAt({ ...at(51), bands: [50] })).toBe(50)
})

test('of a session of hooks, a context that fell well below the first band is counted anew [E13]', () => {
  expect(decideContext({ ...at(65), band: 85 }).band).toBe(85)
  expect(decideContext({ ...at(30), band: 85 }).band).toBe(0)
})
