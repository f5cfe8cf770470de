import { describe, expect, test } from 'vitest'
import { entryWith } from '../../../test/support/entries.js'
import type { Entry } from '../../core/entry.js'
import { emptyFields } from '../../core/entry.js'
import { nameFrom } from '../../core/name.js'
import { applyEdits } from '../common/apply-edits.js'
import type { Document, Edit, TextFile } from '../layout.js'
import { sessionContinuity as layout } from './layout.js'

const CONTEXT = { nowMs: 0, offsetMinutes: 0, userHome: '/home/me' }
const WRITTEN = `# Checkpoint: build-login-page

**Created:** 2026-11-15 09:42 GMT+8
**Task:** Build login page with OAuth fallback

## Progress
- Wrote src/auth.py lines 45-120, login flow complete
- Added the form
  with both buttons

## Next Action
Run pytest tests/auth_test.py to verify login

## Blockers
- Git conflict in src/main.py lines 80-95
- Question: which scopes does the fallback need?

## Key Decisions
- Chose signed cookies over JWT because logout must work at once
- Kept the old endpoint

## Relevant Context
- User prefers verbose error messages
- Branch: feature/login
- Stage: review
- Plan: ~/.claude/plans/login.md (step 2 of 5)
- Left off: in the middle of the form
- Last intent: make it work
- File: src/auth.py (edited)
- File: "my file (edited)"
- Failed: jose — no ESM build
- Failed: passport
- Command: pytest tests/auth_test.py
`
const ENTRY: Entry = entryWith({
  name: 'build-login-page',
  saved: '2026-11-15T09:42:31.123+08:00',
  where: { branch: 'feature/login' },
  task: { text: 'Build login page with OAuth fallback' },
  stage: 'review',
  plan: { path: '~/.claude/plans/login.md', step: 2, of: 5 },
  next: { text: 'Run pytest tests/auth_test.py to verify login' },
  leftOff: { text: 'in the middle of the form' },
  done: [
    { text: 'Wrote src/auth.py lines 45-120, login flow complete' },
    { text: 'Added the form\nwith both buttons', observed: 'transcript 7' },
  ],
  failed: [{ text: 'jose', why: 'no ESM build' }, { text: 'passport' }],
  decisions: [
    { text: 'Chose signed cookies', why: 'logout must work at once', rejected: ['JWT'] },
    { text: 'Kept the old endpoint' },
  ],
  blockers: [{ text: 'Git conflict in src/main.py lines 80-95' }],
  questions: [{ text: 'which scopes does the fallback need?' }],
  context: [{ text: 'User prefers verbose error messages' }],
  files: [{ path: 'src/auth.py', role: 'edited', bytes: 7, hash: '9f86d081884c7d65' }, { path: 'my file (edited)' }],
  commands: [{ text: 'pytest tests/auth_test.py' }],
  intent: { text: 'make it work' },
})

function fileAt(path: string, text: string, mtimeMs = 0): TextFile {
  return { path: `memory/checkpoints/${path}`, text, mtimeMs }
}

function publish(entry: Entry, files: TextFile[] = [], reason?: string): Edit[] {
  return layout.publish(entry, files, { ...CONTEXT, ...(reason === undefined ? {} : { reason }) })
}

function documentOf(text: string, path = 'x.md'): Document {
  return layout.scan([fileAt(path, text)]).documents[0] as Document
}

describe('the file', () => {
  test('has exactly the shape of the seed [C2]', () => {
    expect(publish(ENTRY)).toEqual([{ do: 'write', path: 'memory/checkpoints/build-login-page.md', text: WRITTEN }])
  })

  test('gives every field back that it holds, the time to the minute [C1] [C2]', () => {
    const { id: _id, kind: _kind, parents: _parents, lane, name, saved: _saved, by: _by, where, ...rest } = ENTRY
    const { extraKeys, extraSections, ...fields } = rest
    expect(documentOf(WRITTEN, 'build-login-page.md')).toEqual({
      name,
      lane,
      path: 'memory/checkpoints/build-login-page.md',
      savedMs: Date.parse('2026-11-15T09:42:00+08:00'),
      offsetMinutes: 480,
      branch: where.branch,
      extraKeys,
      extraSections,
      fields: {
        ...fields,
        done: fields.done.map(({ text }) => ({ text })),
        files: [{ path: 'src/auth.py', role: 'edited' }, { path: 'my file (edited)' }],
      },
    })
  })

  test('has all its sections where there is nothing to say, and says nothing then [C2]', () => {
    const [edit] = publish(entryWith())
    const text = (edit as { text: string }).text
    expect(text.match(/^## .*$/gm)).toEqual([
      '## Progress',
      '## Next Action',
      '## Blockers',
      '## Key Decisions',
      '## Relevant Context',
    ])
    expect(documentOf(text).fields).toEqual(emptyFields())
  })

  test('may be the bare template: its comments and its Age line say nothing [C2]', () => {
    const template = `# Checkpoint: fresh-start

**Created:** 2026-11-15 09:42 GMT+8
**Task:** one line

## Progress
<!-- What was completed — be specific -->

## Next Action
<!-- Exact next step:
file, command, decision -->
Run it

## Blockers
<!-- Concrete obstacles -->

## Relevant Context
<!-- Files -->

**Age:** Derived from file mtime at resume time
`
    expect(documentOf(template).fields).toEqual({
      ...emptyFields(),
      task: { text: 'one line' },
      next: { text: 'Run it' },
    })
  })

  test.each([
    ['2026-11-15 09:42 GMT+8', '2026-11-15T01:42Z', 480],
    ['2026-11-15 09:42 GMT-3:30', '2026-11-15T13:12Z', -210],
    ['2026-11-15 09:42 UTC', '2026-11-15T09:42Z', 0],
    ['2026-11-15T09:42:11Z', '2026-11-15T09:42Z', 0],
    ['2026-11-15 09:42:11 +0530', '2026-11-15T04:12Z', 330],
    ['2026-11-15, 9:42 (GMT+8)', '2026-11-15T01:42Z', 480],
    // Without a zone it is what the clock on the wall showed.
    ['2026-11-15 09:42', '2026-11-15T09:42Z', undefined],
    ['2026-11-15', '2026-11-15T00:00Z', undefined],
    ['yesterday', '1970-01-01T00:00Z', undefined],
  ])('%s is a time', (created, utc, offset) => {
    const document = documentOf(`# Checkpoint: x\n**Created:** ${created}\n`)
    expect([document.savedMs, document.offsetMinutes]).toEqual([Date.parse(utc), offset])
  })

  test('may be written by hand in many ways', () => {
    const hand = `\ufeff# checkpoint: Login Page\r\n- **Created**: 2026-11-15 09:42\r\nTask: the login\r\n\r\n### Progress:\r\n* [x] form\r\n  1. nested\r\nlazy\r\n\r\nA paragraph\r\n\r\n## Next steps\r\n- Run it\r\n## Blockers\r\nNone.\r\n## Context\r\n\`\`\`sh\r\n## not a heading\r\n\`\`\`\r\n`
    expect(documentOf(hand, 'Login Page.md')).toMatchObject({
      name: 'login-page',
      fields: {
        task: { text: 'the login' },
        next: { text: 'Run it' },
        done: [{ text: '[x] form\n1. nested\nlazy' }, { text: 'A paragraph' }],
        blockers: [],
        context: [{ text: '```sh\n## not a heading\n```' }],
      },
    })
  })

  test('is left alone while it says the same, however it was written', () => {
    const hand = fileAt('auth.md', '# Checkpoint: auth\nCreated: 2026-11-15 09:00\n\n### Progress:\n* one\n')
    const said = entryWith({ done: [{ text: 'one' }] })
    expect(publish(said, [hand])).toEqual([])
    expect(publish({ ...said, saved: '2026-11-15T09:01:00.000+01:00' }, [hand])).toHaveLength(1)
    expect(publish({ ...said, done: [] }, [hand])).toHaveLength(1)
  })

  test('of a workstream is the one that is there, whatever its name looks like', () => {
    const hand = fileAt('Login Page.md', '# Checkpoint: Login Page\n')
    expect(publish(entryWith({ name: 'login-page' }), [hand])).toMatchObject([{ path: hand.path }])
  })

  test('that cannot be read is not written over: the new one steps aside', () => {
    const foreign = fileAt('auth.md', 'my shopping list')
    const [edit] = publish(entryWith(), [foreign])
    expect(edit).toMatchObject({ do: 'write', path: 'memory/checkpoints/auth_.md' })
    const after = applyEdits([foreign], [edit as Edit], 0)
    expect(layout.scan(after)).toMatchObject({ documents: [{ name: 'auth' }], broken: [{ path: foreign.path }] })
  })
})

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
