/**
 * The laws that hold for every layout, for the test of one: `testLayout(layout, samples)`. They run by vitest, over random
 * entries and folders, and need nothing but the layout and a few files as people have them.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../core/entry/entry.js'
import { parseEntry } from '../core/entry/parse.js'
import { printEntry } from '../core/entry/print.js'
import { projection, sameContent, saidBy } from '../layouts/common/to-entry.js'
import type { Document, Layout, TextFile } from '../layouts/layout.js'
import type { LayoutSamples } from '../layouts/samples.js'
import { entry, runsOf, json, markdown, others } from './entries.js'
import {
  appendedTo,
  autosaveOf,
  changed,
  contents,
  documentsBut,
  HARMS,
  HOME,
  othersIn,
  publish,
  publishEdits,
  retract,
  takeOver,
  textsOf,
} from './layout-steps.js'

type SamplesForLaws = Pick<LayoutSamples, 'beside' | 'strange' | 'hopeless'>

/** `samples`: files as people have them, see src/layouts/samples.ts. */
export function testLayout(layout: Layout<string>, samples: SamplesForLaws, name: string = layout.id): void {
  describe(`${name}`, () => {
    laws(layout, samples)
  })
}

function laws(layout: Layout<string>, { beside, strange, hopeless }: SamplesForLaws): void {
  const runs = runsOf(0.3)
  /** A folder with other people's files, a checkpoint with something unknown in it, and other workstreams. */
  const folder = others.map((some) =>
    some.reduce((files, other) => publish(layout, other, files), [...beside, ...strange]),
  )
  const isAppendOnly = layout.policy.onExisting === 'append'

  test('the files say what they said, and what the entry says', () => {
    fc.assert(
      fc.property(entry, folder, (one, files) => {
        const edits = publishEdits(layout, one, files)
        const after = publish(layout, one, files)
        const written = new Set(changed(files, after))
        const said = projection(layout, one, HOME)
        expect(said === null ? edits : [], 'an entry it has no place for').toEqual([])
        if (said === null) return
        expect(said.name).toBe(one.name)
        const added = layout.scan(after).documents.filter(({ path }) => written.has(path))
        expect(added).toHaveLength(1)
        expectSame(added[0] as Document, said)
        expect(documentsBut(layout, after, written)).toEqual(documentsBut(layout, files, written))
      }),
      runs,
    )
  })

  test('publishing twice changes nothing the second time', () => {
    fc.assert(
      fc.property(entry, folder, (one, files) => {
        expect(publishEdits(layout, one, publish(layout, one, files))).toEqual([])
      }),
      runs,
    )
  })

  test('what was read and taken over is already there', () => {
    fc.assert(
      fc.property(entry, folder, (one, files) => {
        const after = publish(layout, one, files)
        for (const document of layout.scan(after).documents) {
          const again = publish(layout, takeOver(layout, document, after), after)
          expect(layout.scan(again).documents).toEqual(layout.scan(after).documents)
        }
      }),
      runs,
    )
  })

  test('whatever a person makes of a file, taking it over and publishing it settles at once', () => {
    const { path, text } = strange[0] as TextFile
    const written = text.startsWith('{') ? json : markdown.map((lines) => `${text}${lines}`)
    fc.assert(
      fc.property(written, (changedText) => {
        const files = [...beside, { path, text: changedText, mtimeMs: 60_000 }]
        const { documents } = layout.scan(files)
        const after = documents.reduce((all, one) => publish(layout, takeOver(layout, one, files), all), files)
        expect(documents).toHaveLength(1)
        expect(contents(layout.scan(after).documents)).toEqual(contents(documents))
      }),
      runs,
    )
  })

  test('an entry made from what the files say says the same, also after it was stored', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const files = publish(layout, one, [])
        for (const document of layout.scan(files).documents) {
          const taken = takeOver(layout, document, files)
          expect(parseEntry(printEntry(taken))).toEqual(taken)
          expect(saidBy(layout, taken, HOME)).toBe(saidBy(layout, one, HOME))
        }
      }),
      runs,
    )
  })

  // What only ever grows has nothing to undo: the files are the history, and a clear leaves them.
  test.skipIf(isAppendOnly)(
    'retracting undoes publishing, to the byte; only logs stay, and the one autosave is gone',
    () => {
      fc.assert(
        fc.property(entry, folder, (one, files) => {
          const gone = new Set([...appendedTo(publishEdits(layout, one, files)), ...autosaveOf(layout, one, files)])
          const back = retract(layout, one.name, publish(layout, one, files))
          expect(textsOf(back, gone)).toEqual(textsOf(files, gone))
        }),
        runs,
      )
    },
  )

  test.runIf(isAppendOnly)('nothing is ever changed or removed', () => {
    fc.assert(
      fc.property(entry, folder, (one, files) => {
        const edits = publishEdits(layout, one, files)
        expect(edits.filter((edit) => edit.do !== 'create' && !(edit.do === 'write' && edit.shared))).toEqual([])
        expect(layout.retract(one.name, publish(layout, one, files))).toEqual([])
      }),
      runs,
    )
  })

  test('sections and keys nobody knows survive the way through an entry and back', () => {
    const { documents, broken } = layout.scan([...beside, ...strange])
    expect(broken).toEqual([])
    expect(documents).toHaveLength(1)
    const odd = documents[0] as Document
    expect([...odd.extraSections, ...Object.keys(odd.extraKeys)].length).toBeGreaterThan(0)
    const stored = parseEntry(printEntry(takeOver(layout, odd, strange)))
    expectSame(layout.scan(publish(layout, stored, [])).documents[0] as Document, odd)
  })

  test('a file cut anywhere, or made to do harm, never throws and hides no other', () => {
    fc.assert(
      fc.property(entry, folder, fc.nat(), fc.constantFrom(...HARMS), (one, files, at, harm) => {
        const after = publish(layout, one, files)
        const [document] = layout.scan(after).documents
        if (!document) return
        const harmed = after.map((file) =>
          file.path === document.path ? { ...file, text: harm(file.text, at) } : file,
        )
        expect(othersIn(layout, harmed, document.path)).toEqual(othersIn(layout, after, document.path))
        expectTeaching(layout, harmed)
        expect(() => publish(layout, one, harmed)).not.toThrow()
      }),
      runs,
    )
  })

  test('a file that cannot be read is reported with what was expected and what to do', () => {
    const one = fc.sample(entry, { numRuns: 1, seed: 7 })[0] as Entry
    const files = publish(layout, { ...one, lane: 'named' }, [...beside, ...strange])
    const [document] = layout.scan(files).documents
    const path = (document as Document).path
    const harmed = files.map((file) => (file.path === path ? { ...file, text: hopeless } : file))
    expect(layout.scan(harmed).broken.map((file) => file.path)).toEqual([path])
    expect(layout.scan(harmed).documents).toHaveLength(layout.scan(files).documents.length - 1)
    expectTeaching(layout, harmed)
  })

  test('a megabyte of anything is read or reported', () => {
    const { path } = strange[0] as TextFile
    for (const [i, part] of LARGE.entries()) {
      // One of them in full, the others at a size that still shows what is not linear.
      const text = part.repeat(Math.ceil((i === 0 ? 1_000_000 : 150_000) / part.length))
      const { documents, broken } = layout.scan([{ path, text, mtimeMs: 0 }])
      expect(documents.length + broken.length).toBe(1)
    }
  })
}

const LARGE = ['x', '- a\n', '# Checkpoint: x\n## Next Action\n', '{"a":', '```x\n', '<!-- ', '**a:** \n', '\\## \n']

function expectSame(found: Document, wanted: Document): void {
  expect(sameContent(found, wanted), JSON.stringify(contents([found, wanted]), null, 1)).toBe(true)
}

function expectTeaching(layout: Layout<string>, files: readonly TextFile[]): void {
  for (const { path, message, expected, next } of layout.scan(files).broken) {
    expect(files.map((file) => file.path)).toContain(path)
    expect(message.length * expected.length * next.length, `${message} / ${expected} / ${next}`).toBeGreaterThan(0)
    expect(message).not.toMatch(/[\0-\x09\x0b-\x1f]/)
  }
}
