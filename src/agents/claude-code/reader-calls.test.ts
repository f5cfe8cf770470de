import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { tempDir } from '../../../test/support/world.js'
import { reader } from './reader.js'

const BASH = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }
const EDIT = {
  type: 'tool_use',
  id: 't2',
  name: 'Edit',
  input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
}

let count = 0

test.each([
  ['in one file', false],
  ['after a mark', true],
])('a call and its answer that a file carries twice are said once, %s', (_, isCut) => {
  const path = join(tempDir(), 's.jsonl')
  const first = [call(BASH), answer('t1'), call(EDIT)]
  const again = [call(BASH), answer('t1'), answer('t2'), call(EDIT), answer('t2')]
  const events: TranscriptEvent[] = []
  const read = (from: unknown): unknown => reader.read(path, from, (event) => events.push(event)).mark
  writeFileSync(path, first.join(''))
  const mark = isCut ? read(null) : null
  appendFileSync(path, again.join(''))
  read(isCut ? JSON.parse(JSON.stringify(mark)) : null)
  const said = events.filter(({ kind }) => kind === 'call' || kind === 'result')
  expect(said.map((event) => `${event.kind} ${'call' in event ? event.call : ''}`)).toEqual([
    'call t1',
    'result t1',
    'call t2',
    'result t2',
  ])
})

function call(block: object): string {
  return line({ type: 'assistant', message: { id: `m${count}`, model: 'claude-opus-4-5', content: [block] } })
}

function answer(id: string): string {
  return line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] } })
}

/** Every record has an id of its own, also one that says what another has said. */
function line(record: object): string {
  const uuid = `r${++count}`
  return `${JSON.stringify({ uuid, sessionId: 's', timestamp: '2026-11-16T10:00:00Z', ...record })}\n`
}
