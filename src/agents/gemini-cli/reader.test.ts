import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brief, gather } from '../../testing/agent-samples.js'
import { tempDir } from '../../../test/support/world.js'
import { reader } from './reader.js'

const session = join(import.meta.dirname, 'testdata', 'session.jsonl')
const legacy = join(import.meta.dirname, 'testdata', 'legacy.json')

test('messages that grow are told once, rewound ones not at all [F2]', () => {
  const { events, survived } = gather(reader, session)
  expect(brief(events)).toEqual([
    'where {"session":"33333333-3333-4333-8333-333333333333"}',
    'prompt: Add a dark theme to @site.css',
    'where {"model":"gemini-3-pro"}',
    'text: I will read the style.',
    'usage {"context":9000,"model":"gemini-3-pro","output":40}',
    'call c1 read_file → read {"path":"site.css"}',
    'result {"call":"c1","ok":true,"text":"body{}"}',
    'call c2 replace → edit {"path":"site.css","added":3,"removed":1,"undo":{"before":"body{}","after":"body{\\n  color: white\\n}"}}',
    'result {"call":"c2","ok":true,"text":"Successfully modified file"}',
    'call c3 write_file → create {"path":"dark.css","added":2}',
    'result {"call":"c3","ok":true}',
    'call c4 run_shell_command → run {"command":"npm run lint","cwd":"web"}',
    'result {"call":"c4","ok":false,"exit":2,"text":"Output: 2 problems\\nExit Code: 2"}',
    'call c5 write_todos → note {"tool":"write_todos"}',
    'todos: style (done), switch (doing), old (dropped)',
    'result {"call":"c5","ok":true}',
    'call c6 run_shell_command → run {"command":"rm -rf dist"}',
    'result {"call":"c6","ok":false,"interrupted":true}',
    'prompt: /deploy staging now',
    'where {"model":"gemini-3-flash"}',
    'text: Deployed.',
    'call c8 ask_user → note {"tool":"ask_user"}',
    'question {"call":"c8","question":"Which region?","options":["north","south"]}',
    'result {"call":"c8","ok":true,"text":"{\\"answers\\":{\\"0\\":\\"north\\"}}"}',
    'question {"call":"c8","question":"Which region?","options":["north","south"],"answer":"north"}',
    'call c9 exit_plan_mode → note {"tool":"exit_plan_mode"}',
    'plan {"state":"proposed","path":"deploy.md"}',
    'result {"call":"c9","ok":true,"text":"Plan approved."}',
    'plan {"state":"approved","path":"deploy.md"}',
    'usage {"context":13000,"model":"gemini-3-flash","output":5}',
    'compaction {}',
  ])
  expect(survived).toEqual({ malformed: 0, unknown: 1, duplicate: 1, tornTail: false })
})

test('the older form, one JSON object, is read whole again when it changed [F2]', () => {
  const path = join(tempDir(), 'session-2025-11-01T09-00-44444444.json')
  copyFileSync(legacy, path)
  expect(reader.sniff(readFileSync(path, 'utf8'), path)).toBe(true)
  const { events, mark } = gather(reader, path)
  expect(brief(events)).toEqual([
    'where {"session":"44444444-4444-4444-8444-444444444444"}',
    'prompt: Rename the button',
    'where {"model":"gemini-2.5-pro"}',
    'text: Renamed.',
    'call k1 search_file_content → search {"pattern":"button","path":"src"}',
    'result {"call":"k1","ok":false,"text":"no such folder"}',
    'usage {"context":500,"model":"gemini-2.5-pro","output":9}',
  ])
  expect(gather(reader, path, mark)).toMatchObject({ events: [], restarted: false })
  expect(reader.readTail(path)).toEqual({
    lastPrompt: 'Rename the button',
    model: 'gemini-2.5-pro',
    context: { tokens: 500 },
    session: '44444444-4444-4444-8444-444444444444',
    at: Date.parse('2025-11-01T09:00:05.000Z'),
  })
  writeFileSync(path, '{ "sessionId": "half')
  expect(gather(reader, path, mark)).toMatchObject({
    events: [],
    restarted: true,
    survived: { malformed: 1, tornTail: true },
  })
})

test('a rewind behind the mark starts over; one to a message nobody knows undoes everything', () => {
  const path = join(tempDir(), 'session-x.jsonl')
  copyFileSync(session, path)
  const { mark } = gather(reader, path)
  appendFileSync(path, '{"$rewindTo":"m6"}\n')
  const second = gather(reader, path, mark)
  expect(second.restarted).toBe(true)
  expect(brief(second.events)).not.toContain('prompt: /deploy staging now')
  expect(brief(second.events)).toContain('prompt: Add a dark theme to @site.css')
  appendFileSync(path, '{"$rewindTo":"nobody"}\n{"id":"n","type":"user","content":"Fresh start"}\n')
  const third = gather(reader, path, second.mark)
  expect(third.restarted).toBe(true)
  expect(brief(third.events)).toEqual(['prompt: Fresh start'])
})

test('a list of messages counts where nothing was recorded one by one', () => {
  const path = join(tempDir(), 'session-x.jsonl')
  const messages = [{ id: 'a', type: 'user', content: 'From the list' }]
  writeFileSync(path, `{"sessionId":"s","projectHash":"h"}\n${JSON.stringify({ $set: { messages } })}\n`)
  expect(brief(gather(reader, path).events)).toEqual(['where {"session":"s"}', 'prompt: From the list'])
})

test('the tail passes over what was rewound', () => {
  const path = join(tempDir(), 'session-x.jsonl')
  const lines = readFileSync(session, 'utf8').split('\n')
  const rewind = lines.findIndex((line) => line.includes('$rewindTo'))
  writeFileSync(path, `${lines.slice(0, rewind + 1).join('\n')}\n`)
  expect(reader.readTail(path)).toMatchObject({
    lastPrompt: 'Add a dark theme to @site.css',
    context: { tokens: 9000 },
  })
  expect(reader.readTail(session)).toMatchObject({ lastPrompt: '/deploy staging now', model: 'gemini-3-flash' })
  expect(reader.readTail(session).context).toBeUndefined()
})

test('sessions are found by the short name of the project and by its hash, and know their folder', () => {
  const home = tempDir()
  const cwd = '/home/dev/shop'
  const hash = createHash('sha256').update(cwd).digest('hex')
  for (const id of ['shop', hash]) mkdirSync(join(home, '.gemini', 'tmp', id, 'chats', 'sub'), { recursive: true })
  writeFileSync(join(home, '.gemini', 'projects.json'), JSON.stringify({ projects: { [cwd]: 'shop', '/x': '../..' } }))
  writeFileSync(join(home, '.gemini', 'tmp', 'shop', '.project_root'), cwd)
  const path = join(home, '.gemini', 'tmp', 'shop', 'chats', 'session-2026-05-01T09-00-33333333.jsonl')
  copyFileSync(session, path)
  copyFileSync(legacy, join(home, '.gemini', 'tmp', hash, 'chats', 'session-2025-11-01T09-00-44444444.json'))
  const found = reader.findSessions({ cwd, userHome: home, env: {} })
  expect(found.map((one) => [one.session[0], one.cwd]).toSorted()).toEqual([
    ['3', cwd],
    ['4', cwd],
  ])
  expect(reader.findSessions({ cwd: '/x', userHome: home, env: {} })).toEqual([])
  expect(brief(gather(reader, path).events)[0]).toContain('"cwd":"/home/dev/shop"')
})

test('what a hook put in front of the prompt is no part of it', () => {
  const path = join(tempDir(), 'session-2026-11-15T21-45-5c5f5e5d.jsonl')
  const given = '<hook_context>You were at the cart.</hook_context>\n\nFix the total'
  const records = [
    { sessionId: 'a', projectHash: 'b', startTime: '2026-11-15T21:45:00Z', lastUpdated: '2026-11-15T21:45:00Z' },
    { id: '1', type: 'user', content: [{ text: given }], displayContent: [{ text: given }] },
    { id: '2', type: 'user', content: [{ text: 'Go on then' }, { text: '<hook_context>More.</hook_context>' }] },
  ]
  writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
  expect(brief(gather(reader, path).events).filter((line) => line.startsWith('prompt'))).toEqual([
    'prompt: Fix the total',
    'prompt: Go on then',
  ])
})

test('a session that was taken up twice and compacted once was compacted once', () => {
  const path = new URL('testdata/gemini-0.61.0.jsonl', import.meta.url).pathname
  const kinds = gather(reader, path).events.flatMap(({ kind }) =>
    kind === 'prompt' || kind === 'compaction' ? [kind] : [],
  )
  expect(kinds).toEqual(['prompt', 'prompt', 'prompt', 'compaction'])
})
