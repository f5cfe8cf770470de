import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import type { Entry, Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { isoWithZone } from '../../core/text/text.js'
import type { Document, TextFile } from '../layout.js'
import { layout as namedCheckpoints } from '../named-checkpoints/layout.js'
import { layout as sessionCheckpoint } from '../session-checkpoint/layout.js'
import { applyEdits } from '../files.js'

/** Pieces that look like the structure of these files, put together in every way. */
const PIECES = [
  '# Checkpoint: x',
  '# x',
  '## Done',
  '### Done',
  '## Next Action: y',
  '### Left Off',
  '## Own ##',
  '## Done #',
  '##',
  '\\## Done',
  '\\\\### Done',
  '\\```',
  '```',
  '````',
  '~~~',
  '<!--',
  '-->',
  '<!-- c -->',
  '<pre>',
  '</pre>',
  '- ',
  '* x',
  '1. x',
  '[x] ',
  '[ ] z',
  '- **Branch:** `b`',
  'Branch: main more',
  'Saved: 2026-02-06 14:20',
  'Saved: soon',
  'Plan: `p.md` (step 1 of 2)',
  'Plan: a b (step 3: c)',
  'Left off: here',
  'Next: there',
  '**Next:** x',
  'Open question: q?',
  'Blocked: b',
  ' — ',
  ' -- ',
  ' – ',
  ' - because ',
  ' (because c)',
  '- why: w',
  'None',
  'none.',
  '—',
  '…',
  '… and 3 more',
  'a.ts',
  'M a.ts',
  '`a.ts` - n',
  '`a`: n',
  'a: b',
  ' (edited)',
  ' (3 bytes)',
  '"q"',
  '"',
  'Resume any: x',
  '\n',
  '\n\n',
  '\n  ',
  ' ',
  '\t',
  '\\',
  '`',
  '日本',
  '\u2028',
  '\u00a0',
  '\r\n',
  '\0',
  'word ',
  'x'.repeat(120),
  '[observed: g]',
  ' [stated]',
  '---',
]
const nasty = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''))
const item = fc.record({ text: nasty })
const items = fc.array(item, { maxLength: 3 })
const fields = fc.record(
  {
    task: item,
    next: item,
    leftOff: item,
    plan: fc.record({ path: nasty, step: fc.nat(99), of: fc.nat(99) }, { requiredKeys: ['path'] }),
    done: items,
    failed: fc.array(fc.record({ text: nasty, why: nasty }, { requiredKeys: ['text'] }), { maxLength: 3 }),
    questions: items,
    blockers: items,
    context: items,
    files: fc.array(
      fc.record({ path: nasty, role: fc.constantFrom('edited', 'read', 'created') }, { requiredKeys: ['path'] }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Fields>>
const entry: fc.Arbitrary<Entry> = fc
  .record({
    some: fields,
    branch: nasty,
    extraSections: fc.array(fc.record({ title: nasty, text: nasty }), { maxLength: 3 }),
  })
  .map(({ some, branch, extraSections }) => entryWith({ ...normaliseFields(some), where: { branch }, extraSections }))

const CONTEXT = { nowMs: 0, offsetMinutes: 60, userHome: '/home/me' }
const LAYOUTS = [namedCheckpoints, sessionCheckpoint]

/** As whoever takes a document over makes it. */
function entryOf({ fields: stated, branch, extraSections, savedMs }: Document): Entry {
  const saved = isoWithZone({ ms: savedMs, offsetMinutes: 0 })
  const normal = normaliseFields(stated)
  return entryWith({ ...normal, saved, where: branch === undefined ? {} : { branch }, extraSections })
}

function published(one: Entry, layout: (typeof LAYOUTS)[number]): TextFile[] {
  return applyEdits([], layout.publish(one, [], CONTEXT), 0)
}

function said(files: TextFile[], layout: (typeof LAYOUTS)[number]): unknown {
  const { documents, broken, orphans } = layout.scan(files)
  return { documents: documents.map(({ savedMs: _savedMs, offsetMinutes: _offset, ...one }) => one), broken, orphans }
}

test.each(LAYOUTS.map((layout) => [layout.id, layout] as const))(
  'what %s writes of an entry it reads, and writes the same again [A6, B5]',
  (_, layout) => {
    fc.assert(
      fc.property(entry, (one) => {
        const files = published(one, layout)
        const [document] = layout.scan(files).documents
        expect(document).toMatchObject({ name: 'auth', path: 'checkpoint-auth.md' })
        expect(said(published(entryOf(document as Document), layout), layout)).toEqual(said(files, layout))
        expect(layout.publish(one, files, CONTEXT)).toEqual([])
      }),
    )
  },
  120_000,
)

test.each(LAYOUTS.map((layout) => [layout.id, layout] as const))(
  'whatever somebody makes of a file of %s, nothing of it is lost by writing it again [A6, B5]',
  (_, layout) => {
    const text = fc.array(
      fc.oneof(
        nasty,
        fc.constantFrom('\n## Done\n- ', '\n## Failed\n- ', '\n## Left Off\n', '\n## Files\n- ', '\n## Own\n'),
      ),
    )
    fc.assert(
      fc.property(text, (pieces) => {
        const file = { path: 'checkpoint-auth.md', text: `x\n${pieces.join('')}`.replaceAll('\0', ''), mtimeMs: 0 }
        const [document] = layout.scan([file]).documents
        expect(said(published(entryOf(document as Document), layout), layout)).toEqual(said([file], layout))
      }),
    )
  },
  120_000,
)

test('a name from the text does not matter, that of the file does; texts in code are no sections [A6, B5]', () => {
  const text = '# Checkpoint: other\n\n## Left Off\n```\n## Done\n- not this\n```\n\n## Done\n- this\n'
  for (const layout of LAYOUTS) {
    const [document] = layout.scan([{ path: 'checkpoint-auth.md', text, mtimeMs: 0 }]).documents
    expect(document).toMatchObject({ name: 'auth', extraSections: [] })
    expect(document?.fields).toMatchObject({
      leftOff: { text: '```\n## Done\n- not this\n```' },
      done: [{ text: 'this' }],
    })
  }
})

test('a line of very many marks or spaces is read as quickly as any other', () => {
  const lines = [' #', ' ', '()', './', ' —'].map(
    (unit) => `## Next${unit.repeat(100_000)}x\n- M ${unit.repeat(100_000)} y\n`,
  )
  for (const layout of LAYOUTS)
    for (const text of lines)
      expect(layout.scan(['checkpoint-a.md', 'MEMORY.md'].map((path) => ({ path, text, mtimeMs: 0 }))).broken).toEqual(
        [],
      )
})
