/** Checkpoints, sentinels and answers of quoin. */
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import type { Entry } from '../../core/entry/entry.js'
import { applyEdits } from '../files.js'
import { layout as quoin } from './layout.js'
import { quoinMessages, sizeWarning, surfaceOf } from './messages.js'
import { SAVED_MS, SESSION, full, publish, documentOf, entryFrom } from '../../../test/support/quoin-layout.js'

const CHECKPOINT = `## Status
checkpoint save (voluntary)
## Current stage
implement
## Active task
auth
## Branch
feat/auth
## Last user intent
Finish the token refresh
## In-flight artifacts
- current-plan.md: .workflow_artifacts/auth/current-plan.md
- architecture.md: (none found)
- latest critic-response: .workflow_artifacts/auth/critic-response-3.md
- latest review: (none found)
- session-state: (none found)
## Open questions
- Rotate the key on logout?
## Decisions made
- Keep argon2
  - why: the audit asks for it
  - rejected: bcrypt
## Unfinished work
- Run npm test -- auth
- Left off: refresh() throws on a 401
- Blocked: the staging secret from Ana
## Restore hint
Run /checkpoint --restore in a fresh session to resume task 'auth' from branch 'feat/auth'.
`

test('the checkpoint has the name and the sections of the seed, with paths and no contents [E4] [E5]', () => {
  const [checkpoint] = publish(full())
  expect(checkpoint?.path).toBe('.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md')
  expect(checkpoint?.text).toBe(CHECKPOINT)
})

test('what is not known is said in the words of the seed [E5]', () => {
  const text = publish(entryWith({ where: {} }))[0]?.text ?? ''
  expect(text).toContain('## Branch\nunknown\n')
  expect(text.match(/\(none found\)/g)).toHaveLength(5)
  expect(text.match(/^\(none\)$/gm)).toHaveLength(5)
  expect(documentOf(publish(entryWith())).branch).toBeUndefined()
})

test('the sentinel of the session holds the path of the checkpoint in one line [E6]', () => {
  const sentinel = publish(full()).find((file) => file.path.endsWith('.txt'))
  expect(sentinel?.path).toBe(`.workflow_artifacts/memory/pending-restore-${SESSION}.txt`)
  expect(sentinel?.text).toBe('.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md\n')
})

test.each([undefined, '', '../../etc/cron', 'a/b', '.hidden'])(
  'without a session id that can be a name (%j) there is no sentinel, and the checkpoint is kept [E6]',
  (session) => {
    const paths = publish(full({ by: session === undefined ? {} : { session } })).map((file) => file.path)
    expect(paths).toEqual(['.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md'])
  },
)

describe('an autosave', () => {
  const auto = (): Entry => full({ lane: 'auto', next: { text: 'later' } })

  test('has its own file and touches no other [E5]', () => {
    const files = publish(auto(), publish(full()))
    expect(files.map((file) => file.path)).toContain(
      '.workflow_artifacts/memory/checkpoints/2026-11-15-auth-precompact.md',
    )
    expect(files[0]?.text).toBe(CHECKPOINT)
    expect(quoin.scan(files).documents.map(({ name, lane }) => [name, lane])).toEqual([
      ['auth', 'named'],
      ['auth', 'auto'],
    ])
  })

  test('does not take the sentinel away from what was meant, but uses a free one [E6]', () => {
    const after = publish(auto(), publish(full())).find((file) => file.path.endsWith('.txt'))
    expect(after?.text).toBe('.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md\n')
    const alone = publish(auto()).find((file) => file.path.endsWith('.txt'))
    expect(alone?.text).toContain('-precompact.md')
  })

  test('is told from a task that is merely called so', () => {
    const files = publish(entryWith({ name: 'fix-precompact' }))
    expect(documentOf(files)).toMatchObject({ name: 'fix-precompact', lane: 'named' })
  })
})

test('saving the same day again rewrites the file; another day adds one', () => {
  const again = publish(full({ stage: 'review' }), publish(full()))
  expect(again).toHaveLength(2)
  const tomorrow = publish(full({ saved: '2026-11-16T09:00:00.000+01:00' }), again)
  expect(tomorrow.map((file) => file.path)).toContain('.workflow_artifacts/memory/checkpoints/2026-11-16-auth.md')
})

test('a file of that day and task that was spelled otherwise is the one that is rewritten', () => {
  const path = '.workflow_artifacts/memory/checkpoints/2026-11-15-Auth.md'
  const files = publish(full({ by: {} }), [{ path, text: CHECKPOINT, mtimeMs: SAVED_MS }])
  expect(files.map((file) => file.path)).toEqual([path])
})

test('what the layout does not know survives: sections, lines, titles, other words', () => {
  const text = `# My notes
Written by hand.

## Status
waiting for Bob

## Active Task:
The big auth rewrite

## Branch
HEAD
## In-flight artifacts
- current-plan.md: \`plans/a b.md\`
- design: docs/design.md
## Risks
- none known

\`\`\`
code
\`\`\`
## Restore hint
Ask Bob first.
## Open questions
(none)
## Open questions
a second list
`
  const path = '.workflow_artifacts/memory/checkpoints/2026-11-15-auth.md'
  const document = documentOf([{ path, text: `\ufeff${text.replaceAll('\n', '\r\n')}`, mtimeMs: SAVED_MS }])
  expect(document.fields.plan).toEqual({ path: 'plans/a b.md' })
  expect(document.extraSections.map((section) => section.title)).toEqual(['Risks', 'Open questions'])
  const printed = publish(entryFrom(document))[0]?.text ?? ''
  for (const kept of [
    'Written by hand.',
    'waiting for Bob',
    'The big auth rewrite',
    '- design: docs/design.md',
    'Ask Bob',
  ])
    expect(printed).toContain(kept)
  expect({ ...documentOf(publish(entryFrom(document))), savedMs: 0 }).toEqual({ ...document, savedMs: 0 })
  expect(surfaceOf(document)).toContain('In-flight artifacts: 2 paths.')
})

test('what cannot be used is reported and hides nothing', () => {
  const folder = '.workflow_artifacts/memory/checkpoints/'
  const broken = ['2026-11-15-empty.md', '2026-11-15-zeros.md', 'README.md', '2026-11-15-auth (conflicted copy).md']
  const texts = ['', `${CHECKPOINT}\0\0`, CHECKPOINT, CHECKPOINT]
  const files = [
    ...broken.map((name, i) => ({ path: folder + name, text: texts[i] as string, mtimeMs: 1 })),
    { path: `${folder}2026-11-15-auth.sync-conflict-20261115-101010-ABCDEF.md`, text: CHECKPOINT, mtimeMs: 1 },
    { path: `${folder}2026-11-15-good.md`, text: CHECKPOINT, mtimeMs: 1 },
  ]
  const scan = quoin.scan(files)
  expect(scan.documents.map((document) => document.name)).toEqual(['good'])
  expect(scan.broken).toHaveLength(5)
  for (const one of scan.broken) expect(one.next).not.toBe('')
})

test('the date in the name counts where the time of the file does not fit it', () => {
  const file = { path: '.workflow_artifacts/memory/checkpoints/2026-11-10-auth.md', text: CHECKPOINT }
  expect(documentOf([{ ...file, mtimeMs: SAVED_MS }]).savedMs).toBe(Date.UTC(2026, 10, 10, 12))
  expect(documentOf([{ ...file, mtimeMs: Date.UTC(2026, 10, 10, 17) }]).savedMs).toBe(Date.UTC(2026, 10, 10, 17))
})

test('retract takes the checkpoints of the workstream and what points to them, and nothing else', () => {
  const before = publish(entryWith({ name: 'other', by: { session: 's2' } }))
  const both = publish(full({ lane: 'auto' }), publish(full(), before))
  expect(both).toHaveLength(5)
  expect(applyEdits(both, quoin.retract('auth', both), SAVED_MS)).toEqual(before)
})

test('the answers are those of the seed [E5] [E9]', () => {
  const facts = { entry: full(), file: 'c.md' }
  expect(quoinMessages.saved({ ...facts, sentinel: 's.txt' })).toBe(
    'Checkpoint saved to: c.md\nSentinel written: s.txt\nTo resume: /checkpoint --restore in a fresh session',
  )
  expect(quoinMessages.saved(facts)).toContain('not known')
  expect(surfaceOf(documentOf(publish(full())))).toBe(
    'Resuming task: auth. Branch: feat/auth. Last intent: Finish the token refresh.\nIn-flight artifacts: 2 paths.\nOpen questions: 1 item.',
  )
  expect(sizeWarning('c.md', 4096)).toBeNull()
  expect(sizeWarning('c.md', 4097)).toBe(
    '[quoin checkpoint] WARNING: checkpoint file c.md exceeds 4 KB soft cap (4097 bytes) — paths-not-content rule may be violated; check for accidentally-included content.',
  )
})

test('where a save cannot be announced it goes on with the warning of the seed [E2]', () => {
  expect(quoin.announces).toBe('[quoin-S-2: pidfile helpers unavailable; proceeding without lifecycle protection]')
})
