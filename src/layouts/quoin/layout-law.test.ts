/** Laws of quoin’s checkpoints, over whatever an entry or a person may write. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import { tidyChars, tidyLine, trimBlankLines } from '../../core/text/text.js'
import type { Document } from '../layout.js'
import { layout as quoin } from './layout.js'
import { SAVED_MS, CONTEXT, publish, documentOf, entryFrom } from '../../../test/support/quoin-layout.js'

const PIECES = [
  '## Branch',
  '## ',
  '\\## x',
  '- ',
  '- why: x',
  'Left off: ',
  'Blocked: ',
  'then: ',
  '(none)',
  ' [observed: x]',
  '\n',
  '\n\n',
  ' ',
  '`',
  '"',
  'ab',
  '日本',
  '\u2028',
  '\ufeff',
  '\r\n',
  '\0',
  '\ud800',
  ': ',
  'unknown',
  'HEAD',
]
const nasty = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join(''))
const item = fc.record({ text: nasty })
const items = fc.array(item, { maxLength: 3 })
const entry = fc
  .record({
    stage: nasty,
    intent: item,
    task: item,
    next: item,
    leftOff: item,
    plan: fc.record({ path: nasty }),
    questions: items,
    blockers: items,
    context: items,
    decisions: fc.array(fc.record({ text: nasty, why: nasty, rejected: fc.array(nasty, { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    files: fc.array(fc.record({ path: nasty, role: fc.constantFrom('plan', 'review', 'session-state', 'edited') }), {
      maxLength: 3,
    }),
    branch: nasty,
    lane: fc.constantFrom('named' as const, 'auto' as const),
    extraSections: fc.array(
      fc.record({ title: nasty.map(tidyLine), text: nasty.map((text) => trimBlankLines(tidyChars(text))) }),
      {
        maxLength: 2,
      },
    ),
  })
  .map(({ branch, lane, extraSections, ...fields }) =>
    entryWith({ ...normaliseFields(fields), where: { branch }, lane, extraSections }),
  )
const written = fc
  .array(
    fc.oneof(
      nasty,
      fc.constantFrom(
        '\n## Status\n',
        '\n## Unfinished work\n- ',
        '\n## In-flight artifacts\n- review: ',
        '\n## Own\n',
        '\n## Active task\n',
      ),
    ),
  )
  .map((pieces) => `## Status\n${pieces.join('')}`)
const PATH = '.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md'

function settled(document: Document): Document {
  return { ...document, path: '', savedMs: 0, fields: normaliseFields(document.fields) }
}

test('what an entry says in a checkpoint is what that checkpoint says again [E5]', () => {
  fc.assert(
    fc.property(entry, (one) => {
      const files = publish(one)
      expect(quoin.publish(one, files, CONTEXT)).toEqual([])
      const once = settled(documentOf(files))
      expect(settled(documentOf(publish(entryFrom(documentOf(files)))))).toEqual(once)
    }),
  )
})

test('whatever somebody wrote, reading and writing it settles at once', () => {
  fc.assert(
    fc.property(written, (text) => {
      const { documents } = quoin.scan([{ path: PATH, text, mtimeMs: SAVED_MS }])
      const again = documents.map((document) => documentOf(publish(entryFrom(document))))
      expect(again.map(settled)).toEqual(documents.map(settled))
    }),
  )
})
