import { expect, test } from 'vitest'
import type { TranscriptEvent } from '../transcript.js'
import { timeCommands } from './command-times.js'

const ref = { offset: 0 }

function call(id: string, command: string, at: number, more: object = {}): TranscriptEvent {
  return { kind: 'call', call: id, tool: 'Bash', action: { type: 'run', command, ...more }, ref, at }
}

function result(id: string, at: number, more: object = {}): TranscriptEvent {
  return { kind: 'result', call: id, ref, at, ok: true, ...more }
}

test('a command took the time between its call and its answer [C9]', () => {
  const times = timeCommands()
  times.add(call('a', 'cd x && npm ci', 1000))
  expect(times.running()).toMatchObject({ command: 'cd x && npm ci', at: 1000 })
  times.add(result('a', 43_000))
  expect(times.running()).toBeUndefined()
  expect(times.take()).toEqual([{ key: 'npm ci', seconds: 42, at: 43_000 }])
  expect(times.take()).toEqual([])
})

test('what was stopped, failed, ran behind or in a sub-agent tells nothing', () => {
  const times = timeCommands()
  times.add(call('a', 'npm ci', 0))
  times.add(result('a', 60_000, { interrupted: true }))
  times.add(call('b', 'npm ci', 0))
  times.add(result('b', 100, { ok: false }))
  times.add(call('c', 'npm ci', 0, { background: true }))
  times.add(result('c', 100))
  times.add({ ...call('d', 'npm ci', 0), sub: 'x' })
  expect(times.running()).toBeUndefined()
  times.add(call('e', 'npm ci', 0))
  times.add(result('e', 86_400_000))
  expect(times.take()).toEqual([])
})

test('who types again has nothing running', () => {
  const times = timeCommands()
  times.add(call('a', 'npm ci', 0))
  times.add({ kind: 'prompt', text: 'go on', ref, at: 5 })
  expect(times.running()).toBeUndefined()
})

test('it stays small however much is run', () => {
  const times = timeCommands()
  for (let i = 0; i < 2000; i++) {
    times.add(call(`${i}`, `echo ${i}`, i))
    if (i % 2) times.add(result(`${i}`, i + 1))
  }
  expect(times.take().length).toBeLessThanOrEqual(500)
})
