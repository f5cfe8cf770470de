/** Entries and files for the tests of quoin. */
import { entryWith } from './entries.js'
import type { Entry } from '../../src/core/entry/entry.js'
import { normaliseFields } from '../../src/core/entry/normalise.js'
import { applyEdits } from '../../src/layouts/files.js'
import type { Document, PublishContext, TextFile } from '../../src/layouts/layout.js'
import { layout as quoin } from '../../src/layouts/quoin/layout.js'

export const SAVED_MS: number = Date.parse('2026-11-15T09:00:00.000+01:00')
export const CONTEXT: PublishContext = { nowMs: SAVED_MS, offsetMinutes: 60, userHome: '/home/x' }
export const SESSION = '0b9f4a52-7c1d-4e55-9a0e-2f6d1c3b8a90'
const PLAN = '.workflow_artifacts/auth/current-plan.md'

export function full(parts: Partial<Entry> = {}): Entry {
  return entryWith({
    by: { session: SESSION },
    where: { branch: 'feat/auth' },
    stage: 'implement',
    intent: { text: 'Finish the token refresh' },
    plan: { path: PLAN },
    files: [
      { path: PLAN, role: 'plan' },
      { path: '.workflow_artifacts/auth/critic-response-3.md', role: 'critic-response' },
      { path: 'src/auth.ts', role: 'edited' },
    ],
    questions: [{ text: 'Rotate the key on logout?' }],
    decisions: [{ text: 'Keep argon2', why: 'the audit asks for it', rejected: ['bcrypt'] }],
    next: { text: 'Run npm test -- auth' },
    leftOff: { text: 'refresh() throws on a 401' },
    blockers: [{ text: 'the staging secret from Ana' }],
    ...parts,
  })
}

export function publish(entry: Entry, files: readonly TextFile[] = []): TextFile[] {
  return applyEdits(files, quoin.publish(entry, files, CONTEXT), SAVED_MS)
}

export function documentOf(files: readonly TextFile[]): Document {
  return quoin.scan(files).documents[0] as Document
}

export function entryFrom(document: Document): Entry {
  return entryWith({
    name: document.name,
    lane: document.lane,
    where: document.branch === undefined ? {} : { branch: document.branch },
    ...normaliseFields(document.fields),
    extraKeys: document.extraKeys,
    extraSections: document.extraSections,
  })
}
