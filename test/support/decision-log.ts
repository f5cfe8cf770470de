/** An entry and files for the tests of the decision log. */
import { entryWith } from './entries.js'
import type { Entry } from '../../src/core/entry/entry.js'
import type { Edit, TextFile } from '../../src/layouts/layout.js'
import { layout } from '../../src/layouts/decision-log/layout.js'

const CONTEXT = { nowMs: 0, offsetMinutes: 0, userHome: '/home/me' }
export const ENTRY: Entry = entryWith({
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
export const SEED = `{
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

export function fileAt(path: string, text: string): TextFile {
  return { path: `.claude/${path}`, text, mtimeMs: 5 }
}

export function publish(entry: Entry, files: TextFile[] = []): Edit[] {
  return layout.publish(entry, files, CONTEXT)
}

export function jsonOf(edit: Edit | undefined): Record<string, unknown> {
  return JSON.parse((edit as { text: string }).text) as Record<string, unknown>
}
