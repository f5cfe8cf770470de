import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reader } from '../../src/agents/claude-code/reader.js'
import type { TranscriptEvent } from '../../src/core/session/transcript.js'
import { checkout } from '../support/checkout.js'
import { tempDir } from '../support/world.js'
import { realSessions } from './corpus.js'
import { findSdk, type SdkMessage } from './sdk.js'

const configDir = tempDir()
const projects = join(configDir, 'projects', '-home-dev-shop')
mkdirSync(projects, { recursive: true })
const { sdk, reason } = await findSdk(configDir)
if (reason) process.stderr.write(`\nSKIPPED: comparing with the Agent SDK. ${reason}\n\n`)

const testdata = join(checkout, 'src', 'agents', 'claude-code', 'testdata')
const fixtures = ['session-2.0.jsonl', 'session-2.1.jsonl'].map((name) => ({
  name,
  text: () => readFileSync(join(testdata, name), 'utf8'),
}))
const sessions = [...fixtures, { name: 'a long session with parallel calls', text: makeSession }, ...realSessions()]

describe.skipIf(!sdk)('the Agent SDK reads the same messages in the same order [F2]', () => {
  test.each(sessions.map((one) => [one.name, one] as const))('%s', async (_, { text }) => {
    const { path, session } = putInPlace(text())
    const messages = (await sdk?.getSessionMessages(session)) ?? []
    const events = ownEvents(path, new Set(messages.map(({ uuid }) => uuid)))
    expect(messages.length).toBeGreaterThan(0)
    // The SDK follows the chain of parents, we the file: they differ in when calls made at once, and their answers, come.
    const said = (part: string): boolean => /^(?:prompt|text) /.test(part)
    expect(events.filter(said)).toEqual(messages.flatMap(partsOf).filter(said))
    const bytes = readFileSync(path)
    const positions = new Map(messages.map(({ uuid }) => [uuid, bytes.indexOf(`"uuid":"${uuid}"`)]))
    const at = ({ uuid }: SdkMessage): number => positions.get(uuid) ?? -1
    const inFile = messages.toSorted((one, other) => at(one) - at(other))
    expect(events).toEqual(inFile.flatMap(partsOf))
  })
})

function putInPlace(text: string): { path: string; session: string } {
  const session = /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? ''
  const path = join(projects, `${session}.jsonl`)
  writeFileSync(path, text)
  return { path, session }
}

/** What our reader has of the records the SDK shows, in the order of the file: the SDK begins at the last compaction. */
function ownEvents(path: string, shown: Set<string>): string[] {
  const events: TranscriptEvent[] = []
  reader.read(path, null, (event) => void events.push(event))
  return events
    .filter(({ sub, ref }) => sub === undefined && shown.has(ref.id ?? ''))
    .toSorted((a, b) => a.ref.offset - b.ref.offset)
    .flatMap((event) => {
      if (event.kind === 'text') return [`text ${event.text}`]
      if (event.kind === 'call') return [`call ${event.call} ${event.tool}`]
      if (event.kind === 'result') return [`result ${event.call} ${event.ok}`]
      return event.kind === 'prompt' && !event.text.startsWith('/') ? [`prompt ${event.text}`] : []
    })
}

function partsOf({ type, message }: SdkMessage): string[] {
  if (message.model === '<synthetic>') return []
  const content = message.content
  const blocks = (Array.isArray(content) ? content : [{ type: 'text', text: content }]) as Record<string, string>[]
  const parts = blocks.flatMap((block) => {
    if (block['type'] === 'tool_use') return [`call ${block['id']} ${block['name']}`]
    if (block['type'] === 'tool_result') return [`result ${block['tool_use_id']} ${!block['is_error']}`]
    const said = block['type'] === 'text' ? (block['text'] ?? '').trim() : ''
    return type === 'assistant' && said ? [`text ${said}`] : []
  })
  return type === 'user' ? [...parts, ...typedIn(blocks)] : parts
}

/** A rule of its own, simpler than ours: nothing that begins as the client's own texts do. */
function typedIn(blocks: Record<string, string>[]): string[] {
  const texts = blocks.filter((block) => block['type'] === 'text').map((block) => (block['text'] ?? '').trim())
  const typed = texts.filter((text) => !/^(<|\[Request interrupted|This session is being continued)/.test(text))
  return typed.length > 0 ? [`prompt ${typed.join('\n').trim()}`] : []
}

function makeSession(): string {
  const sessionId = '5e551011-0000-4000-8000-00000000000f'
  let [count, parentUuid]: [number, string | null] = [0, null]
  const lines: string[] = []
  const add = (type: string, content: unknown, from = parentUuid): string => {
    const uuid = `${String(count++).padStart(8, '0')}-0000-4000-8000-000000000000`
    const message = {
      role: type,
      id: `msg_${count}`,
      model: type === 'assistant' ? 'claude-opus-4-5' : undefined,
      content,
    }
    const timestamp = new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString()
    const place = { cwd: '/home/dev/shop', sessionId, version: '2.1.325', gitBranch: 'main', userType: 'external' }
    lines.push(JSON.stringify({ parentUuid: from, isSidechain: false, ...place, type, message, uuid, timestamp }))
    parentUuid = uuid
    return uuid
  }
  for (let turn = 0; turn < 200; turn++) {
    add('user', `Prompt ${turn}: “quotes” \\ and \n lines`)
    add('assistant', [{ type: 'text', text: `Answer ${turn} {"type":"user"}` }])
    const calls = [0, 1].map((i) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${i}`,
      name: 'Bash',
      input: { command: 'ls' },
    }))
    for (const call of calls) add('assistant', [call])
    for (const call of calls) {
      add('user', [
        { type: 'tool_result', tool_use_id: call.id, content: 'x "y" '.repeat(turn * 20), is_error: turn % 7 === 0 },
      ])
    }
  }
  return `${lines.join('\n')}\n`
}
