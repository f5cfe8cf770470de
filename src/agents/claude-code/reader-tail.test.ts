import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { readTail } from './reader.js'

const dir = tempDir()
const oldSession = fileURLToPath(new URL('testdata/session-2.0.jsonl', import.meta.url))
const newSession = fileURLToPath(new URL('testdata/session-2.1.jsonl', import.meta.url))
let files = 0

test('the newest state is read from the end [F2]', () => {
  expect(readTail(oldSession)).toEqual({
    lastPrompt: '/review only the session files',
    context: { tokens: 1303 },
    cacheMs: 3_600_000,
    model: 'claude-opus-4-5-20251101',
    branch: 'main',
    session: '5e551011-0000-4000-8000-000000000001',
    at: Date.parse('2026-02-03T10:00:33Z'),
  })
})

test('right after a compaction the context is what the boundary says', () => {
  expect(readTail(newSession)).toMatchObject({ context: { tokens: 4100 }, lastPrompt: 'keep the old totals for now' })
})

test('after a boundary that says nothing, the context is unknown, not the old one', () => {
  const path = fileOf([
    assistant(90_000),
    { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } },
  ])
  expect(readTail(path).context).toBeUndefined()
  expect(readTail(path).model).toBe('claude-opus-4-5')
})

test('sub-agents and errors of the service do not tell the context', () => {
  const side = { ...assistant(5), isSidechain: true }
  const synthetic = { type: 'assistant', message: { model: '<synthetic>', usage: { input_tokens: 0 }, content: [] } }
  expect(readTail(fileOf([assistant(90_000), side, synthetic])).context).toEqual({ tokens: 90_000 })
})

test('how long what was read is kept is told by what the turn paid for; else the longer is believed', () => {
  const paid = (made: object): number | undefined => {
    const record = assistant(300)
    Object.assign(record.message.usage, { cache_creation: made })
    return readTail(fileOf([record])).cacheMs
  }
  expect(paid({ ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 0 })).toBe(300_000)
  expect(paid({ ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 9 })).toBe(3_600_000)
  expect(paid({})).toBe(3_600_000)
})

test('of a request with tools on the server’s side the last round counts', () => {
  const record = assistant(300)
  Object.assign(record.message.usage, { iterations: [{ input_tokens: 100 }, { input_tokens: 200 }] })
  expect(readTail(fileOf([record])).context).toEqual({ tokens: 200 })
})

test('a prompt typed in the middle of a turn is the last one', () => {
  const queue = (operation: string, content?: string): object => ({ type: 'queue-operation', operation, content })
  const typed = { type: 'user', message: { content: 'first' } }
  expect(readTail(fileOf([typed, queue('enqueue', 'second'), queue('remove')])).lastPrompt).toBe('second')
  expect(readTail(fileOf([typed, queue('enqueue', 'second'), queue('popAll', 'second')])).lastPrompt).toBe('first')
  expect(readTail(fileOf([queue('enqueue', 'second'), typed, queue('remove')])).lastPrompt).toBe('second')
})

test('a prompt too far back is taken from the client’s own note of it, else it is missing', () => {
  const far = Array.from({ length: 6 }, () => ({ ...assistant(1), padding: 'x'.repeat(1024 * 1024) }))
  const typed = { type: 'user', message: { content: 'far away' } }
  expect(readTail(fileOf([typed, ...far])).lastPrompt).toBeUndefined()
  const noted = { type: 'last-prompt', lastPrompt: 'far away' }
  expect(readTail(fileOf([typed, ...far, noted])).lastPrompt).toBe('far away')
})

test('an empty file tells nothing', () => {
  expect(readTail(fileOf([]))).toEqual({})
})

function assistant(tokens: number): { type: string; message: { usage: object } & object } {
  return {
    type: 'assistant',
    message: { model: 'claude-opus-4-5', usage: { input_tokens: tokens, output_tokens: 7 }, content: [] } as {
      usage: object
    },
  }
}

function fileOf(records: object[]): string {
  const path = join(dir, `${files++}.jsonl`)
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return path
}
