/** What stands in a file of the decision log. */
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { applyEdits } from '../files.js'
import { layout } from './layout.js'
import { ENTRY, SEED, fileAt, publish, jsonOf } from '../../../test/support/decision-log.js'

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
