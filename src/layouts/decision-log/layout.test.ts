/** Where the files of the decision log lie, that none of them goes, and what the index says. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { applyEdits } from '../files.js'
import type { Edit } from '../layout.js'
import { layout } from './layout.js'
import { ENTRY, fileAt, publish, jsonOf } from '../../../test/support/decision-log.js'

describe('the place', () => {
  const scoped = '.claude/plans/auth/checkpoints/20261115T084231Z.json'
  const global = '.claude/checkpoints/20261115T084231Z.json'

  test.each([
    ['an active plan', '{"active_plan": "auth"}', scoped],
    ['no active plan', '{"active_plan": null}', global],
    ['an empty one', '{"active_plan": ""}', global],
    ['no index', null, global],
  ])('with %s [D2]', (_what, index, path) => {
    const files = index === null ? [] : [fileAt('state-index.json', index)]
    expect(publish(ENTRY, files)[0]).toMatchObject({ do: 'create', path })
    expect(layout.scan(files).broken).toEqual([])
  })

  test.each([
    '{"active_plan": ',
    '[]',
    '',
    '{"active_plan": 7}',
    '{"active_plan": "../../etc"}',
    '{"active_plan": "a/b"}',
  ])('is global with a broken index (%j), which is reported and left alone [D2] [D5]', (index) => {
    const files = [fileAt('state-index.json', index)]
    const edits = publish(ENTRY, files)
    expect(edits[0]).toMatchObject({ do: 'create', path: global })
    expect(layout.scan(files).broken).toMatchObject([{ path: '.claude/state-index.json' }])
    const isReadable = index.includes('"../') || index.includes('a/b') || index.includes('7')
    expect(edits).toHaveLength(isReadable ? 2 : 1)
  })

  test('of an active plan that the entry does not name is in the file, but not in the entry made from it [D2]', () => {
    const entry = entryWith({ task: { text: 's' } })
    const files = [fileAt('state-index.json', '{"active_plan": "auth"}')]
    const [edit] = publish(entry, files)
    expect(jsonOf(edit)['context']).toMatchObject({ active_plan: 'auth' })
    const [document] = layout.scan(applyEdits(files, [edit as Edit], 0)).documents
    expect(document).toMatchObject({ name: 'auth' })
    expect(document?.fields.plan).toBeUndefined()
  })

  test('names the workstream of files that say none: the plan, else "global"', () => {
    const names = (path: string, context = {}): string | undefined =>
      layout.scan([fileAt(path, JSON.stringify({ summary: 's', context }))]).documents[0]?.name
    expect(names('plans/Auth Plan/checkpoints/x.json')).toBe('auth-plan')
    expect(names('checkpoints/x.json')).toBe('global')
    expect(names('checkpoints/x.json', { active_plan: 'auth' })).toBe('auth')
  })
})

describe('append-only', () => {
  test('two in one second both survive, in their order [D7]', () => {
    const first = publish(ENTRY)
    const files = applyEdits([], first, 0)
    const second = publish({ ...ENTRY, next: { text: 'another' } }, files)
    const after = applyEdits(files, second, 0)
    expect(after.map(({ path }) => path)).toEqual([
      '.claude/checkpoints/20261115T084231Z.json',
      '.claude/checkpoints/20261115T084231Z-2.json',
    ])
    expect(layout.scan(after.toReversed()).documents.map(({ fields }) => fields.next?.text)).toEqual([
      'What to do next when resuming',
      'another',
    ])
    expect(publish(ENTRY, after)).toEqual([])
  })

  test('nothing is removed by a clear, and the answer says so [D7]', () => {
    const files = applyEdits([], publish(ENTRY), 0)
    expect(layout.retract('auth-refactor', files)).toEqual([])
    expect(layout.messages.cleared(['auth'], false)).toContain('append-only')
  })

  test('an autosave is not written', () => {
    expect(publish({ ...ENTRY, lane: 'auto' })).toEqual([])
  })

  test('an older checkpoint that is written later does not turn the index back [D5]', () => {
    const index = fileAt('state-index.json', '{"last_checkpoint": "2027-01-01T00:00:00Z"}')
    expect(publish(ENTRY, [index]).map((edit) => edit.do)).toEqual(['create'])
  })
})

describe('the index', () => {
  const indexAfter = (text: string): string => {
    const edit = publish(ENTRY, [fileAt('state-index.json', text)]).find(({ path }) =>
      path.endsWith('state-index.json'),
    )
    expect(edit).toMatchObject({ do: 'write', shared: true })
    return (edit as { text: string }).text
  }

  test.each([
    ['{"last_checkpoint":"2020-01-01T00:00:00Z","z":1}', '{"last_checkpoint":"2026-11-15T08:42:31Z","z":1}'],
    [
      '{\n\t"a": 1,\n\t"last_checkpoint" :  null\n}\n',
      '{\n\t"a": 1,\n\t"last_checkpoint" :  "2026-11-15T08:42:31Z"\n}\n',
    ],
    ['{\r\n  "a": [1]\r\n}', '{\r\n  "a": [1],\r\n  "last_checkpoint": "2026-11-15T08:42:31Z"\r\n}'],
    ['{"a":1}', '{"a":1,"last_checkpoint":"2026-11-15T08:42:31Z"}'],
    ['{}', '{"last_checkpoint": "2026-11-15T08:42:31Z"}'],
    ['{\n}', '{\n  "last_checkpoint": "2026-11-15T08:42:31Z"\n}'],
    ['\ufeff{"a": 1}', '\ufeff{"a": 1, "last_checkpoint": "2026-11-15T08:42:31Z"}'],
    [
      '{"b": {"last_checkpoint": 1}, "last\\u005fcheckpoint": {"x": "}"}}',
      '{"b": {"last_checkpoint": 1}, "last\\u005fcheckpoint": "2026-11-15T08:42:31Z"}',
    ],
  ])('%j gets the time and keeps every other byte [D5]', (before, after) => {
    expect(indexAfter(before)).toBe(after)
  })

  test('has the same keys and values as before, whatever they are [D5]', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('last_checkpoint', 'a"b', '{', 'x'))
    const index = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true, maxKeys: 5 })
    fc.assert(
      fc.property(index, fc.constantFrom(undefined, 2, '\t'), (json, space) => {
        const before = JSON.stringify({ ...json, last_checkpoint: null }, null, space)
        fc.pre(!/"(?:active_plan|__proto__|constructor|prototype)"/.test(before))
        const after = indexAfter(before)
        expect(JSON.parse(after)).toEqual({ ...JSON.parse(before), last_checkpoint: '2026-11-15T08:42:31Z' })
        expect(after.replace('"2026-11-15T08:42:31Z"', 'null')).toBe(before)
      }),
    )
  })
})

test('the confirmation is the seed’s, to the letter [D4]', () => {
  const rule = '━'.repeat(53)
  expect(layout.messages.saved({ entry: ENTRY, file: '.claude/checkpoints/20261115T084231Z.json' })).toBe(`${rule}
  CHECKPOINT SAVED
${rule}

  Location: .claude/checkpoints/20261115T084231Z.json
  Summary:  Working on X because Y — left off: at the form
  Decisions: 3 recorded
  Next:     What to do next when resuming

  This context will be surfaced on next session start.

${rule}`)
})
