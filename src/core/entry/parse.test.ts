import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costOf } from '../../../test/support/cost.js'
import { DogearError } from '../errors.js'
import { itemId } from '../page/item-id.js'
import { emptyFields } from './entry.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'
import { checkSeal, MAX_ENTRY_BYTES } from './seal.js'

const HEAD = [
  'dogear: 1',
  'id: 20261115T084200123Z-1-k3f9xq2m7p4w',
  'name: auth-refactor',
  'saved: 2026-11-15T09:42:00.123+01:00',
]
const file = (lines: readonly string[], body = ''): string => ['---', ...lines, '---', body].join('\n')
const withLine = (key: string, line: string): string =>
  file([...HEAD.filter((one) => !one.startsWith(`${key}:`)), line])

function refusal(text: string): DogearError {
  try {
    parseEntry(text)
  } catch (error) {
    if (error instanceof DogearError) return error
    throw error
  }
  throw new Error('not refused')
}

const DOCS = readFileSync(new URL('../../../docs/format.md', import.meta.url), 'utf8')
const [EXAMPLE = '', PAGE_EXAMPLE = ''] = [...DOCS.matchAll(/````markdown\n([\s\S]*?)````/g)].map(([, text]) => text)

test('the examples in docs/format.md are what dogear prints', () => {
  const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
  for (const example of [EXAMPLE, PAGE_EXAMPLE]) {
    const unsealed = example.replace(/^check: .*\n/m, '')
    expect(checkSeal(new TextEncoder().encode(example), sha256)).toBe('intact')
    expect(printEntry(parseEntry(example))).toBe(unsealed)
  }
  expect(parseEntry(EXAMPLE)).toMatchObject({
    plan: { step: 3 },
    failed: [{ why: expect.any(String) }],
    decisions: [{ rejected: [expect.any(String), expect.any(String)] }],
    files: [{ hash: '9f86d081884c7d65' }, { path: 'notes (old)' }],
    extraKeys: { ticket: 'AUTH-42' },
    extraSections: [{ title: 'Numbers' }],
  })
})

test('the page in docs/format.md has its items marked with the ids of their texts', () => {
  const { page, task, next, failed, decisions, extraKeys } = parseEntry(PAGE_EXAMPLE)
  const earlier = parseEntry(EXAMPLE)
  const origin = {
    entry: earlier.id,
    at: earlier.saved,
    user: 'ada',
    head: '4be1c02',
    locks: { 'package-lock.json': '9f86d081884c7d65' },
  }
  expect({ task, failed }).toMatchObject({ task: { origin }, failed: [{ origin }] })
  expect(next).not.toHaveProperty('origin')
  const none = new Set<string>()
  expect([task, next].map((item) => item?.id)).toEqual([
    itemId('task', task?.text ?? '', none),
    itemId('next', next?.text ?? '', none),
  ])
  expect(decisions.map(({ id }) => id)).toEqual(decisions.map(({ text }) => itemId('decisions', text, none)))
  expect(page).toMatchObject({
    closed: [{ id: itemId('questions', earlier.questions[0]?.text ?? '', none) }],
    earlier: [{ kind: 'commands', count: 12, entry: earlier.id }],
  })
  expect(Object.keys(extraKeys)).toEqual(['label', 'redaction'])
})

test('an id that somebody wrote twice counts once', () => {
  const items = 'items: {"task": [["f-7k2q", ""]], "next": [["f-7k2q", ""]]}'
  const { task, next } = parseEntry(file([...HEAD, 'page: 1', items], '## Task\na\n## Next action\nb\n'))
  expect([task, next]).toEqual([{ text: 'a', id: 'f-7k2q' }, { text: 'b' }])
})

test('the least an entry needs is its version, id, name and time', () => {
  expect(parseEntry(file(HEAD))).toStrictEqual({
    id: '20261115T084200123Z-1-k3f9xq2m7p4w',
    name: 'auth-refactor',
    lane: 'named',
    kind: 'saved',
    parents: [],
    saved: '2026-11-15T09:42:00.123+01:00',
    by: {},
    where: {},
    ...emptyFields(),
    extraKeys: {},
    extraSections: [],
  })
})

test('a person may write bullets, titles and numbers their own way', () => {
  const entry = parseEntry(
    file(
      [...HEAD, 'stage: 3'],
      '# Another title\nHello\n## NEXT STEPS:\nrun it\n\n## Key Decisions\n* one\n    - Why: two\n\nA paragraph\n## Progress\n1. first\n2. second\nlazy\n',
    ),
  )
  expect(entry).toMatchObject({
    stage: '3',
    next: { text: 'run it' },
    decisions: [{ text: 'one', why: 'two' }, { text: 'A paragraph' }],
    done: [{ text: 'first' }, { text: 'second\nlazy' }],
    extraSections: [{ title: '', text: '# Another title\nHello' }],
  })
})

test.each(['id', 'name', 'saved'])('an entry without %s is refused', (key) => {
  const error = refusal(file(HEAD.filter((line) => !line.startsWith(`${key}:`))))
  expect(error.message).toContain(`the key ${key} is missing`)
  expect(error.expected).toContain(`for example: ${key}: "`)
})

const ID = '20261115T084200122Z-1-k3f9xq2m7p4w'
test.each([
  ['id', 'id: "../../etc/passwd"', 'is not a valid id'],
  ['name', 'name: "../x"', 'is not a valid name'],
  ['name', 'name: ["a"]', 'name is not text'],
  ['saved', 'saved: yesterday', 'is not a valid saved'],
  ['lane', 'lane: fast', 'is not a lane'],
  ['kind', 'kind: 7', 'is not a kind'],
  ['parents', 'parents: x', 'parents is not a list'],
  ['parents', 'parents: [7]', 'is not an id'],
  ['parents', `parents: ${JSON.stringify(Array.from({ length: 65 }, () => ID))}`, 'there are 65 parents'],
  ['by', 'by: me', 'by is not an object'],
  ['by', 'by: {"agent": 1}', 'agent in by'],
  ['where', 'where: {"dirty": [{"path": "a"}]}', 'dirty in where'],
  ['where', 'where: {"dirty": [null]}', 'dirty in where'],
  ['where', 'where: {"dirtyTotal": -1}', 'dirtyTotal in where'],
  ['plan', 'plan: {"step": 1}', 'path in plan'],
  ['plan', 'plan: {"path": "a", "of": 1.5}', 'of in plan'],
  ['dogear', 'dogear: "one"', 'version is not a number'],
])('a wrong %s is refused: %s', (key, line, message) => {
  const error = refusal(withLine(key, line))
  expect(error.code).toBe('bad-entry')
  expect(error.message).toMatch(/^Line \d+: /)
  expect(error.message).toContain(message)
  expect(error.expected).toContain('for example: ')
})

test('a later version of the format asks for an upgrade', () => {
  const error = refusal(withLine('dogear', 'dogear: 2'))
  expect(error.message).toContain('format 2')
  expect(error.next).toContain('Upgrade')
})

test('facts of a later version inside by and where survive', () => {
  const text = file([...HEAD, 'by: {"agent": "codex", "team": "core"}'])
  expect(printEntry(parseEntry(text))).toContain('by: {"agent": "codex", "team": "core"}')
})

test('what could not be read back is not printed', () => {
  const entry = parseEntry(file(HEAD))
  const huge = { ...entry, task: { text: 'é'.repeat(MAX_ENTRY_BYTES / 2) } }
  expect(() => printEntry(huge)).toThrow('larger than')
  expect(() => printEntry({ ...entry, task: { text: `a${'\n'.repeat(50_000)}b` } })).toThrow('50000 lines')
  expect(() => printEntry({ ...entry, extraKeys: { 'no good': 1 } })).toThrow('no good')
  expect(() => printEntry({ ...entry, extraKeys: { name: 'twice' } })).toThrow('name')
})

test.each([
  ['headings', '## '],
  ['hashes', '#'],
  ['backslashes', '\\'],
  ['bullets', '\n- '],
  ['reasons', '\n  - why: '],
  ['marks', ' [observed: '],
  ['brackets', ']'],
  ['parentheses', ' ('],
  ['quotes', '"'],
  ['spaces', ' '],
  ['blank lines', '\n'],
  ['section headings', '\n## Done\n'],
  ['file sections', '\n## Files\n- a ('],
])('a file full of %s is parsed or refused within 200 ms', (_, piece) => {
  for (const section of ['Task', 'Failed', 'Decisions', 'Files', 'Own']) {
    const full = Math.floor(990_000 / piece.length)
    const allowed = piece.includes('\n') ? Math.floor(49_900 / (piece.split('\n').length - 1)) : full
    const most = Math.min(full, allowed)
    const ends = [...new Set([full, most])].map((times) => {
      const text = file(HEAD, `\n## ${section}\n- x${piece.repeat(times)}]\n`)
      let end = ''
      expect(
        costOf(() => (end = parsesOrRefuses(text)), 200),
        section,
      ).toBeLessThan(200)
      return end
    })
    expect(ends.at(-1)).toBe('parsed')
  }
})

test.each([
  ['items that are nowhere', (i: number) => [`f-${(i + 32 ** 4).toString(32).slice(-4)}`, '']],
  ['ids of every length', (i: number) => [`f-${'0'.repeat(3 + (i % 17))}${i % 10}`, ID]],
  ['origins', (i: number) => ['', `20261115T084200122Z-${i + 1}-k3f9xq2m7p4w`]],
  ['nothing', () => []],
])('a page full of %s is parsed within 200 ms', (_, mark) => {
  const marks = JSON.stringify({ failed: Array.from({ length: 9000 }, (__, i) => mark(i)) })
  const bullets = Array.from({ length: 20_000 }, (__, i) => `- ${i} *a* b\n`).join('')
  const text = file([...HEAD, 'page: 1', `items: ${marks}`], `\n## Failed\n${bullets}`)
  let end = ''
  expect(costOf(() => (end = parsesOrRefuses(text)), 200)).toBeLessThan(200)
  expect(end).toBe('parsed')
})

function parsesOrRefuses(text: string): string {
  try {
    parseEntry(text)
    return 'parsed'
  } catch (error) {
    if (error instanceof DogearError && error.code === 'too-big') return 'refused'
    throw error
  }
}
