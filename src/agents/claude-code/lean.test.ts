import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TranscriptEvent } from '../../core/transcript.js'
import { clip } from './clip.js'
import { lineParser, parseWhole } from './lines.js'
import { BOOKKEEPING, readRecords } from './records.js'
import { countLines } from './skim.js'
import type { Json } from './values.js'

// Shrinking records of this size takes minutes and says little: the seed is enough.
const LIMITS = { numRuns: 1000, endOnFailure: true }

/** Text that looks like structure, hard to escape, or long enough to be shortened. */
const nasty = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      '\\',
      '\\"',
      '"}]},"uuid":"x"',
      '{"type":"tool_result","tool_use_id":"a"}',
      '\\u0000',
      '\n\\n\\\n',
      '😀',
      '\u2028',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(unit(), fc.nat(3000), fc.string()).map(([one, count, end]) => one.repeat(count) + end),
  },
)
const odd: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, true, 0, -1.5e-7),
)
const details = fc.oneof(
  odd,
  fc.record({
    filePath: nasty,
    oldString: nasty,
    originalFile: nasty,
    structuredPatch: patch(),
    type: fc.constantFrom('create', 'update'),
  }),
  fc.record({
    stdout: nasty,
    stderr: nasty,
    interrupted: fc.boolean(),
    backgroundTaskId: odd,
    returnCodeInterpretation: odd,
  }),
  fc.record({ answers: fc.dictionary(nasty, nasty, { maxKeys: 2 }), plan: nasty, task: odd, tasks: odd, file: odd }),
)
const input = fc.record(
  {
    file_path: nasty,
    command: nasty,
    content: odd,
    old_string: nasty,
    new_string: nasty,
    pattern: nasty,
    prompt: nasty,
  },
  { requiredKeys: [] },
)
const tool = fc.constantFrom(
  'Write',
  'Edit',
  'Bash',
  'Grep',
  'Task',
  'AskUserQuestion',
  'ExitPlanMode',
  'TaskCreate',
  'mcp__x',
)
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: nasty }),
  fc.record({ type: fc.constant('thinking'), thinking: nasty, signature: nasty }),
  fc.record({ type: fc.constant('image'), source: fc.record({ data: nasty }) }),
  fc.record({ type: fc.constant('tool_use'), id: fc.constantFrom('a', 'b'), name: tool, input }),
  fc.record({
    type: fc.constant('tool_result'),
    tool_use_id: fc.constantFrom('a', 'b'),
    content: content(),
    is_error: odd,
  }),
)
const anyRecord = fc.record(
  {
    type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'queue-operation', 'progress', 'unheard-of'),
    subtype: fc.constantFrom('compact_boundary', 'other'),
    uuid: nasty,
    timestamp: fc.constantFrom('2026-01-01T00:00:00Z', 'never'),
    isSidechain: fc.boolean(),
    isMeta: odd,
    cwd: nasty,
    gitBranch: nasty,
    planContent: nasty,
    content: nasty,
    operation: fc.constantFrom('enqueue', 'remove', 'dequeue', 'popAll'),
    compactMetadata: odd,
    attachment: fc.record({ type: fc.constantFrom('queued_command', 'prompt_snapshot'), prompt: odd, more: odd }),
    message: fc.record({
      id: nasty,
      model: nasty,
      content: fc.oneof(nasty, fc.array(block, { maxLength: 3 })),
      usage: odd,
    }),
    toolUseResult: details,
    'un"known\\': odd,
  },
  { requiredKeys: ['type'] },
)

/** Members that stand at the start of every record, perhaps again in it. */
const envelope = fc.option(
  fc.record({ isSidechain: fc.boolean(), cwd: nasty, sessionId: nasty, version: odd, gitBranch: nasty }),
)

test('the fast way gives exactly what parsing everything gives [F2]', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyRecord, fc.nat()), { minLength: 1, maxLength: 5 }), envelope, (records, start) => {
      const lines = records.map(([one, seed], i) => Buffer.from(withStart(print(one, seed), start, i)))
      expect(eventsOf(lines, lineParser()) === eventsOf(lines, parseSlowly)).toBe(true)
    }),
    LIMITS,
  )
}, 60_000)

test('a damaged line is never worse for the fast way: it refuses it, or reads what is whole in it', () => {
  fc.assert(
    fc.property(
      anyRecord,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('', '"', '{', '}', '\\', ',', '\u0000'),
      (one, seed, at, put) => {
        const text = print(one, seed)
        const cut = text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1)
        const line = Buffer.from(cut)
        const [fast, slow] = [lineParser()(line), parseWhole(line)]
        if (slow === null || fast === 'bookkeeping') return
        expect(eventsOf([line], () => fast) === eventsOf([line], () => slow)).toBe(true)
      },
    ),
    LIMITS,
  )
}, 60_000)

test('a key spelled with an escape is the same key', () => {
  const text = `word ${'x'.repeat(2000)}`
  const line = Buffer.from(`{"type":"user","message":{"\\u0063ontent":${JSON.stringify(text)}}}`)
  expect(eventsOf([line], lineParser())).toContain(JSON.stringify(text))
})

test('nesting that is too deep to walk is left to JSON.parse', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const line = Buffer.from(`{"x":${deep},"type":"user","message":{"content":"hello"}}`)
  expect(eventsOf([line], lineParser())).toContain('"text":"hello"')
})

test('a long text keeps its first and last lines', () => {
  const text = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join('\n')
  expect(clip(text)).toMatch(/^line 0\nline 1\n[^]*\n…\n[^]*\nline 999$/)
  expect(clip(text).length).toBeLessThanOrEqual(1200)
  expect(clip(`a${'😀'.repeat(3000)}`)).not.toMatch(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  )
  expect(clip('short')).toBe('short')
})

test('lines are counted in JSON as in the text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const json = Buffer.from(JSON.stringify(text))
      const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
      expect(countLines(json, 0, json.length)).toBe(lines)
    }),
  )
})

function parseSlowly(line: Buffer): Json | 'malformed' | 'bookkeeping' {
  const record = parseWhole(line)
  return record && BOOKKEEPING.has(`${record['type']}`) ? 'bookkeeping' : (record ?? 'malformed')
}

/** As text: comparing it costs nothing, and printing a difference of this size would take minutes. */
function eventsOf(lines: Buffer[], parse: (line: Buffer) => Json | 'malformed' | 'bookkeeping'): string {
  const events: TranscriptEvent[] = []
  const machine = readRecords((event) => void events.push(event))
  for (const [i, line] of lines.entries()) {
    const parsed = parse(line)
    if (typeof parsed === 'object') machine.record(parsed, i)
  }
  machine.finish()
  return JSON.stringify(events)
}

/** As JSON, with the keys of every object in another order and white space where JSON allows it. */
function print(value: unknown, seed: number): string {
  const space = ['', ' ', '\t'][seed % 3] ?? ''
  if (Array.isArray(value)) return `[${value.map((one) => space + print(one, seed)).join(',')}${space}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
  const turned = entries.map((_, i) => entries[(i + seed) % entries.length]).flatMap((one) => (one ? [one] : []))
  return `{${turned.map(([key, one]) => `${space}${JSON.stringify(key)}${space}:${space}${print(one, seed)}`).join(',')}}`
}

function withStart(json: string, start: object | null, i: number): string {
  const parent = i === 0 ? null : `${i}`.padStart(36, '0')
  return start ? `${JSON.stringify({ parentUuid: parent, ...start }).slice(0, -1)},${json.slice(1)}` : json
}

function unit(): fc.Arbitrary<string> {
  return fc.constantFrom('word ', 'é', '😀', '\u0001', '"', '\\', '\n', 'a\\n "b", ', 'ab\u0000 ')
}

function patch(): fc.Arbitrary<unknown> {
  const line = fc.tuple(fc.constantFrom('+', '-', ' ', ''), nasty).map(([sign, text]) => sign + text)
  return fc.array(fc.record({ oldStart: fc.nat(), lines: fc.oneof(fc.array(line, { maxLength: 4 }), odd) }), {
    maxLength: 2,
  })
}

function content(): fc.Arbitrary<unknown> {
  return fc.oneof(
    nasty,
    odd,
    fc.array(fc.record({ type: fc.constantFrom('text', 'image'), text: nasty, data: nasty }), { maxLength: 3 }),
  )
}
