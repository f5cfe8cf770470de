/** Valid inputs that several targets begin from. */
import { emptyFields, type Entry } from '../../src/core/entry/entry.js'
import { makeId } from '../../src/core/entry/id.js'
import { printEntry } from '../../src/core/entry/print.js'
import { sealText } from '../../src/core/entry/seal.js'
import { sha256Hex } from '../../src/platform/files/hash.js'

const SAVED_MS = Date.UTC(2026, 10, 15, 8, 0, 0)
const OTHER_ID = makeId(SAVED_MS - 60_000, [], new Uint8Array(12).fill(7))

/** One with something in every field. */
export const ENTRY: Entry = {
  ...emptyFields(),
  id: makeId(SAVED_MS, [OTHER_ID], new Uint8Array(12)),
  name: 'auth',
  lane: 'named',
  kind: 'saved',
  parents: [OTHER_ID],
  saved: '2026-11-15T09:00:00.000+01:00',
  by: { user: 'ada', host: 'box', agent: 'claude-code', session: 'f00-1' },
  where: { branch: 'fix/auth', head: 'a'.repeat(40), worktree: '/home/me/shop' },
  task: { text: 'Rotate the keys of the gateway' },
  next: { text: 'Run `npm test` in src/keys' },
  leftOff: { text: 'src/keys.ts:40\n\nThe second key is read, and not yet used.' },
  plan: { path: 'docs/plan.md', step: 3, of: 7 },
  done: [{ text: 'the first key is rotated', observed: 'transcript 120' }, { text: '## not a heading' }],
  failed: [{ text: 'one key for both', why: 'the old clients cannot read it' }],
  decisions: [{ text: 'two keys for a week', why: 'no client is cut off', rejected: ['at once', 'never'] }],
  questions: [{ text: 'who removes the old one?' }],
  constraints: [{ text: 'do not touch the vendor folder' }],
  files: [{ path: 'src/keys.ts', role: 'edited', note: 'half done' } as Entry['files'][number], { path: 'a b/"c".ts' }],
  context: [{ text: 'the gateway restarts at night' }],
  extraKeys: { label: 'Auth keys', 'x-mine': { a: [1, null, 'b'] } },
  extraSections: [{ title: 'Mine', text: '- a\n- b' }],
}

const PAGE: Entry = {
  ...ENTRY,
  page: {
    closed: [{ id: 'f-3k9x', by: 'stated', at: '2026-11-15T08:00:00.000Z' }],
    earlier: [{ kind: 'done', count: 4, entry: OTHER_ID }],
  } as unknown as NonNullable<Entry['page']>,
}

export const ENTRY_TEXTS: readonly string[] = [ENTRY, PAGE, { ...ENTRY, lane: 'auto' as const, parents: [] }].map(
  (entry) => sealText(printEntry(entry), sha256Hex),
)

export const PLAN_TEXT: string = [
  '# Plan: two keys',
  'Status: step 2 of 3',
  '## Steps',
  '1. [x] read the **first** key (`src/keys.ts`)',
  '2. [ ] read the second',
  '   - [ ] with a test',
  '### Step 3: remove the old one',
  '- [ ] ask the vendor, see docs/plans/2026-11-vendor.md',
  '```sh',
  'npm test',
  '```',
  '| step | state |',
  '| --- | --- |',
  '| 4 | open |',
  '',
].join('\n')

export const STATE_TEXT: string = [
  '# SESSION STATE',
  '## Current Task',
  'Rotate the keys',
  '## Next Steps',
  '- [ ] run the tests',
  '- [x] read the first',
  '## Blockers',
  'none',
  '## Key Decisions',
  '- two keys — no client is cut off',
  '<!-- a comment -->',
  '',
].join('\n')

/** What git writes into its own folder. */
export const SHA: string = '1234567890abcdef'.repeat(3).slice(0, 40)
