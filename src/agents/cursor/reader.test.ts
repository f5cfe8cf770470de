import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brief, gather } from '../../testing/agent-samples.js'
import { tempDir } from '../../../test/support/world.js'
import { reader } from './reader.js'

const transcript = join(import.meta.dirname, 'testdata', 'transcript.jsonl')

test('a transcript tells prompts, texts and calls; there are no answers in it [F2]', () => {
  const { events, survived } = gather(reader, transcript)
  expect(brief(events).map((line) => line.replace(/call \d+\//, 'call N/'))).toEqual([
    'where {"session":"transcript"}',
    'prompt: Show prices with tax',
    'text: I will look.',
    'call N/1 Read → read {"path":"/home/dev/shop/price.ts"}',
    'call N/2 Grep → search {"pattern":"tax","path":"/home/dev/shop"}',
    expect.stringContaining(
      'call N/0 StrReplace → edit {"path":"/home/dev/shop/price.ts","added":1,"removed":1,"undo"',
    ),
    'call N/1 Write → edit {"path":"/home/dev/shop/tax.ts"}',
    'call N/2 Shell → run {"command":"npm test","cwd":"/home/dev/shop"}',
    'call N/3 Delete → delete {"path":"/home/dev/shop/old.ts"}',
    'call N/0 TodoWrite → note {"tool":"TodoWrite"}',
    'todos: price (doing), tests (open)',
    'call N/0 TodoWrite → note {"tool":"TodoWrite"}',
    'todos: price (done), tests (open)',
    'prompt: plain words without tags',
  ])
  expect(survived).toEqual({ malformed: 0, unknown: 1, duplicate: 0, tornTail: false })
})

test('the tail has the last prompt and the session, nothing else is in the file', () => {
  expect(reader.readTail(transcript)).toEqual({ session: 'transcript', lastPrompt: 'plain words without tags' })
})

test('it is recognised by its shape, and by its folder', () => {
  expect(reader.sniff(readFileSync(transcript, 'utf8'), transcript)).toBe(true)
  expect(reader.sniff('', '/x/agent-transcripts/a.jsonl')).toBe(true)
  expect(reader.sniff('{"type":"user","role":"user","message":{"content":"x"}}', '/x')).toBe(false)
})

test('sessions of the command line and of the editor are found', () => {
  const home = tempDir()
  const dir = join(home, '.cursor', 'projects', 'home-dev-my-shop', 'agent-transcripts')
  mkdirSync(join(dir, 'ide'), { recursive: true })
  mkdirSync(join(dir, 'ide', 'subagents'))
  for (const name of ['cli.jsonl', 'ide/ide.jsonl', 'ide/subagents/s.jsonl']) writeFileSync(join(dir, name), '')
  const found = reader.findSessions({ cwd: '/home/dev/my_shop', userHome: home, env: {} })
  expect(found.map(({ session }) => session).toSorted()).toEqual(['cli', 'ide'])
})

test('what a sub-agent did is told as its own', () => {
  const dir = join(tempDir(), 'main', 'subagents')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'helper.jsonl'), readFileSync(transcript))
  const { events } = gather(reader, join(dir, 'helper.jsonl'))
  expect(events.every(({ sub }) => sub === 'helper')).toBe(true)
  expect(events.some(({ kind }) => kind === 'prompt')).toBe(false)
})
