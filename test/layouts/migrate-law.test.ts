/** Import, export, import again: the same entries, whatever the documents say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { parseEntry } from '../../src/core/entry/parse.js'
import { printEntry } from '../../src/core/entry/print.js'
import { msOf } from '../../src/core/text/text.js'
import { LAYOUTS } from '../../src/layouts/all.js'
import { applyEdits } from '../../src/layouts/files.js'
import { contextOf, entryFromDocument, findSaid, type Origin } from '../../src/layouts/common/to-entry.js'
import type { Layout, TextFile } from '../../src/layouts/layout.js'
import { sha256Hex } from '../../src/platform/files/hash.js'
import { entry } from '../../src/testing/entries.js'
import { fewer } from '../support/property-runs.js'

/** Of one minute there is one: which of two comes first no layout can tell that keeps only the date. */
const someEntries = fc.uniqueArray(entry, {
  minLength: 1,
  maxLength: 3,
  selector: ({ saved }) => Math.floor((msOf(saved) ?? 0) / 60_000),
})

test.each(LAYOUTS.map((layout) => [layout.id, layout] as const))('%s [F1]', (_id, layout) => {
  fc.assert(
    fc.property(someEntries, (some) => {
      const original = writeAll(layout, some)
      const first = readAll(layout, original)
      const second = readAll(layout, writeAll(layout, first))
      expect(second).toEqual(first)
      // Here they are known, each of them.
      for (const document of layout.scan(original).documents)
        expect(findSaid(document, layout, first, originOf(original))).not.toBeNull()
    }),
    fewer(100),
  )
})

function writeAll(layout: Layout, entries: readonly Entry[]): TextFile[] {
  return entries.reduce<TextFile[]>((files, one) => {
    const context = contextOf(one, '/home/u')
    return applyEdits(files, layout.publish(one, files, context), context.nowMs)
  }, [])
}

/** As an import does it: in the order of time, each continuing the one before. */
function readAll(layout: Layout, files: readonly TextFile[]): Entry[] {
  const parents: string[] = []
  return layout
    .scan(files)
    .documents.toSorted((a, b) => a.savedMs - b.savedMs || a.path.length - b.path.length)
    .map((document) => {
      const made = entryFromDocument(document, layout, { ...originOf(files), parents: parents.slice(-1) })
      parents.push(made.id)
      return parseEntry(printEntry(made))
    })
}

function originOf(files: readonly TextFile[]): Omit<Origin, 'parents'> {
  return { project: 'p-1', files, offsetAt: () => 0, userHome: '/home/u', sha256: sha256Hex }
}
