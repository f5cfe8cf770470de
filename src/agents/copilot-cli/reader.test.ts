import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brief, gather } from '../../testing/agent-samples.js'
import { tempDir } from '../../../test/support/world.js'
import { parseWorkspace, reader } from './reader.js'

const testdata = join(import.meta.dirname, 'testdata')
const events = join(testdata, 'events.jsonl')

test('a session tells what was asked, said, changed and run; what was rewound does not count [F2]', () => {
  const read = gather(reader, events)
  const plan = JSON.stringify(join(testdata, 'plan.md'))
  expect(brief(read.events)).toEqual([
    'where {"session":"55555555-5555-4555-8555-555555555555"}',
    'where {"cwd":"/home/dev/shop","branch":"checkout","head":"89abcdef0123456789abcdef0123456789abcdef"}',
    'where {"model":"claude-sonnet-4.6"}',
    'plan {"state":"enter"}',
    'prompt: Add a coupon field',
    'text: Looking at the form.',
    'call t1 view → read {"path":"/home/dev/shop/form.js"}',
    'result {"call":"t1","ok":true,"text":"1. form"}',
    expect.stringContaining('call t2 edit → edit {"path":"/home/dev/shop/form.js","added":1,"removed":0,"undo"'),
    'result {"call":"t2","ok":true,"text":"File updated"}',
    'call t3 bash → run {"command":"npm test"}',
    'result {"call":"t3","ok":false,"exit":1,"text":"1 failing\\n<exited with exit code 1>"}',
    'call t4 create → create {"path":"/home/dev/shop/coupon.js","added":2}',
    'result {"call":"t4","ok":false,"interrupted":true,"text":"The user rejected this tool call."}',
    'call t5 update_todo → note {"tool":"update_todo"}',
    'todos: form (done), server (open)',
    'result {"call":"t5","ok":true,"text":"ok"}',
    'call t6 ask_user → note {"tool":"ask_user"}',
    'question {"call":"t6","question":"Percent or amount?","options":["percent","amount"]}',
    'result {"call":"t6","ok":true,"text":"User responded: percent"}',
    'question {"call":"t6","question":"Percent or amount?","options":["percent","amount"],"answer":"percent"}',
    `plan {"state":"proposed","path":${plan},"text":"1. form"}`,
    `plan {"state":"approved","path":${plan}}`,
    '[explorer-1] text: Found it.',
    'usage {"context":35000,"model":"claude-sonnet-4.6","window":128000}',
    'compaction {"trigger":"auto","tokensAfter":12000}',
    'stated {"what":"summary","text":"s"}',
    'prompt: Go on',
  ])
  expect(read.survived).toEqual({ malformed: 0, unknown: 1, duplicate: 1, tornTail: false })
})

test('a rewind behind the mark starts over; one whose events are gone from the file changes nothing', () => {
  const path = join(tempDir(), 'events.jsonl')
  copyFileSync(events, path)
  const { mark } = gather(reader, path)
  const rewind = (to: string, id: string): string =>
    `${JSON.stringify({ type: 'session.snapshot_rewind', data: { upToEventId: to, eventsRemoved: 1 }, id, parentId: null })}\n`
  appendFileSync(path, rewind('e29', 'r1'))
  const second = gather(reader, path, mark)
  expect(second.restarted).toBe(true)
  expect(brief(second.events)).not.toContain('prompt: Go on')
  appendFileSync(path, rewind('gone', 'r2'))
  const third = gather(reader, path, second.mark)
  expect(brief(third.events)).toEqual(brief(second.events))
})

test('the tail is what counts now', () => {
  expect(reader.readTail(events)).toEqual({
    lastPrompt: 'Go on',
    context: { tokens: 12_000 },
    model: 'claude-sonnet-4.6',
    // The client keeps it up to date in the file beside.
    branch: 'feature/coupon',
    session: '55555555-5555-4555-8555-555555555555',
    at: Date.parse('2026-06-01T07:02:01.000Z'),
  })
  const path = join(tempDir(), 'events.jsonl')
  const lines = readFileSync(events, 'utf8').split('\n')
  writeFileSync(
    path,
    lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('compaction_start')),
      )
      .join('\n'),
  )
  expect(reader.readTail(path)).toMatchObject({
    lastPrompt: 'Add a coupon field',
    context: { tokens: 35_000, window: 128_000 },
  })
})

test('sessions are found by their workspace file, or by their first event', () => {
  const home = tempDir()
  const state = join(home, '.copilot', 'session-state')
  for (const id of ['a', 'b', 'c']) mkdirSync(join(state, id), { recursive: true })
  copyFileSync(events, join(state, 'a', 'events.jsonl'))
  writeFileSync(join(state, 'b', 'events.jsonl'), '{}\n')
  writeFileSync(join(state, 'b', 'workspace.yaml'), 'cwd: /home/dev/elsewhere\n')
  copyFileSync(events, join(state, 'd.jsonl'))
  const found = reader.findSessions({
    cwd: '/home/dev/shop/web',
    gitRoot: '/home/dev/shop',
    userHome: home,
    env: {},
  })
  expect(found.map(({ session }) => session).toSorted()).toEqual(['a', 'd'])
})

test('of the workspace file two values are read, however they are quoted', () => {
  expect(parseWorkspace(readFileSync(join(testdata, 'workspace.yaml'), 'utf8'))).toEqual({
    cwd: '/home/dev/shop',
    branch: 'feature/coupon',
  })
  expect(parseWorkspace("cwd: '/it''s here' \r\nbranch: null\n")).toEqual({ cwd: "/it's here" })
  expect(parseWorkspace('  cwd: nested\ncwd:\n')).toEqual({})
})

test('a session of 1.0.102: prompts that name a task, exit codes, summaries', () => {
  const path = join(tempDir(), 'events.jsonl')
  const records = [
    { type: 'session.start', data: { sessionId: 's', copilotVersion: '1.0.102', context: { cwd: '/w/shop' } } },
    { type: 'user.message', data: { content: 'Fix the cart', parentAgentTaskId: 'task-1' } },
    { type: 'tool.execution_start', data: { toolCallId: 'c', toolName: 'bash', arguments: { command: 'node t.mjs' } } },
    {
      type: 'tool.execution_complete',
      data: {
        toolCallId: 'c',
        shellExecution: { exitCode: 1 },
        success: true,
        result: { content: 'boom\n<shellId: 1 completed with exit code 1>' },
      },
    },
    { type: 'session.compaction_complete', data: { success: true, summaryContent: 'Half done.' } },
  ]
  writeFileSync(path, records.map((one, i) => `${JSON.stringify({ ...one, id: `e${i}` })}\n`).join(''))
  expect(brief(gather(reader, path).events).slice(2)).toEqual([
    'prompt: Fix the cart',
    'call c bash → run {"command":"node t.mjs"}',
    'result {"call":"c","ok":false,"exit":1,"text":"boom\\n<shellId: 1 completed with exit code 1>"}',
    'compaction {}',
    'stated {"what":"summary","text":"Half done."}',
  ])
  expect(reader.readTail(path).lastPrompt).toBe('Fix the cart')
})
