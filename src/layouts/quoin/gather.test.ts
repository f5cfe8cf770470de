import { describe, expect, test } from 'vitest'
import { artifactRole, chooseArtifacts } from './artifacts.js'
import { parseLedger, printCheckpointRow } from './ledger.js'
import { type SessionFile, chooseSessionFile, parseSessionFile } from './gather.js'

const UUID = '0b9f4a52-7c1d-4e55-9a0e-2f6d1c3b8a90'

const STATE = `# Session

## Cost
- Session UUID: ${UUID}
- Phase: implement
- Recorded in cost ledger: yes

## Open questions
- Rotate the key on logout?

## Decisions made
- Keep argon2 (the audit asks for it)

## Unfinished work
1. Run npm test -- auth
2. Write the migration

## Log
a long log that is nobody's business
`

function parse(name: string, text: string, mtimeMs = 1): SessionFile {
  return parseSessionFile({ path: `.workflow_artifacts/memory/sessions/${name}`, text, mtimeMs })
}

describe('the state file of a session', () => {
  test('gives task, phase, id, questions, decisions and unfinished work [E3]', () => {
    expect(parse('2026-11-15-auth-refactor.md', STATE)).toEqual({
      path: '.workflow_artifacts/memory/sessions/2026-11-15-auth-refactor.md',
      mtimeMs: 1,
      name: 'auth-refactor',
      phase: 'implement',
      session: UUID,
      questions: [{ text: 'Rotate the key on logout?' }],
      decisions: [{ text: 'Keep argon2 (the audit asks for it)' }],
      unfinished: [{ text: 'Run npm test -- auth' }, { text: 'Write the migration' }],
      isSubAgent: false,
    })
  })

  test('says the same under the titles that the document of the skill uses [E3]', () => {
    const blocks = STATE.replace('## Cost', '## Cost block').replace('## Open questions', '## Open questions block')
    expect(parse('2026-11-15-auth-refactor.md', blocks)).toEqual(parse('2026-11-15-auth-refactor.md', STATE))
  })

  test('that says little gives little, and nothing is made up [E3]', () => {
    const state = parse(`${UUID}.md`, '## Cost\nPhase: (none)\nSession UUID: unknown\n## Open questions\n(none)\n')
    expect(state).toEqual({
      path: `.workflow_artifacts/memory/sessions/${UUID}.md`,
      mtimeMs: 1,
      questions: [],
      decisions: [],
      unfinished: [],
      isSubAgent: false,
    })
    expect(parse(`2026-11-15-${UUID}.md`, '## Cost\n**Task:** Auth refactor\n').name).toBe('auth-refactor')
  })

  test('is not taken over whole: long lists and texts are cut [E4]', () => {
    const text = `## Unfinished work\n${`- ${'x'.repeat(900)}\n`.repeat(90)}`
    const { unfinished } = parse('2026-11-15-a.md', text)
    expect(unfinished).toHaveLength(40)
    expect(unfinished[0]?.text.length).toBe(600)
  })

  test.each([
    ['2026-11-15-auth-subagent-2.md', '## Cost\n'],
    ['2026-11-15-agent-7fbc12.md', '## Cost\n'],
    ['2026-11-15-critic.md', '## Cost\nParent session: abc\n'],
    ['2026-11-15-critic.md', '## Cost\n- Sub-agent: yes\n'],
    [`${UUID}.md`, 'Spawned by: /review\n## Cost\n'],
  ])('of an agent that a session started is recognised: %s %j [E3]', (name, text) => {
    expect(parse(name, text).isSubAgent).toBe(true)
  })

  test('is not taken for one because it talks about agents', () => {
    expect(
      parse('2026-11-15-agent-registry.md', '## Cost\nSub-agent: no\n## Unfinished work\nParent: x\n').isSubAgent,
    ).toBe(false)
  })
})

describe('of several state files', () => {
  const older = parse('2026-11-15-auth.md', STATE, 10)
  const newer = parse('2026-11-14-zebra.md', '## Cost\nPhase: plan\n', 20)
  const helper = parse('2026-11-15-critic.md', '## Cost\nParent: x\nPhase: critic\n', 30)
  const copy = parse('2026-11-15-auth (conflicted copy).md', STATE, 40)

  test('the one written last counts, whatever its name [E3]', () => {
    expect(chooseSessionFile([older, newer])?.name).toBe('zebra')
    expect(chooseSessionFile([newer, older])?.name).toBe('zebra')
  })

  test('incident: a newer file of a sub-agent is passed over, and so are copies of sync programs [E3]', () => {
    expect(chooseSessionFile([older, newer, helper, copy])?.name).toBe('zebra')
    expect(chooseSessionFile([helper, copy])).toBeNull()
  })

  test('that of this session counts before any newer one [E3]', () => {
    expect(chooseSessionFile([older, newer, helper], UUID)?.name).toBe('auth')
    expect(chooseSessionFile([older, newer], '')?.name).toBe('zebra')
  })
})

describe('artifacts in flight', () => {
  const at = (path: string, mtimeMs: number): { path: string; mtimeMs: number } => ({
    path: `.workflow_artifacts/${path}`,
    mtimeMs,
  })

  test('are the newest of each kind, the highest number by value [E4]', () => {
    const files = [
      at('auth/current-plan.md', 5),
      at('billing/current-plan.md', 9),
      at('auth/architecture.md', 1),
      at('auth/critic-response-9.md', 30),
      at('auth/critic-response-10.md', 20),
      at('auth/review-2.md', 3),
      at('auth/notes.md', 99),
      at('memory/sessions/review-99.md', 99),
      at('auth/review-7 (conflicted copy).md', 99),
    ]
    expect(chooseArtifacts(files)).toEqual([
      { path: '.workflow_artifacts/billing/current-plan.md', role: 'plan' },
      { path: '.workflow_artifacts/auth/architecture.md', role: 'architecture' },
      { path: '.workflow_artifacts/auth/critic-response-10.md', role: 'critic-response' },
      { path: '.workflow_artifacts/auth/review-2.md', role: 'review' },
    ])
  })

  test('with two tasks in work only those of the active one count [E4]', () => {
    const files = [at('auth/current-plan.md', 5), at('billing/current-plan.md', 9), at('billing/review-3.md', 9)]
    expect(chooseArtifacts(files, 'auth')).toEqual([{ path: '.workflow_artifacts/auth/current-plan.md', role: 'plan' }])
    expect(chooseArtifacts(files, 'unheard-of')[0]?.path).toContain('billing')
  })

  test('in stages the numbers begin anew: the stage written to last counts [E4]', () => {
    const files = [
      at('auth/stage-1/review-4.md', 5),
      at('auth/stage-2/review-1.md', 8),
      at('auth/stage-2/review-2.md', 7),
    ]
    expect(chooseArtifacts(files, 'auth')[0]?.path).toBe('.workflow_artifacts/auth/stage-2/review-2.md')
  })

  test.each(['plan.md', 'review-.md', 'review-x.md', 'current-plan.md.bak', 'xcritic-response-1.md'])(
    'are known by their exact name: not %s',
    (name) => {
      expect(artifactRole(`.workflow_artifacts/auth/${name}`)).toBeNull()
    },
  )
})

describe('the cost ledger', () => {
  test('a row is that of the seed [E7]', () => {
    expect(printCheckpointRow({ session: UUID, date: '2026-11-15', note: 'save' })).toBe(
      `${UUID} | 2026-11-15 | checkpoint | haiku | task | save | 0\n`,
    )
    expect(printCheckpointRow({ date: '2026-11-15', note: 'restore' })).toBe(
      'unknown | 2026-11-15 | checkpoint | haiku | task | restore | 0\n',
    )
    expect(printCheckpointRow({ session: 'a|b\nc', date: '2026-11-15', note: 'save' }).split(' | ')).toHaveLength(7)
  })

  test('rows of 6, 7 and 8 columns are read, headings are none, others are counted [E7]', () => {
    const text = `# Cost Ledger

| UUID | Date | Phase | Model | Category | Notes |
|---|---|---|---|---|---|
u1 | 2026-11-13 | plan | opus | task | first
u2 | 2026-11-14 | checkpoint | haiku | task | save | 0
| u3 | 2026-11-15 | review | sonnet | task | round 2 | 0.4 | fallback |
torn | 2026-11-1
`
    const { rows, unreadable } = parseLedger(text)
    expect(rows).toEqual([
      { session: 'u1', date: '2026-11-13', skill: 'plan', tier: 'opus', kind: 'task', note: 'first' },
      { session: 'u2', date: '2026-11-14', skill: 'checkpoint', tier: 'haiku', kind: 'task', note: 'save', cost: '0' },
      {
        session: 'u3',
        date: '2026-11-15',
        skill: 'review',
        tier: 'sonnet',
        kind: 'task',
        note: 'round 2',
        cost: '0.4',
        more: 'fallback',
      },
    ])
    expect(unreadable).toBe(1)
  })
})
