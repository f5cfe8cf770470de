/** The autosave, deleting, names and answers of session-continuity. */
import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import { nameFrom } from '../../core/choose/name.js'
import { applyEdits } from '../files.js'
import { layout } from './layout.js'
import { ENTRY, fileAt, publish, documentOf } from '../../../test/support/session-continuity.js'

describe('the autosave', () => {
  const auto = entryWith({ lane: 'auto', task: { text: 'Move to v2' }, saved: '2026-11-15T22:05:00.000-03:30' })

  test('overwrites its own file and adds one line to the log, with the reason [C10]', () => {
    const files = [fileAt('autosave.md', '# Checkpoint: other\n'), fileAt('autosave-log.md', '# Autosave log\n- old')]
    const edits = publish(auto, files, 'goodnight')
    expect(edits.map((edit) => [edit.do, edit.path])).toEqual([
      ['write', 'memory/checkpoints/autosave.md'],
      ['append', 'memory/checkpoints/autosave-log.md'],
    ])
    expect(edits[1]).toMatchObject({ text: '\n- 2026-11-15 22:05 GMT-3:30 — goodnight — auth: Move to v2\n' })
  })

  test('keeps the name of its workstream, and is known as an autosave [C4] [C10]', () => {
    const after = applyEdits([], publish(auto), 0)
    expect(layout.scan(after).documents).toMatchObject([{ name: 'auth', lane: 'auto', fields: { task: auto.task } }])
    expect(documentOf('# Checkpoint: autosave\n', 'autosave.md')).toMatchObject({ name: 'autosave', lane: 'auto' })
    expect(documentOf('## Progress\n- x\n', 'autosave.md')).toMatchObject({ name: 'autosave', lane: 'auto' })
  })

  test('and a named checkpoint never touch each other’s files, even where they are called alike [C10]', () => {
    const named = fileAt('auth.md', '# Checkpoint: auth\n')
    expect(publish(auto, [named]).map(({ path }) => path)).not.toContain(named.path)
    for (const name of ['auth', 'autosave', 'autosave-log']) {
      const files = applyEdits([], publish(auto), 0)
      const edits = publish(entryWith({ name }), files)
      expect(edits.map(({ path }) => path).join()).not.toMatch(/autosave(-log)?\.md/)
      expect(layout.scan(applyEdits(files, edits, 0)).documents.map((one) => [one.name, one.lane])).toEqual([
        ['auth', 'auto'],
        [name, 'named'],
      ])
    }
  })

  test('has a log that is never a checkpoint [C4]', () => {
    expect(layout.scan([fileAt('autosave-log.md', '# Checkpoint: no\n## Progress\n- x\n')])).toEqual({
      documents: [],
      broken: [],
      orphans: [],
    })
  })

  test('that says nothing new is not logged again', () => {
    expect(publish(auto, applyEdits([], publish(auto), 0))).toEqual([])
  })
})

test('deleting takes the files of the workstream and no other; the log stays [C6]', () => {
  const files = [
    fileAt('auth.md', '# Checkpoint: auth\n'),
    fileAt('other.md', '# Checkpoint: auth\n'),
    fileAt('autosave.md', '# Checkpoint: auth\n'),
    fileAt('autosave-log.md', '- auth\n'),
  ]
  expect(layout.retract('auth', files).map(({ path }) => path)).toEqual([
    'memory/checkpoints/auth.md',
    'memory/checkpoints/autosave.md',
  ])
})

test('names must be kebab-case and say something [C7]', () => {
  for (const name of ['task', 'work', 'save', 'untitled', 'backup', 'Build Login'])
    expect(() => nameFrom(name, layout.policy.naming), name).toThrow('cannot be the name')
  expect(nameFrom('build-login-page', layout.policy.naming)).toBe('build-login-page')
})

describe('the answers', () => {
  const facts = { entry: ENTRY, nowMs: Date.parse('2026-11-17T09:43:00+08:00') }

  test('a save is confirmed with name, file, task and next action [C1]', () => {
    expect(layout.messages.saved({ entry: ENTRY, file: 'memory/checkpoints/build-login-page.md' }))
      .toBe(`Checkpoint "build-login-page" saved: memory/checkpoints/build-login-page.md
Task: Build login page with OAuth fallback
Next action: Run pytest tests/auth_test.py to verify login`)
  })

  test('a resume is the seed’s briefing, and asks [C5]', () => {
    expect(layout.messages.resumed({ ...facts, stale: [] }))
      .toBe(`📌 Resume: build-login-page — Build login page with OAuth fallback
Saved: 2026-11-15 09:42 GMT+8 (2 days ago)

✅ Progress:
- Wrote src/auth.py lines 45-120, login flow complete
- Added the form
  with both buttons

🔜 Next action: Run pytest tests/auth_test.py to verify login

Ready to continue? (yes/no)`)
  })

  test('what is stale is flagged before anything else, with the age on the first line [C5]', () => {
    const text = layout.messages.resumed({
      ...facts,
      stale: ['src/auth.py: missing', 'src/main.py: changed'],
    }) as string
    expect(text.split('\n').slice(0, 5)).toEqual([
      '⚠️ Stale warnings (saved 2 days ago):',
      '- src/auth.py: missing',
      '- src/main.py: changed',
      '',
      '📌 Resume: build-login-page — Build login page with OAuth fallback',
    ])
  })

  test('a delete says what it took, and text that could act on a terminal does not', () => {
    expect(layout.messages.cleared(['auth'], false)).toBe('Deleted checkpoint "auth"')
    expect(layout.messages.cleared(['auth', 'x'], true)).toBe('Deleted 2 checkpoint(s)')
    const entry = entryWith({ next: { text: '\u001b[31mred' }, done: [{ text: '\u202eabc' }] })
    expect(layout.messages.resumed({ entry, nowMs: 0, stale: ['\u001b[2J'] })).not.toMatch(/[\u001b\u202e]/)
  })
})
