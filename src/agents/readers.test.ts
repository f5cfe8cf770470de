/** What holds for every reader, shown on the hand-written sessions of each, and on real ones where they are at hand. */
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkout } from '../../test/support/checkout.js'
import { brief, gather } from '../../test/support/events.js'
import type { Gathered } from '../../test/support/events.js'
import { tempDir } from '../../test/support/world.js'
import type { TranscriptEvent } from '../core/transcript.js'
import { codex } from './codex/transcript.js'
import { copilotCli } from './copilot-cli/transcript.js'
import { cursor } from './cursor/transcript.js'
import { geminiCli } from './gemini-cli/transcript.js'
import type { TranscriptReader } from './reader.js'
import { readerFor } from './registry.js'

const READERS: [reader: TranscriptReader, fixture: string][] = [
  [codex, 'codex/testdata/legacy.jsonl'],
  [codex, 'codex/testdata/paginated.jsonl'],
  [geminiCli, 'gemini-cli/testdata/session.jsonl'],
  [copilotCli, 'copilot-cli/testdata/events.jsonl'],
  [cursor, 'cursor/testdata/transcript.jsonl'],
]
const CASES = READERS.map(([reader, fixture]) => [fixture, reader, linesOf(fixture)] as const)
const OTHERS = ['gemini-cli/testdata/legacy.json', 'opencode/testdata/exported.json']

function linesOf(fixture: string): string[] {
  return readFileSync(join(import.meta.dirname, fixture), 'utf8')
    .split('\n')
    .filter(Boolean)
}

test.each([...READERS.map(([, fixture]) => fixture), ...OTHERS])('%s is recognised', (fixture) => {
  expect(readerFor(join(import.meta.dirname, fixture)).agent).toBe(fixture.split('/')[0])
})

test('a file that is nobody’s is refused with the names of those that are known', () => {
  const path = join(tempDir(), 'notes.jsonl')
  writeFileSync(path, '{"hello":"world"}\n')
  expect(() => readerFor(path)).toThrow(expect.objectContaining({ code: 'bad-input' }))
})

test.each(CASES)('%s: whatever the lines are and wherever they are cut, nothing is thrown [F2]', (_, reader, lines) => {
  const dir = tempDir()
  const garbage = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant('{"type":"event_msg","payload":null}'),
    fc.constant('null'),
  )
  const broken = fc.constantFrom(...lines).chain((line) => fc.nat(line.length).map((end) => line.slice(0, end)))
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...lines) },
    garbage,
    broken,
    fc.constantFrom(...lines).map(mangle),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.nat(), (mixed, cut) => {
      const path = join(dir, 'session.jsonl')
      const text = mixed.map((one) => one.replace(/\n/g, ' ')).join('\n')
      writeFileSync(path, text.slice(0, text.length - (cut % 40)))
      const first = gather(reader, path)
      reader.readTail(path)
      const { survived } = first
      expect(Object.values(survived).every((one) => typeof one === 'boolean' || one >= 0)).toBe(true)
      appendFileSync(path, `\n${text}\n`)
      gather(reader, path, JSON.parse(JSON.stringify(first.mark)))
    }),
    { numRuns: 150 },
  )
})

test.each(CASES)('%s: lines that are no records are counted, and hide nothing [F2]', (_, reader, lines) => {
  const path = join(tempDir(), 'session.jsonl')
  writeFileSync(path, lines.flatMap((line) => ['{ no json', line, '[]']).join('\n'))
  const torn = gather(reader, path)
  writeFileSync(path, `${lines.join('\n')}\n`)
  const plain = gather(reader, path)
  expect(brief(torn.events).map(unplaced)).toEqual(brief(plain.events).map(unplaced))
  expect(torn.survived.malformed).toBe(lines.length * 2 - 1)
  expect(torn.survived.tornTail).toBe(true)
  expect(plain.survived).toMatchObject({ malformed: 0, tornTail: false })
})

test.each(CASES)('%s: read in two goes, at any line, it tells the same as in one [F2]', (_, reader, lines) => {
  const path = join(tempDir(), 'session.jsonl')
  writeFileSync(path, `${lines.join('\n')}\n`)
  const whole = comparable(gather(reader, path).events)
  for (let cut = 1; cut < lines.length; cut++) {
    writeFileSync(path, `${lines.slice(0, cut).join('\n')}\n`)
    const first = gather(reader, path)
    appendFileSync(path, `${lines.slice(cut).join('\n')}\n`)
    const second = gather(reader, path, JSON.parse(JSON.stringify(first.mark)))
    expect(comparable(joined(first, second)), `cut after line ${cut}`).toEqual(whole)
  }
})

test.each(CASES)('%s: a mark of another file, or none at all, starts over', (_, reader, lines) => {
  const path = join(tempDir(), 'session.jsonl')
  writeFileSync(path, `${lines.join('\n')}\n`)
  const { events, mark } = gather(reader, path)
  for (const other of [42, 'x', {}, { lines: { offset: -1 } }, [mark]]) {
    expect(gather(reader, path, other)).toMatchObject({ restarted: true, events: { length: events.length } })
  }
  writeFileSync(path, `${lines.slice(1).join('\n')}\n`)
  expect(gather(reader, path, mark).restarted).toBe(true)
})

test('a mark holds no text of the conversation', () => {
  for (const [fixture, reader] of CASES) {
    const { mark, events } = gather(reader, join(import.meta.dirname, fixture))
    const texts = events.flatMap((event) => (event.kind === 'prompt' || event.kind === 'text' ? [event.text] : []))
    expect(texts.filter((text) => JSON.stringify(mark).includes(text))).toEqual([])
  }
})

const corpus = join(checkout, '..', 'shared', 'corpus')
const REAL: [folder: string, reader: TranscriptReader, count: (records: Json[]) => Counts][] = [
  ['codex', codex, countCodex],
  ['gemini', geminiCli, countGemini],
  ['copilot', copilotCli, countCopilot],
]

test.skipIf(!existsSync(corpus)).each(REAL)(
  'the real sessions in %s give the numbers of a plain count [F2]',
  (folder, reader, count) => {
    for (const name of readdirSync(join(corpus, folder)).filter((one) => one.endsWith('.gz'))) {
      const path = join(tempDir(), name.replace(/\.gz$/, ''))
      const text = gunzipSync(readFileSync(join(corpus, folder, name))).toString('utf8')
      writeFileSync(path, text)
      expect(readerFor(path)).toBe(reader)
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

/** One value of a record replaced by one of another kind. */
function mangle(line: string): string {
  return line.replace(/:"[^"]*"/, ':{"a":[1,null]}').replace(/:\[/, ':[[],null,')
}

/** Cursor's calls are named by their offset. */
function unplaced(line: string): string {
  return line.replace(/\b(?:at-)?\d+\/\d+|at-\d+/g, 'N')
}

/** What a consumer holds after both reads. */
function joined(first: Gathered, second: Gathered): TranscriptEvent[] {
  return second.restarted ? second.events : [...first.events, ...second.events]
}

/**
 * An answered question needs the words of the question, and Cursor's merged list those of its items, which a mark does not
 * hold. A rollout may be cut between the two forms of one message, which have different offsets.
 */
function comparable(events: readonly TranscriptEvent[]): string[] {
  const isKept = (event: TranscriptEvent): boolean =>
    event.kind !== 'todos' && !(event.kind === 'question' && event.answer !== undefined)
  return brief(events.filter(isKept)).toSorted()
}
