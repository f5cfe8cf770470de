import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyFields } from '../../core/entry/entry.js'
import { parseId } from '../../core/entry/id.js'
import { parseEntry } from '../../core/entry/parse.js'
import { printEntry } from '../../core/entry/print.js'
import { type Document, type Layout, OWN_POLICY } from '../layout.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { entryFromDocument, findSaid, type Origin, projection, saidBy, sameContent } from './to-entry.js'

/** Holds the next action and the branch, and nothing else: `<name>.txt` with two lines and the minute it was saved at. */
const note: Layout = {
  id: 'quoin',
  base: 'worktree',
  folders: [''],
  takes: (path) => path.endsWith('.txt'),
  policy: OWN_POLICY,
  messages: { saved: () => '', cleared: () => '', resumed: () => null },
  scan: (files) => ({
    documents: files.map(({ path, text }) => {
      const [time, branch, next] = text.split('\n') as [string, string, string]
      const fields = { ...emptyFields(), ...(next === '' ? {} : { next: { text: next } }) }
      return documentWith({ name: path.slice(0, -4), path, savedMs: Date.parse(time), branch, fields })
    }),
    broken: [],
    orphans: [],
  }),
  publish: (entry) =>
    entry.lane === 'auto'
      ? []
      : [
          {
            do: 'write',
            path: `${entry.name}.txt`,
            text: `${entry.saved.slice(0, 16)}Z\n${entry.where.branch ?? ''}\n${entry.next?.text ?? ''}`,
          },
        ],
  retract: () => [],
}
const log: Layout = { ...note, policy: { ...OWN_POLICY, onExisting: 'append' } }

const SAVED = Date.UTC(2026, 10, 15, 9, 42)
const PARENT = '20261115T084200123Z-7-k3f9xq2m7p4w'

function documentWith(parts: Partial<Document>): Document {
  return {
    name: 'auth',
    path: 'auth.txt',
    lane: 'named',
    savedMs: SAVED,
    fields: { ...emptyFields(), next: { text: 'Run npm test' } },
    extraKeys: {},
    extraSections: [],
    ...parts,
  }
}

function originWith(parts: Partial<Origin> = {}): Origin {
  return {
    parents: [],
    project: 'shop-1',
    files: [],
    offsetAt: () => 0,
    userHome: '/home/u',
    sha256: sha256Hex,
    ...parts,
  }
}

describe('an entry made from a document', () => {
  test('keeps the time, the branch, the lane and what it says [F1]', () => {
    const document = documentWith({
      lane: 'auto',
      branch: 'feat/auth',
      offsetMinutes: 480,
      by: { session: 's-1' },
      extraKeys: { mood: 'good' },
      extraSections: [{ title: ' Own\nidea ', text: '\n\n  kept\r\n' }],
    })
    const entry = entryFromDocument(document, note, originWith({ parents: [PARENT], worktree: '/w' }))
    expect(entry).toMatchObject({
      name: 'auth',
      lane: 'auto',
      kind: 'saved',
      parents: [PARENT],
      saved: '2026-11-15T17:42:00.000+08:00',
      by: { session: 's-1' },
      where: { project: 'shop-1', worktree: '/w', branch: 'feat/auth' },
      next: { text: 'Run npm test' },
      extraKeys: { mood: 'good' },
      extraSections: [{ title: 'Own idea', text: '  kept' }],
    })
    expect(parseId(entry.id)).toMatchObject({ ms: SAVED, generation: 8 })
    expect(parseEntry(printEntry(entry))).toStrictEqual(entry)
  })

  test('has the same id whenever, wherever and in whatever order of keys it is made', () => {
    const once = entryFromDocument(documentWith({ extraKeys: { a: 1, b: { c: 2, d: 3 } } }), note, originWith())
    const elsewhere = originWith({ project: 'other-2', worktree: '/elsewhere', files: [] })
    const again = documentWith({ path: 'copy.txt', extraKeys: { b: { d: 3, c: 2 }, a: 1 } })
    expect(entryFromDocument(again, note, elsewhere).id).toBe(once.id)
  })

  test('has the id of its minute, which every layout can tell, and the time as it is', () => {
    const [one, other] = [0, 59_999].map((ms) =>
      entryFromDocument(documentWith({ savedMs: SAVED + ms }), note, originWith()),
    )
    expect(other?.id).toBe(one?.id)
    expect(other?.saved).toBe('2026-11-15T09:42:59.999+00:00')
  })

  test('has another id where it says something else, or is of another layout', () => {
    const variants: Partial<Document>[] = [
      {},
      { name: 'other' },
      { lane: 'auto' },
      { branch: 'main' },
      { by: { session: 's' } },
      { savedMs: SAVED + 60_000 },
      { fields: emptyFields() },
      { extraKeys: { a: 1 } },
      { extraSections: [{ title: 'T', text: 'x' }] },
    ]
    const ids = variants.map((parts) => entryFromDocument(documentWith(parts), note, originWith()).id)
    const other = entryFromDocument(documentWith({}), { ...note, id: 'decision-log' }, originWith()).id
    expect(new Set([...ids, other]).size).toBe(variants.length + 1)
  })

  test('holds no secret, and its id tells nothing of one [F7]', () => {
    const secret = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_')
    const withSecret = (text: string): Document =>
      documentWith({ fields: { ...emptyFields(), next: { text } }, extraSections: [{ title: 'T', text }] })
    const entry = entryFromDocument(withSecret(`use ${secret}`), note, originWith())
    expect(JSON.stringify(entry)).not.toContain(secret)
    const another = entryFromDocument(withSecret(`use ${secret.replace('012', '999')}`), note, originWith())
    expect(another.id).toBe(entry.id)
  })

  test('is one that can be printed, whatever time the file claims', () => {
    fc.assert(
      fc.property(fc.double(), fc.option(fc.integer(), { nil: undefined }), (savedMs, minutes) => {
        const offset = minutes === undefined ? {} : { offsetMinutes: minutes }
        const entry = entryFromDocument(
          documentWith({ savedMs, ...offset }),
          note,
          originWith({ offsetAt: () => -720 }),
        )
        expect(parseEntry(printEntry(entry))).toStrictEqual(entry)
      }),
    )
  })
})

describe('a time without a zone', () => {
  const summer = Date.UTC(2026, 6, 1)
  const offsetAt = (ms: number): number => (ms >= summer ? 60 : 120)

  test('in a file is what the clock on the wall showed', () => {
    const entry = entryFromDocument(documentWith({}), note, originWith({ offsetAt: () => 330 }))
    expect(entry.saved).toBe('2026-11-15T09:42:00.000+05:30')
  })

  test('is read in the zone of that day, not of today', () => {
    const at = (ms: number): string =>
      entryFromDocument(documentWith({ savedMs: ms }), note, originWith({ offsetAt })).saved
    expect(at(summer + 3_600_000 * 5)).toBe('2026-07-01T05:00:00.000+01:00')
    expect(at(summer - 3_600_000 * 5)).toBe('2026-06-30T19:00:00.000+02:00')
  })

  test('of the file itself is a moment', () => {
    const files = [{ path: 'auth.txt', text: '', mtimeMs: SAVED }]
    const entry = entryFromDocument(documentWith({}), note, originWith({ files, offsetAt: () => 60 }))
    expect(entry.saved).toBe('2026-11-15T10:42:00.000+01:00')
  })
})

describe('what a layout can say of an entry', () => {
  const entry = entryFromDocument(
    documentWith({ branch: 'main', fields: { ...emptyFields(), next: { text: 'Go' }, task: { text: 'T' } } }),
    note,
    originWith(),
  )

  test('is what its own files would say, and nothing for what it has no place for', () => {
    const { task: _, ...rest } = { ...emptyFields(), next: { text: 'Go' }, task: undefined }
    expect(projection(note, entry, '/home/u')).toEqual(documentWith({ branch: 'main', fields: rest }))
    expect(projection(note, { ...entry, lane: 'auto' }, '/home/u')).toBeNull()
    expect(projection(note, { ...entry, kind: 'cleared' }, '/home/u')).toBeNull()
    expect(saidBy(note, { ...entry, kind: 'consumed' }, '/home/u')).toBeNull()
  })

  test('is the same whenever and wherever it was written', () => {
    const one = documentWith({ branch: 'main' })
    expect(sameContent(one, { ...one, path: 'b.txt', savedMs: 1, offsetMinutes: 60, by: {} })).toBe(true)
    expect(sameContent(one, { ...one, branch: 'side' })).toBe(false)
    expect(sameContent(one, { ...one, extraSections: [{ title: 'T', text: '' }] })).toBe(false)
  })

  test('finds the entry a document came from, although the entry knows more and secrets are gone from it', () => {
    const secret = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_')
    const document = documentWith({ branch: '', fields: { ...emptyFields(), next: { text: `use ${secret}` } } })
    const made = { ...entryFromDocument(document, note, originWith()), task: { text: 'only the entry knows' } }
    expect(findSaid(document, note, [entry, made], originWith())).toBe(made)
    expect(findSaid(documentWith({ branch: 'gone' }), note, [entry, made], originWith())).toBeNull()
    expect(findSaid(documentWith({ lane: 'auto' }), note, [entry, made], originWith())).toBeNull()
  })

  test('at another time is another checkpoint only where the layout never changes a file [D7]', () => {
    const document = documentWith({ branch: 'main', savedMs: SAVED + 60_000, fields: { ...entry } })
    expect(findSaid(document, note, [entry], originWith())).toBe(entry)
    expect(findSaid(document, log, [entry], originWith())).toBeNull()
    expect(findSaid({ ...document, savedMs: SAVED }, log, [entry], originWith())).toBe(entry)
  })
})
