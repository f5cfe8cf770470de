/** An entry and files for the tests of session-continuity. */
import { entryWith } from './entries.js'
import type { Entry } from '../../src/core/entry/entry.js'
import type { Document, Edit, TextFile } from '../../src/layouts/layout.js'
import { layout } from '../../src/layouts/session-continuity/layout.js'

const CONTEXT = { nowMs: 0, offsetMinutes: 0, userHome: '/home/me' }
export const WRITTEN = `# Checkpoint: build-login-page

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
export const ENTRY: Entry = entryWith({
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

export function fileAt(path: string, text: string, mtimeMs = 0): TextFile {
  return { path: `memory/checkpoints/${path}`, text, mtimeMs }
}

export function publish(entry: Entry, files: TextFile[] = [], reason?: string): Edit[] {
  return layout.publish(entry, files, { ...CONTEXT, ...(reason === undefined ? {} : { reason }) })
}

export function documentOf(text: string, path = 'x.md'): Document {
  return layout.scan([fileAt(path, text)]).documents[0] as Document
}
