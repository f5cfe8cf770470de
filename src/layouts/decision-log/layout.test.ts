import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import type { Entry } from '../../core/entry.js'
import { applyEdits } from '../common/apply-edits.js'
import type { Edit, TextFile } from '../layout.js'
import { decisionLog as layout } from './layout.js'

const CONTEXT = { nowMs: 0, offsetMinutes: 0, userHome: '/home/me' }
const ENTRY: Entry = entryWith({
  name: 'auth-refactor',
  saved: '2026-11-15T09:42:31.123+01:00',
  task: { text: 'Working on X because Y' },
  leftOff: { text: 'at the form' },
  plan: { path: '.claude/plans/auth', step: 3 },
  next: { text: 'What to do next when resuming' },
  decisions: [
    { text: 'Chose A', why: 'it is faster', rejected: ['B'] },
    { text: 'Deferred C until the release' },
    { text: 'Cookies', rejected: ['JWT', 'headers'] },
  ],
  blockers: [{ text: 'no key' }],
  questions: [{ text: 'which port?' }],
  context: [{ text: 'TDD phase: green' }],
  files: [{ path: 'file1.ts', role: 'edited' }, { path: 'seen.ts', role: 'read' }, { path: 'file2.ts' }],
})
const SEED = `{
  "timestamp": "2026-11-15T08:42:31Z",
  "summary": "Working on X because Y",
  "decisions": [
    "Chose A over B because [rationale]",
    "Deferred C until [condition]"
  ],
  "next_action": "What to do next when resuming",
  "blockers": [],
  "context": {
    "active_plan": null,
    "active_plan_stage": null,
    "active_tdd_phase": null,
    "files_in_progress": ["file1.ts", "file2.ts"]
  }
}
`

function fileAt(path: string, text: string): TextFile {
  return { path: `.claude/${path}`, text, mtimeMs: 5 }
}

function publish(entry: Entry, files: TextFile[] = []): Edit[] {
  return layout.publish(entry, files, CONTEXT)
}

function jsonOf(edit: Edit | undefined): Record<string, unknown> {
  return JSON.parse((edit as { text: string }).text) as Record<string, unknown>
}

describe('the file', () => {
  test('has the seed’s schema: what, which decisions and why, what next [D1] [D3]', () => {
    const [edit] = publish(ENTRY)
    expect((edit as { text: string }).text).toBe(`{
  "timestamp": "2026-11-15T08:42:31Z",
  "summary": "Working on X because Y — left off: at the form",
  "decisions": [
    "Chose A over B because it is faster",
    "Deferred C until the release",
    "Cookies (rejected: JWT; headers)"
  ],
  "next_action": "What to do next when resuming",
  "blockers": [
    "no key",
    "Question: which port?"
  ],
  "context": {
    "active_plan": "auth",
    "active_plan_stage": 3,
    "active_tdd_phase": "green",
    "files_in_progress": [
      "file1.ts",
      "file2.ts"
    ]
  },
  "dogear": {
    "workstream": "auth-refactor",
    "plan": ".claude/plans/auth"
  }
}
`)
  })

  test('gives back every field it holds [D3]', () => {
    const [document] = layout.scan(applyEdits([], publish(ENTRY), 0)).documents
    const { task, leftOff, plan, next, decisions, blockers, questions, context } = ENTRY
    expect(document).toMatchObject({
      name: 'auth-refactor',
      savedMs: Date.parse('2026-11-15T08:42:31Z'),
      offsetMinutes: 0,
      fields: { task, leftOff, plan, next, decisions, blockers, questions, context },
    })
    expect(document?.fields.files).toEqual([{ path: 'file1.ts' }, { path: 'file2.ts' }])
  })

  test('of the seed is read as given [D3]', () => {
    const { documents, broken } = layout.scan([fileAt('checkpoints/20261115T084231Z.json', SEED)])
    expect(broken).toEqual([])
    expect(documents).toMatchObject([
      {
        name: 'global',
        savedMs: Date.parse('2026-11-15T08:42:31Z'),
        fields: {
          task: { text: 'Working on X because Y' },
          next: { text: 'What to do next when resuming' },
          decisions: [
            { text: 'Chose A', why: '[rationale]', rejected: ['B'] },
            { text: 'Deferred C until [condition]' },
          ],
          files: [{ path: 'file1.ts' }, { path: 'file2.ts' }],
        },
        extraKeys: {},
      },
    ])
  })

  test.each<[string, object, object]>([
    ['a number', { active_plan: 'auth', active_plan_stage: 3 }, { plan: { path: '.claude/plans/auth', step: 3 } }],
    [
      'a number as text',
      { active_plan: 'auth', active_plan_stage: '3' },
      { plan: { path: '.claude/plans/auth', step: 3 } },
    ],
    [
      'a name',
      { active_plan: 'auth', active_plan_stage: 'review' },
      { plan: { path: '.claude/plans/auth' }, stage: 'review' },
    ],
    ['a number without a plan', { active_plan: null, active_plan_stage: 7 }, { stage: '7' }],
    ['null', { active_plan: 'auth', active_plan_stage: null }, { plan: { path: '.claude/plans/auth' } }],
  ])('may have a stage that is %s [D3]', (_what, context, fields) => {
    const json = JSON.stringify({ summary: 's', context })
    const [document] = layout.scan([fileAt('checkpoints/20261115T084231Z.json', json)]).documents
    const { stage, plan } = document?.fields ?? {}
    expect({ ...(plan && { plan }), ...(stage && { stage }) }).toEqual(fields)
  })

  test('keeps keys that nobody knows, at both levels, through an entry and back [D3]', () => {
    const json = { summary: 's', mood: { a: [1, null] }, context: { active_plan: null, ci: 7 } }
    const [document] = layout.scan([fileAt('checkpoints/x.json', JSON.stringify(json))]).documents
    const entry = entryWith({ extraKeys: document?.extraKeys ?? {}, task: { text: 's' } })
    const again = jsonOf(publish(entry)[0])
    expect(again['mood']).toEqual(json.mood)
    expect(again['context']).toMatchObject({ ci: 7 })
  })

  test('may hold decisions as objects, and single texts for lists', () => {
    const json = { decisions: [{ decision: 'Chose A', rationale: 'R', alternatives: ['B'] }, 7, null], blockers: 'one' }
    const [document] = layout.scan([fileAt('checkpoints/x.json', JSON.stringify(json))]).documents
    expect(document?.fields.decisions).toEqual([{ text: 'Chose A', why: 'R', rejected: ['B'] }, { text: '7' }])
    expect(document?.fields.blockers).toEqual([{ text: 'one' }])
  })
})

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
