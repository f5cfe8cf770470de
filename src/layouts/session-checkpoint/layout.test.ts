import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { applyEdits } from '../files.js'
import type { Document } from '../layout.js'
import { layout } from './layout.js'

const CONTEXT = { nowMs: 0, offsetMinutes: 60, userHome: '/home/me' }
const entry = entryWith({
  name: 'billing',
  saved: '2026-03-01T18:45:00.000+01:00',
  where: { branch: 'feat/export' },
  plan: { path: '/home/me/.claude/plans/otter.md', step: 5, of: 9 },
  leftOff: { text: 'PDF writer throws on empty invoices' },
  questions: [{ text: 'skip them\nor print a blank page?' }],
  blockers: [{ text: 'no test printer' }],
  done: [{ text: 'CSV writer' }],
  files: [{ path: 'src/export/csv.ts' }],
})
const FILE = `# Checkpoint: billing
- **Branch:** \`feat/export\`
- **Saved:** 2026-03-01 18:45
- **Plan:** \`~/.claude/plans/otter.md\` (step 5 of 9)

## Left Off
PDF writer throws on empty invoices
Open question: skip them or print a blank page?
Blocked: no test printer

## Done This Session
- CSV writer

## Failed Approaches
- None

## Modified Files
- src/export/csv.ts
`

test('a save writes the file with Left Off and a bullet with the day [B2, B5, B6]', () => {
  expect(layout.publish(entry, [], CONTEXT)).toEqual([
    { do: 'write', path: 'checkpoint-billing.md', text: FILE },
    {
      do: 'write',
      path: 'MEMORY.md',
      text: '# Project Memory\n\n## Active Checkpoints\n- **billing** (feat/export, Mar 01) — noted: "PDF writer throws on empty invoices"\n\nResume any: `continue` or `continue {name}`\n',
      shared: true,
    },
  ])
})

test('a next action is in it only where somebody stated one, and comes back as that [B2, B5]', () => {
  const stated = { ...entry, next: { text: 'ask accounting' } }
  const files = applyEdits([], layout.publish(stated, [], CONTEXT), 0)
  expect(files[0]?.text).toContain('Blocked: no test printer\nNext: ask accounting\n\n## Done')
  expect(layout.scan(files).documents[0]?.fields).toMatchObject({ next: stated.next, leftOff: entry.leftOff })
  const bare = layout.publish(entryWith(), [], CONTEXT)[0]
  expect(bare).toMatchObject({ text: expect.stringContaining('\n## Left Off\nNone\n') as string })
})

test('a bullet whose file is gone is an orphan, and is cleaned up alone [B9]', () => {
  const files = applyEdits([], layout.publish(entry, [], CONTEXT), 0)
  const both = applyEdits(files, layout.publish({ ...entry, name: 'kept' }, files, CONTEXT), 0)
  const rest = both.filter(({ path }) => path !== 'checkpoint-billing.md')
  expect(layout.scan(rest).orphans).toEqual(['billing'])
  const edits = layout.retract('billing', rest)
  expect(edits.map(({ do: what, path }) => [what, path])).toEqual([['write', 'MEMORY.md']])
  const cleaned = applyEdits(rest, edits, 0)
  expect(layout.scan(cleaned)).toMatchObject({ orphans: [], documents: [{ name: 'kept' }] })
})

test('clearing all checkpoints one after the other leaves nothing of the index [B11]', () => {
  let files = [{ path: 'MEMORY.md', text: '# Mine\n\n## Deploy\nby hand\n', mtimeMs: 0 }]
  const before = files
  for (const name of ['a', 'b', 'c']) files = applyEdits(files, layout.publish({ ...entry, name }, files, CONTEXT), 0)
  for (const name of ['b', 'a', 'c']) files = applyEdits(files, layout.retract(name, files), 0)
  expect(files).toEqual(before)
  expect(layout.messages.cleared(['b', 'a', 'c'], true)).toBe('Cleared 3 checkpoint(s)')
  expect(layout.messages.cleared(['a'], false)).toBe('Cleared checkpoint "a"')
})

test('a save answers with one line; nothing saved is said so; resume consumes [B7, B8]', () => {
  expect(layout.messages.saved({ entry, file: 'checkpoint-billing.md' })).toBe(
    'Checkpoint "billing" saved. Resume anytime: `continue billing`',
  )
  expect(layout.policy).toEqual({
    onResume: 'consume',
    onExisting: 'ask',
    several: 'ask',
    asks: [],
    naming: 'ask',
    answer: 'line',
    none: 'No saved checkpoints found.',
    failedFirst: true,
  })
})

const DATA: [file: string, expected: Omit<Partial<Document>, 'fields'> & { fields: Partial<Document['fields']> }][] = [
  [
    'as-the-seed-says.md',
    {
      branch: 'feat/export',
      savedMs: Date.UTC(2026, 2, 1, 18, 45),
      fields: {
        plan: { path: '~/.claude/plans/quiet-otter.md', step: 5, of: 9 },
        leftOff: {
          text: 'CSV writer works, PDF writer throws on empty invoices.\nOptions discussed: skip them, or print a blank page.',
        },
        questions: [{ text: 'which of the two does accounting want?' }],
        failed: [],
        files: [{ path: 'src/export/csv.ts' }, { path: 'src/export/pdf.ts' }],
      },
      extraSections: [],
    },
  ],
  [
    'short.md',
    {
      branch: 'main',
      fields: {
        leftOff: { text: 'The race is in the retry timer. **Next:** replace it by a fake clock.' },
        next: { text: 'replace the timer in src/retry.ts by the fake clock of test/support/clock.ts' },
        failed: [{ text: 'Longer timeout', why: 'only hides it' }],
        files: [],
      },
    },
  ],
  [
    'windows.md',
    {
      savedMs: 5,
      fields: {
        leftOff: { text: 'Backslashes are normalised when read, not when written.' },
        done: [{ text: 'Table of 30 paths' }],
      },
      extraSections: [
        { title: '', text: '- Saved: yesterday evening' },
        { title: 'Notes for later', text: 'Ask about UNC names.' },
      ],
    },
  ],
]

test.each(DATA)('a file written by hand is read: %s [B5]', (file, { fields, ...expected }) => {
  const text = readFileSync(join(import.meta.dirname, 'testdata', file), 'utf8')
  const scan = layout.scan([{ path: 'checkpoint-mine.md', text, mtimeMs: 5 }])
  expect(scan.documents).toMatchObject([{ name: 'mine', ...expected }])
  expect(scan.documents[0]?.fields).toMatchObject(fields)
})
