import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brief, gather } from '../../testing/agent-samples.js'
import { tempDir } from '../../../test/support/world.js'
import { reader } from './reader.js'

const legacy = join(import.meta.dirname, 'testdata', 'legacy.jsonl')
const paginated = join(import.meta.dirname, 'testdata', 'paginated.jsonl')

test('a legacy rollout tells what was asked, said, changed and run, each once [F2]', () => {
  const { events, survived } = gather(reader, legacy)
  expect(brief(events)).toEqual([
    'where {"session":"11111111-1111-4111-8111-111111111111","cwd":"/home/dev/shop","branch":"cart","head":"0123456789abcdef0123456789abcdef01234567"}',
    'prompt: Make the cart keep its items',
    'where {"model":"gpt-5.5"}',
    'text: I will look at the cart.',
    'call call_plan update_plan → note {"tool":"update_plan"}',
    'todos: read (done), store (doing), test (open)',
    'result {"call":"call_plan","ok":true,"text":"Plan updated"}',
    'call call_test shell → run {"command":"npm test","cwd":"/home/dev/shop/web"}',
    'result {"call":"call_test","ok":false,"exit":1,"text":"1 failing\\n"}',
    'call call_patch apply_patch → edit {"path":"src/cart.js","added":2,"removed":1}',
    'call call_patch#2 apply_patch → create {"path":"src/store.js","added":1}',
    'call call_patch#3 apply_patch → delete {"path":"src/old.js"}',
    ...['call_patch', 'call_patch#2', 'call_patch#3'].map(
      (call) => `result {"call":"${call}","ok":true,"text":"Success. Updated the following files:\\nM src/cart.js\\n"}`,
    ),
    'usage {"model":"gpt-5.5","context":21000,"output":1000,"window":258400}',
    'compaction {}',
    'prompt: Run the tests again',
    'call call_test2 exec_command → run {"command":"npm test"}',
    expect.stringMatching(/^result \{"call":"call_test2","ok":true,"exit":0,"text":"Chunk ID/),
  ])
  expect(survived).toEqual({ malformed: 0, unknown: 1, duplicate: 0, tornTail: false })
})

test('a paginated rollout tells the same from its items [F2]', () => {
  const { events, survived } = gather(reader, paginated)
  expect(brief(events)).toEqual([
    'where {"session":"22222222-2222-4222-8222-222222222222","cwd":"/home/dev/shop"}',
    'where {"model":"gpt-5.5"}',
    'plan {"state":"enter"}',
    'prompt: Plan the search',
    'text: Here is a plan.',
    'plan {"state":"proposed","text":"1. index\\n2. query"}',
    'call call_ask request_user_input → note {"tool":"request_user_input"}',
    'question {"call":"call_ask","question":"Which language?","options":["German","English"]}',
    'result {"call":"call_ask","text":"{\\"answers\\":{\\"lang\\":{\\"answers\\":[\\"German\\"]}}}"}',
    'question {"call":"call_ask","question":"Which language?","options":["German","English"],"answer":"German"}',
    'call call_cell exec_command → run {"command":"ls -la","cwd":"/home/dev/shop"}',
    'result {"call":"call_cell","ok":true,"exit":0,"text":"src\\n"}',
    'call exec-2 apply_patch → create {"path":"/home/dev/shop/a.md","added":2}',
    'call exec-2#2 apply_patch → edit {"path":"/home/dev/shop/b.md","added":1,"removed":1}',
    'result {"call":"exec-2","ok":true}',
    'result {"call":"exec-2#2","ok":true}',
    'call exec-3 shell → run {"command":"git commit -m \'a b\'","cwd":"/home/dev/shop"}',
    'result {"call":"exec-3","ok":false,"interrupted":true}',
    'call exec-4 docs.search → other {"tool":"docs.search"}',
    'result {"call":"exec-4","ok":false,"text":"server gone"}',
    expect.stringMatching(/^call at-\d+ web_search → web \{"what":"full text search"\}$/),
    expect.stringMatching(/^result \{"call":"at-\d+","ok":true\}$/),
    'compaction {}',
  ])
  expect(survived).toMatchObject({ malformed: 0, unknown: 0, duplicate: 0 })
})

test('a rollback of turns that were read before starts over [F2]', () => {
  const path = join(tempDir(), 'rollout.jsonl')
  const lines = readFileSync(legacy, 'utf8').split('\n')
  const rollback = lines.findIndex((line) => line.includes('thread_rolled_back'))
  writeFileSync(path, `${lines.slice(0, rollback).join('\n')}\n`)
  const first = gather(reader, path)
  expect(brief(first.events)).toContain('prompt: Now delete everything')
  expect(brief(first.events)).toContain('result {"call":"call_rm","ok":false,"interrupted":true}')
  appendFileSync(path, lines.slice(rollback).join('\n'))
  const second = gather(reader, path, first.mark)
  expect(second.restarted).toBe(true)
  expect(brief(second.events)).toEqual(brief(gather(reader, legacy).events))
})

test('what is appended is read alone [F2]', () => {
  const path = join(tempDir(), 'rollout.jsonl')
  copyFileSync(legacy, path)
  const { mark } = gather(reader, path)
  expect(gather(reader, path, mark)).toMatchObject({ events: [], restarted: false })
  const more = {
    timestamp: '2026-03-01T11:00:00Z',
    type: 'event_msg',
    payload: { type: 'user_message', message: 'More' },
  }
  appendFileSync(path, `${JSON.stringify(more)}\n`)
  const next = gather(reader, path, mark)
  expect(brief(next.events)).toEqual(['prompt: More'])
  expect(next.restarted).toBe(false)
})

test('a file without events gives the prompts the model was shown, without what was injected', () => {
  const path = join(tempDir(), 'rollout.jsonl')
  const say = (text: string): string =>
    JSON.stringify({
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    })
  const injected = [
    '<environment_context>x</environment_context>',
    '<some_new_block>x</some_new_block>',
    '# AGENTS.md instructions for /x',
  ]
  writeFileSync(path, [...injected, 'Typed', '<b>bold</b> typed'].map(say).join('\n'))
  expect(brief(gather(reader, path).events)).toEqual(['prompt: Typed', 'prompt: <b>bold</b> typed'])
})

test('the oldest rollouts, without envelopes, are read', () => {
  const path = join(tempDir(), 'rollout.jsonl')
  const records = [
    { id: 's', timestamp: '2025-07-01T00:00:00Z', instructions: null, git: { branch: 'old' } },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
    { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'a' },
  ]
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'))
  const { events, survived } = gather(reader, path)
  expect(brief(events)).toEqual([
    'where {"session":"s","branch":"old"}',
    'prompt: Hello',
    'text: Hi',
    'call a shell → run {"command":"ls"}',
  ])
  expect(survived).toMatchObject({ malformed: 0, unknown: 0 })
})

test('the tail is what counts now: past a rollback and a compaction', () => {
  expect(reader.readTail(legacy)).toEqual({
    lastPrompt: 'Run the tests again',
    model: 'gpt-5.5',
    branch: 'cart',
    session: '11111111-1111-4111-8111-111111111111',
    at: Date.parse('2026-03-01T10:03:06.000Z'),
  })
  const path = join(tempDir(), 'rollout.jsonl')
  const lines = readFileSync(legacy, 'utf8').split('\n')
  writeFileSync(
    path,
    lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"compacted"')),
      )
      .join('\n'),
  )
  expect(reader.readTail(path)).toMatchObject({
    lastPrompt: 'Make the cart keep its items',
    context: { tokens: 21_000, window: 258_400 },
  })
})

test('a compressed rollout is read like the plain one, and once', (context) => {
  const path = join(tempDir(), 'rollout-2026-03-01T10-00-00-11111111-1111-4111-8111-111111111111.jsonl.zst')
  const zlib = process.getBuiltinModule('node:zlib') as { zstdCompressSync?: (bytes: Uint8Array) => Uint8Array }
  if (!zlib.zstdCompressSync)
    return context.skip('this Node knows no Zstandard; test/nodes.test.ts runs it with a later one')
  writeFileSync(path, zlib.zstdCompressSync(readFileSync(legacy)))
  expect(reader.sniff('\u0028\uFFFD/\uFFFD', path)).toBe(true)
  const { events, mark } = gather(reader, path)
  expect(brief(events)).toEqual(brief(gather(reader, legacy).events))
  expect(gather(reader, path, mark)).toMatchObject({ events: [], restarted: false })
  expect(reader.readTail(path).lastPrompt).toBe('Run the tests again')
})

test('sessions are found by the folder inside the file, those of sub-agents left out', () => {
  const home = tempDir()
  const day = join(home, '.codex', 'sessions', '2026', '03', '01')
  mkdirSync(day, { recursive: true })
  const id = (n: number): string => `${n}1111111-1111-4111-8111-111111111111`
  const meta = (n: number, cwd: string, more = {}): void =>
    writeFileSync(
      join(day, `rollout-2026-03-01T10-00-0${n}-${id(n)}.jsonl`),
      `${JSON.stringify({ type: 'session_meta', payload: { id: id(n), cwd, ...more } })}\n`,
    )
  meta(1, '/home/dev/shop/web')
  meta(2, '/home/dev/other')
  meta(3, '/home/dev/shop', { thread_source: 'subagent' })
  const found = reader.findSessions({ cwd: '/home/dev/shop', userHome: home, env: {} })
  expect(found).toMatchObject([{ agent: 'codex', session: id(1), cwd: '/home/dev/shop/web' }])
  expect(
    reader.findSessions({ cwd: '/home/dev/shop', userHome: '/nowhere', env: { CODEX_HOME: join(home, '.codex') } }),
  ).toEqual(found)
})
