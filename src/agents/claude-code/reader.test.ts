import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendLines } from '../../../test/support/claude-session.js'
import { tempDir } from '../../../test/support/world.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { reader } from './reader.js'
import { fewer } from '../../../test/support/property-runs.js'

const dir = tempDir()
const oldSession = fileURLToPath(new URL('testdata/session-2.0.jsonl', import.meta.url))
const newSession = fileURLToPath(new URL('testdata/session-2.1.jsonl', import.meta.url))
let files = 0

test('prompts are what a person typed, also in the middle of a turn [F2]', () => {
  expect(eventsOf(oldSession, 'prompt').map(({ text }) => text)).toEqual([
    'The login page shows “expired” too early. Find out why.',
    'and add a test for it',
    'Push later. Look at this picture first.',
    '/review only the session files',
  ])
  expect(eventsOf(newSession, 'prompt').map(({ text }) => text)).toEqual([
    'Plan the cart rewrite.',
    'keep the old totals for now',
  ])
})

test('the assistant’s words come without its thoughts and without the client’s errors', () => {
  expect(eventsOf(oldSession, 'text').map(({ text }) => text)).toEqual([
    'I will look at the session code.',
    'The picture shows the fixed page.',
    'Reviewing the session files.',
  ])
})

test('calls say what they do, edits with their lines [F2]', () => {
  const main = eventsOf(oldSession, 'call').filter((event) => event.sub === undefined)
  const session = '/home/dev/shop/src/session.ts'
  const undo = { before: 'export const ttl = 60', after: '// seconds\nexport const ttl = 60 * 60' }
  const whole = expect.any(String) as string
  expect(main.map(({ action }) => action)).toEqual([
    { type: 'read', path: session },
    { type: 'run', command: 'npm test -- session' },
    { type: 'note', tool: 'TodoWrite' },
    { type: 'edit', path: session, added: 2, removed: 1, undo, wrote: [undo] },
    { type: 'run', command: 'npm test -- session' },
    { type: 'create', path: '/home/dev/shop/src/session.test.ts', added: 2, wrote: [{ whole }] },
    { type: 'delegate', what: 'Find clocks' },
    { type: 'run', command: 'git push' },
  ])
})

test('results say whether it worked, with exit codes and refusals', () => {
  const results = eventsOf(oldSession, 'result').filter((event) => event.sub === undefined)
  expect(results.map(({ call, ok, exit, interrupted }) => [call, ok, exit, interrupted])).toEqual([
    ['toolu_1', true, undefined, undefined],
    ['toolu_2', false, 1, undefined],
    ['toolu_3', true, undefined, undefined],
    ['toolu_4', true, undefined, undefined],
    ['toolu_5', true, 0, undefined],
    ['toolu_6', true, undefined, undefined],
    ['toolu_7', true, undefined, undefined],
    ['toolu_8', false, undefined, true],
  ])
  expect(results[6]?.text).toBe('Only one clock.\nagentId: a1')
})

test('sub-agents are kept apart', () => {
  const sub = read(oldSession).events.filter((event) => event.sub !== undefined)
  expect(sub.map(({ kind }) => kind)).toEqual(['usage', 'call', 'result'])
})

test('lists are whole after every change, from the old tool and the new ones', () => {
  expect(eventsOf(oldSession, 'todos').map(({ items }) => items)).toEqual([
    [
      { text: 'Fix the ttl', state: 'doing' },
      { text: 'Run tests', state: 'open' },
    ],
  ])
  expect(eventsOf(newSession, 'todos').map(({ items }) => items)).toEqual([
    [{ text: 'Model', state: 'open' }],
    [{ text: 'Model', state: 'doing' }],
  ])
})

test('plan mode: entered, proposed, refused, proposed again, approved with its file', () => {
  const plans = eventsOf(newSession, 'plan')
  expect(plans.map(({ state }) => state)).toEqual(['enter', 'proposed', 'refused', 'proposed', 'approved'])
  expect(plans.at(-1)).toMatchObject({
    path: '/home/dev/.claude/plans/merry-green-owl.md',
    text: '# Cart\n1. Model\n2. Totals\n3. Tax',
  })
})

test('where plans lie is known from where the transcript lies', () => {
  const path = join(dir, 'root', 'projects', '-home-dev-shop', 'one.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, readFileSync(newSession))
  expect(eventsOf(path, 'plan')[1]?.path).toBe(join(dir, 'root', 'plans', 'merry-green-owl.md'))
})

test('a question comes when it is asked and again with its answer', () => {
  expect(eventsOf(newSession, 'question')).toMatchObject([
    { call: 'toolu_2', question: 'Which currency first?', options: ['EUR', 'SEK'] },
    { call: 'toolu_2', question: 'Which currency first?', options: ['EUR', 'SEK'], answer: 'SEK' },
  ])
})

test('compactions, tokens once per message, and places when they change', () => {
  expect(eventsOf(oldSession, 'compaction')).toMatchObject([{ trigger: 'auto' }])
  expect(eventsOf(newSession, 'compaction')).toMatchObject([{ trigger: 'manual', tokensAfter: 4100 }])
  const usage = eventsOf(oldSession, 'usage').filter((event) => event.sub === undefined)
  expect(usage.map(({ context }) => context)).toEqual([1503, 2503, 3003, 3503, 4003, 4503, 4603, 4703, 5503, 1303])
  expect(eventsOf(newSession, 'where')).toMatchObject([
    { session: '5e551011-0000-4000-8000-000000000002', cwd: '/home/dev/shop', branch: 'feature/cart' },
    { cwd: '/home/dev/shop/cart' },
  ])
})

test('every event says where it was read', () => {
  const bytes = readFileSync(oldSession)
  for (const { ref } of read(oldSession).events) {
    const record = JSON.parse(bytes.subarray(ref.offset).toString('utf8').split('\n', 1)[0] ?? '') as { uuid?: string }
    expect(record.uuid).toBe(ref.id)
  }
})

test('what is broken, unknown, repeated or torn is survived and counted [F2]', () => {
  const lines = readFileSync(oldSession, 'utf8').trimEnd().split('\n')
  const extra = ['{"type":"user","mess', '[1,2]', 'null', '{"type":"from-the-future"}', '{"no":"type"}', lines[5] ?? '']
  const path = fileOf([...lines.slice(0, 9), ...extra, ...lines.slice(9)].join('\n') + '\n{"type":"user","me')
  const { events, survived } = read(path)
  expect(survived).toEqual({ malformed: 3, unknown: 2, duplicate: 1, tornTail: true })
  const away = (event: TranscriptEvent): object => ({ ...event, ref: undefined })
  expect(events.map(away)).toEqual(read(oldSession).events.map(away))
  expect(read(newSession).survived).toEqual({ malformed: 0, unknown: 1, duplicate: 0, tornTail: false })
})

test('two processes that write into one file do not disturb each other', () => {
  const lines = readFileSync(newSession, 'utf8').trimEnd().split('\n')
  const other = lines.map((line) =>
    line
      .replaceAll('toolu_', 'other_')
      .replaceAll('"msg_', '"omsg_')
      .replace(/"uuid":"0/, '"uuid":"f'),
  )
  const path = fileOf(lines.flatMap((line, i) => [line, other[i] ?? '']).join('\n'))
  const counts = (from: TranscriptEvent[], kind: string): number => from.filter((event) => event.kind === kind).length
  const [both, one] = [read(path).events, read(newSession).events]
  for (const kind of ['call', 'result', 'usage', 'question', 'plan'])
    expect(counts(both, kind)).toBe(2 * counts(one, kind))
})

test.each([oldSession, newSession])('reading on from marks gives what reading at once gives [F2]', (source) => {
  const lines = readFileSync(source, 'utf8').trimEnd().split('\n')
  const whole = read(source).events
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(lines.length), { maxLength: 6 }), (stops) => {
      const path = fileOf('')
      const events: TranscriptEvent[] = []
      let [mark, from]: [unknown, number] = [null, 0]
      for (const stop of [...stops.toSorted((a, b) => a - b), lines.length]) {
        appendLines(path, lines.slice(from, stop))
        // A mark outlives the process as JSON.
        const step = reader.read(path, JSON.parse(JSON.stringify(mark)), (event) => void events.push(event))
        expect(step.restarted).toBe(false)
        ;[mark, from] = [step.mark, stop]
      }
      expect(events.filter(isSettled)).toEqual(whole.filter(isSettled))
      expect(events).toHaveLength(whole.length)
    }),
    fewer(40),
  )
})

test('a mark holds no text of the conversation', () => {
  const { mark } = read(newSession)
  expect(JSON.stringify(mark)).not.toMatch(/Model|totals|cart rewrite/)
})

test('a file that was replaced is read anew', () => {
  const path = fileOf(readFileSync(oldSession, 'utf8'))
  const { mark } = read(path)
  writeFileSync(path, readFileSync(newSession))
  const again = read(path, mark)
  expect(again.restarted).toBe(true)
  expect(again.events).toEqual(read(newSession).events)
})

test('what sub-agents changed is told, from files of their own, each time only what is new [case 24]', () => {
  const path = join(dir, 'with-subs.jsonl')
  const subs = join(dir, 'with-subs', 'subagents')
  mkdirSync(join(subs, 'agent-broken.jsonl'), { recursive: true })
  writeFileSync(path, readFileSync(newSession))
  const edit = (id: string): string => {
    const block = { type: 'tool_use', id, name: 'Write', input: { file_path: `/w/${id}.ts`, content: 'x\n' } }
    const record = { uuid: id, sessionId: 's', isSidechain: true, type: 'assistant', message: { id, content: [block] } }
    const result = { type: 'tool_result', tool_use_id: id, content: 'ok' }
    const answer = { uuid: `${id}r`, sessionId: 's', isSidechain: true, type: 'user', message: { content: [result] } }
    return `${JSON.stringify(record)}\n${JSON.stringify(answer)}\n`
  }
  const prompt = { uuid: 'p', sessionId: 's', isSidechain: true, type: 'user', message: { content: 'Never edit a.ts' } }
  const file = join(subs, 'agent-a77.jsonl')
  writeFileSync(file, `${JSON.stringify(prompt)}\n${edit('one')}`)
  const isNew = (event: TranscriptEvent): boolean => event.sub !== undefined && event.kind === 'call'
  const first = read(path)
  const own = read(newSession).events
  expect(first.events.slice(0, own.length)).toEqual(own)
  expect(first.events.slice(own.length)).toMatchObject([
    { kind: 'call', call: 'one' },
    { kind: 'result', ok: true },
  ])
  appendFileSync(file, edit('two'))
  const second = read(path, first.mark)
  expect(second.events.filter(isNew)).toMatchObject([{ call: 'two', action: { path: '/w/two.ts' } }])
  expect(read(path, second.mark).events.filter(isNew)).toEqual([])
})

test('a session is read where its sub-agents cannot be listed', () => {
  const path = join(dir, 'no-ending')
  writeFileSync(path, readFileSync(newSession))
  expect(read(path).events).toEqual(read(newSession).events)
})

test('it knows its own files', () => {
  for (const path of [oldSession, newSession]) expect(reader.sniff(readFileSync(path, 'utf8'), path)).toBe(true)
  for (const text of ['', '# Notes', '{"id":1}', '{"type":"session_meta","payload":{"id":"x"}}']) {
    expect(reader.sniff(text, 'x.jsonl')).toBe(false)
  }
})

/** An edit whose answer comes in a later read is told without its lines; everything else is the same. */
function isSettled(event: TranscriptEvent): boolean {
  return !(event.kind === 'call' && ['Edit', 'Write'].includes(event.tool))
}

function eventsOf<K extends TranscriptEvent['kind']>(path: string, kind: K): Extract<TranscriptEvent, { kind: K }>[] {
  return read(path).events.filter((event): event is Extract<TranscriptEvent, { kind: K }> => event.kind === kind)
}

function read(path: string, mark: unknown = null): ReturnType<typeof reader.read> & { events: TranscriptEvent[] } {
  const events: TranscriptEvent[] = []
  return { ...reader.read(path, mark, (event) => void events.push(event)), events }
}

function fileOf(text: string): string {
  const path = join(dir, `${files++}.jsonl`)
  writeFileSync(path, text)
  return path
}
