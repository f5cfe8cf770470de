/** Which reader a file belongs to, and that real sessions, where they are at hand, give the numbers of a plain count. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkout } from '../../test/support/checkout.js'
import { gather, isRead } from '../testing/agent-samples.js'
import { tempDir } from '../../test/support/world.js'
import type { Action, TranscriptEvent } from '../core/session/transcript.js'
import { readerFor, readerOf } from './readers.js'

test('a file that is nobody’s is refused with the names of those that are known', () => {
  const path = join(tempDir(), 'notes.jsonl')
  writeFileSync(path, '{"hello":"world"}\n')
  expect(() => readerFor(path)).toThrow(expect.objectContaining({ code: 'bad-input' }))
})

const corpus = join(checkout, '..', 'shared', 'corpus')
const REAL: [folder: string, agent: string, count: (records: Json[]) => Counts][] = [
  ['codex', 'codex', countCodex],
  ['gemini', 'gemini-cli', countGemini],
  ['copilot', 'copilot-cli', countCopilot],
]

test.skipIf(!existsSync(corpus)).each(REAL)(
  'the real sessions in %s give the numbers of a plain count [F2]',
  (folder, agent, count) => {
    for (const name of readdirSync(join(corpus, folder)).filter((one) => one.endsWith('.gz'))) {
      const path = join(tempDir(), name.replace(/\.gz$/, ''))
      const text = gunzipSync(readFileSync(join(corpus, folder, name))).toString('utf8')
      writeFileSync(path, text)
      const reader = readerFor(path)
      expect(reader).toBe(readerOf(agent))
      const { events, survived } = gather(reader, path)
      const records = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Json)
      expect(countEvents(events)).toEqual(count(records))
      expect(survived).toMatchObject({ malformed: 0, unknown: 0, tornTail: false })
    }
  },
)

const SAMPLES = join(checkout, '..', 'shared', 'lab', 'agents', 'samples', 'transcripts')
/** Fewer calls say nothing of a share. */
const FEWEST = 10

test.skipIf(!existsSync(corpus))(
  'of the calls of a real session not one in five is unread, whatever agent and version wrote it [F2]',
  () => {
    const shares = [...filesBelow(corpus), ...filesBelow(SAMPLES)].flatMap((file) => {
      const path = join(tempDir(), basename(file).replace(/\.gz$/, ''))
      writeFileSync(path, file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file))
      const reader = inKnownForm(path)
      const actions = reader ? callsOf(gather(reader, path).events) : []
      rmSync(path)
      return actions.length < FEWEST
        ? []
        : [{ file: basename(file), unread: actions.filter((one) => !isRead(one)).length / actions.length }]
    })
    expect(shares.length).toBeGreaterThan(50)
    expect(shares.filter(({ unread }) => unread > 0.2)).toEqual([])
  },
  120_000,
)

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.jsonl?(?:\.gz)?$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
}

/** Some of the samples are of agents that have no reader. */
function inKnownForm(path: string): ReturnType<typeof readerOf> {
  try {
    return readerFor(path)
  } catch {
    return undefined
  }
}

function callsOf(events: readonly TranscriptEvent[]): Action[] {
  return events.flatMap((event) => (event.kind === 'call' ? [event.action] : []))
}

// oxlint-disable-next-line typescript/no-explicit-any -- a count that shares nothing with the readers
type Json = any
interface Counts {
  prompts: number
  texts: number
  calls: number
  results: number
  usages: number
}

function countEvents(events: readonly TranscriptEvent[]): Counts {
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event.call.replace(/#\d+$/, '')] : []))
  const results = events.flatMap((event) => (event.kind === 'result' ? [event.call.replace(/#\d+$/, '')] : []))
  return {
    prompts: events.filter(({ kind }) => kind === 'prompt').length,
    texts: events.filter(({ kind }) => kind === 'text').length,
    calls: new Set(calls).size,
    results: new Set(results).size,
    usages: events.filter(({ kind }) => kind === 'usage').length,
  }
}

function countCodex(records: Json[]): Counts {
  const payloads = records.map(({ payload }) => payload)
  const ids = (types: string[]): number =>
    new Set(payloads.filter(({ type }) => types.includes(type)).map((one) => one.call_id)).size
  return {
    prompts: payloads.filter(({ type }) => type === 'user_message').length,
    texts: payloads.filter(({ type, role }) => type === 'message' && role === 'assistant').length,
    calls: ids(['function_call', 'custom_tool_call', 'patch_apply_end']),
    results: ids(['function_call_output', 'custom_tool_call_output', 'patch_apply_end']),
    usages: payloads.filter(({ type, info }) => type === 'token_count' && info).length,
  }
}

function countGemini(records: Json[]): Counts {
  const last = [...new Map(records.filter(({ id }) => id).map((record) => [record.id, record])).values()]
  const calls = last.flatMap(({ toolCalls }) => toolCalls ?? [])
  return {
    prompts: last.filter(({ type, displayContent }) => type === 'user' && !displayContent).length,
    texts: last.filter(({ type, content }) => type === 'gemini' && content).length,
    calls: calls.length,
    results: calls.length,
    usages: last.filter(({ tokens }) => tokens).length,
  }
}

function countCopilot(records: Json[]): Counts {
  const of = (type: string): Json[] => records.filter((record) => record.type === type).map(({ data }) => data)
  return {
    prompts: of('user.message').filter(({ content }) => content).length,
    texts: of('assistant.message').filter(({ content }) => content).length,
    calls: of('tool.execution_start').length,
    results: of('tool.execution_complete').length,
    usages: of('session.shutdown').length,
  }
}
