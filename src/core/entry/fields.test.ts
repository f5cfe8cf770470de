import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parseCommandArgs } from '../../cli/args/parse.js'
import { SAVE } from '../../cli/specs/daily.js'
import { readWritten } from '../../cli/args/written.js'
import { SAVE as SAVE_TOOL } from '../../mcp/tools/specs.js'
import { inWordsOfTools } from '../../mcp/result.js'
import { diffEntries } from './diff.js'
import { mergeDraft, printFactsToDraft } from './draft.js'
import { ALL_FIELDS, emptyFields, type Entry, type Fields } from './entry.js'
import { SHAPES, type Shape } from './fields.js'
import { joinFields } from '../choose/join.js'
import { mentionedPaths } from '../text/mentioned-paths.js'
import { normaliseFields } from './normalise.js'
import { carry } from '../page/carry.js'
import { originOf, pageOf } from '../page/page.js'
import { parseEntry } from './parse.js'
import { printEntry } from './print.js'
import { redactEntry } from '../redact/redact.js'
import { searchText } from '../text/search.js'
import { isPoorer } from '../session/triggers/autosaved.js'
import { parseWritten } from './written.js'

/** One more field of each shape, as a later version might add it: a row, and nothing else anywhere. */
vi.mock(import('./fields.js'), async (original) => {
  const table = await original()
  const toys = Object.keys(table.SHAPES).map((shape) => ({
    key: `toy${shape}`,
    shape,
    kind: shape === 'prose' ? 'judgement' : 'fact',
    titles: [`Toy ${shape}`],
    label: `the ${shape} of a toy`,
    flags: [{ name: `toy-${shape}`, value: 'TEXT', summary: 'a toy' }],
    argument: { name: `toy_${shape}`, description: 'A toy' },
  }))
  return { ...table, FIELDS: [...table.FIELDS, ...toys] as unknown as typeof table.FIELDS }
})

const SECRET = 'AKIAQ3EGRZ4TPLM2WXYZ'
/** What each holds, how a person writes it in one line, and what of it can be searched. */
const TOYS: { shape: Shape; value: unknown; line: string; texts: string[] }[] = [
  { shape: 'prose', value: { text: 'see toys/prose.ts' }, line: 'see toys/prose.ts', texts: ['toys/prose.ts'] },
  { shape: 'line', value: 'wound up', line: 'wound up', texts: [] },
  { shape: 'plan', value: { path: 'toys/PLAN.md' }, line: 'toys/PLAN.md', texts: [] },
  { shape: 'items', value: [{ text: 'in toys/item.ts' }], line: 'in toys/item.ts', texts: ['toys/item.ts'] },
  {
    shape: 'reasoned',
    value: [{ text: 'toys/what.ts', why: 'toys/why.ts' }],
    line: 'toys/what.ts — toys/why.ts',
    texts: ['toys/what.ts', 'toys/why.ts'],
  },
  {
    shape: 'choices',
    value: [{ text: 'toys/this.ts', why: 'it rolls', rejected: ['toys/that.ts'] }],
    line: 'toys/this.ts — it rolls — rejected: toys/that.ts',
    texts: ['toys/this.ts', 'toys/that.ts'],
  },
  {
    shape: 'files',
    value: [{ path: 'toys/car.ts', role: 'edited' }],
    line: '`toys/car.ts` — edited',
    texts: ['toys/car.ts'],
  },
]
const toys = Object.fromEntries(TOYS.map(({ shape, value }) => [`toy${shape}`, value])) as Partial<Fields>

test('every shape has its toy', () => {
  expect(TOYS.map(({ shape }) => shape)).toEqual(Object.keys(SHAPES))
})

function entryOf(fields: Partial<Fields>): Entry {
  return {
    id: '20261115T084200123Z-1-k3f9xq2m7p4w',
    name: 'toys',
    lane: 'named',
    kind: 'saved',
    parents: [],
    saved: '2026-11-15T09:42:00.123+01:00',
    by: {},
    where: {},
    ...normaliseFields(fields),
    extraKeys: {},
    extraSections: [],
  }
}

test('a row is enough for the file, and for what people write as Markdown or JSON', () => {
  const entry = entryOf(toys)
  expect(entry).toMatchObject(toys)
  expect(parseEntry(printEntry(entry))).toEqual(entry)
  expect(printEntry(entry)).toContain('\n## Toy items\n- in toys/item.ts\n')
  expect(printEntry(entry)).toContain('\ntoyline: "wound up"\ntoyplan: {"path": "toys/PLAN.md"}\n')
  const json = Object.fromEntries(TOYS.map(({ shape, line }) => [`toy_${shape}`, line]))
  expect(parseWritten(JSON.stringify(json)).fields).toEqual(toys)
  const markdown = TOYS.map(({ shape, line }) => `## Toy ${shape}\n${line}\n`).join('')
  expect(parseWritten(markdown).fields).toEqual(toys)
  expect(parseWritten(printEntry(entry))).toEqual({ name: 'toys', fields: toys, extraSections: [] })
  expect(() => parseWritten('{"toyitem": "x"}')).toThrow(expect.objectContaining({ next: 'Did you mean toyitems?' }))
})

test('a row is enough for flags and for the tool', async () => {
  const words = TOYS.flatMap(({ shape, line }) => [`--toy-${shape}`, line])
  const { fields } = await readWritten('.', parseCommandArgs(SAVE, words))
  expect(fields).toEqual(toys)
  const twice = await readWritten('.', parseCommandArgs(SAVE, ['--toy-items', 'a', '--toy-items', 'b']))
  expect(twice.fields).toMatchObject({ toyitems: [{ text: 'a' }, { text: 'b' }] })
  expect(Object.keys(SAVE_TOOL.input.properties)).toEqual(
    expect.arrayContaining(TOYS.map(({ shape }) => `toy_${shape}`)),
  )
  expect(inWordsOfTools('--toy-items "x"')).toBe('toy_items: "x"')
})

test('a row is enough for joins, pages and drafts', () => {
  const none = entryOf({})
  const entry = entryOf(toys)
  expect(joinFields(none, entry)).toEqual(normaliseFields(toys))
  expect(joinFields(entry, entry)).toEqual(normaliseFields(toys))
  const later = { origin: originOf(none), fields: none, spoken: 1, turns: 1 }
  expect(carry([pageOf(entry, () => [])], later).fields).toMatchObject(toys)
  expect(isPoorer(none, entry)).toBe(true)
  expect(printFactsToDraft(none)).toMatch(/in the sections Task, .*, Context, Toy prose: only/)
  const draft = { fields: toys, extraSections: [] }
  expect(mergeDraft({ fields: {}, extraSections: [] }, draft, none).fields).toEqual(normaliseFields(toys))
  expect(mergeDraft({ fields: {}, extraSections: [] }, draft, entry).fields).toEqual(emptyFields())
})

test('a row is enough for diff, search, redaction and the paths that resume checks', () => {
  const entry = entryOf(toys)
  const changes = diffEntries(entryOf({}), entry)
  expect(changes.map(({ field }) => field)).toEqual(TOYS.map(({ shape }) => `the ${shape} of a toy`))
  const texts = TOYS.flatMap((toy) => toy.texts)
  for (const text of texts) expect(searchText(entry)).toContain(text)
  expect(mentionedPaths(entry)).toEqual(expect.arrayContaining(texts))
  const secret = JSON.parse(JSON.stringify(entry).replaceAll('toys/', `${SECRET} `)) as Entry
  const redacted = redactEntry(secret)
  expect(JSON.stringify(redacted)).not.toContain(SECRET)
  expect(Object.keys(redacted)).toEqual(expect.arrayContaining(Object.keys(toys)))
})

/** Where `blockers` is more than one of many: its place in a briefing, what is vague, what cannot be checked, other words for it. */
const GIVE_MEANING = [
  'briefing/sections.ts',
  'briefing/short.ts',
  'briefing/drift.ts',
  'choose/quality.ts',
  'session/session-state.ts',
].map((name) => join('core', name))

test('no list of fields stands anywhere else', () => {
  const src = join(import.meta.dirname, '..', '..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(?:layouts|testing)/.test(path))
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
  expect(files.length).toBeGreaterThan(100)
  const naming = files.filter(({ text }) => /\bblockers\b/.test(text)).map(({ path }) => path)
  expect(naming.toSorted(), 'read the table in src/core/entry/fields.ts instead').toEqual(
    [...GIVE_MEANING, join('core', 'entry', 'fields.ts')].toSorted(),
  )
})

test('no two fields share a key, a title, a flag or an argument', () => {
  const plain = (words: readonly string[]): string[] => words.map((word) => word.toLowerCase().replace(/[\s_-]/g, ''))
  for (const names of [
    ALL_FIELDS.map(({ key }) => key),
    ALL_FIELDS.flatMap(({ titles }) => plain(titles)),
    SAVE.flags.map(({ name }) => name),
    ALL_FIELDS.map(({ argument }) => argument.name),
  ])
    expect(new Set(names).size).toBe(names.length)
})
