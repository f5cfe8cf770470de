/** Folders as people have them: files of each system, written by hand and by agents, in the forms its document describes. */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LayoutId } from '../../../src/layouts/layout.js'

export interface Sample {
  files: Record<string, string>
  /** When each file was written; a file that is not named here, on 1 March. */
  times?: Record<string, string>
  /** Every checkpoint in them: its workstream, the time it was saved, and a text that only it has. */
  says: readonly (readonly [name: string, saved: string, text: string])[]
}

const MARCH = '2026-03-01T12:00:00Z'

const NAMED: Sample = {
  files: {
    'MEMORY.md':
      '# Project Memory\n\n## Active Checkpoints\n\n- **auth-refactor** (feat/auth, Feb 06 14:20) — Token rotation\n- **docs** (main, Feb 07 09:05) — Rewrite the guide\nResume any: `continue {name}`\n\n## Conventions\n\n- Tabs, never spaces\n',
    'checkpoint-auth-refactor.md':
      '# Checkpoint: auth-refactor\n- **Branch:** `feat/auth`\n- **Saved:** 2026-02-06 14:20\n- **Plan:** `~/.claude/plans/rotate.md` (step 3 of 7)\n\n## Next Action: Write the rotation test\nIn src/auth/rotate.test.ts, beside the happy path.\n\n## Done This Session\n- Wrote src/auth/rotate.ts lines 1-80\n\n## Failed Approaches\n- jose — no build for this runtime\n\n## Modified Files\n- src/auth/rotate.ts\n\n## Reviewer Notes\nKeep the old key for one day.\n',
    'checkpoint-docs.md':
      'Checkpoint: docs\n- Branch: main\n- Saved: 2026-02-07 09:05\n\n## Next Action\nFinish docs/guide.md\n\n## Done This Session\n* Outline\n\n## Failed Approaches\n- None\n\n## Modified Files\n- docs/guide.md\n',
  },
  says: [
    ['auth-refactor', '2026-02-06T14:20', 'Keep the old key for one day.'],
    ['docs', '2026-02-07T09:05', 'Finish docs/guide.md'],
  ],
}

const SESSION: Sample = {
  files: {
    'MEMORY.md':
      '# Project Memory\r\n\r\n## Active Checkpoints\r\n\r\n- **my-feature** (main, Jan 12) — Cart totals\r\nResume any: `continue` or `continue {name}`\r\n',
    'checkpoint-my-feature.md':
      '# Checkpoint: my-feature\r\n- **Branch:** `main`\r\n- **Saved:** 2026-01-12 18:40\r\n\r\n## Left Off\r\nTotals are right for one currency.\r\nOpen: round per line or per cart?\r\n\r\n## Done This Session\r\n- src/cart/total.ts\r\n\r\n## Failed Approaches\r\n- Floats — sums drift\r\n\r\n## Modified Files\r\n- src/cart/total.ts\r\n',
  },
  says: [['my-feature', '2026-01-12T18:40', 'sums drift']],
}

const CONTINUITY: Sample = {
  files: {
    'memory/checkpoints/build-login-page.md':
      '# Checkpoint: build-login-page\n**Created:** 2026-02-03 21:15 GMT+8\n**Task:** Build login page with OAuth fallback\n\n## Progress\n<!-- What was completed — be specific -->\n- Wrote src/auth.py lines 45-120, login flow complete\n\n## Next Action\nRun pytest tests/auth_test.py to verify login\n\n## Blockers\n- Git conflict in src/main.py lines 80-95\n\n## Key Decisions\n- Sessions over JWT because they can be revoked\n\n## Relevant Context\n- User prefers verbose error messages\n\n## Links\nhttps://example.com/spec\n',
    'memory/checkpoints/q1-data-analysis.md':
      '# Checkpoint: q1-data-analysis\n**Created:** 2026-02-05 08:00 GMT+0\n**Task:** Analyse the first quarter\n\n## Progress\n- Loaded data/q1.csv\n\n## Next Action\nPlot revenue by week\n\n## Blockers\n\n## Key Decisions\n\n## Relevant Context\n',
    'memory/checkpoints/autosave.md':
      '# Checkpoint: q1-data-analysis\n**Created:** 2026-02-05 09:30 GMT+0\n**Task:** Analyse the first quarter\n\n## Progress\n- Plotted revenue to out/revenue.png\n\n## Next Action\nCompare with last year\n',
    'memory/checkpoints/autosave-log.md': '- 2026-02-05 09:30 GMT+0 — context 72 % — q1-data-analysis\n',
  },
  says: [
    ['build-login-page', '2026-02-03T21:15:00.000+08:00', 'https://example.com/spec'],
    ['q1-data-analysis', '2026-02-05T08:00:00.000+00:00', 'Plot revenue by week'],
    ['q1-data-analysis', '2026-02-05T09:30:00.000+00:00', 'Compare with last year'],
  ],
}

const decided = (parts: object): string =>
  `${JSON.stringify({ decisions: [], next_action: '', blockers: [], context: { active_plan: null, active_plan_stage: null, active_tdd_phase: null, files_in_progress: [] }, ...parts }, null, 2)}\n`

const LOG: Sample = {
  files: {
    '.claude/state-index.json': '{\n  "active_plan": "rotate-keys",\n  "owner": "platform"\n}\n',
    '.claude/checkpoints/20260110T080000Z.json': decided({
      timestamp: '2026-01-10T08:00:00Z',
      summary: 'Working on the importer because the old one drops rows',
      decisions: ['Chose streaming over batches because of memory', 'Deferred retries until the queue is in'],
      next_action: 'Measure src/importer.ts with 1 GB',
      blockers: ['No sample file yet'],
      reviewer: { team: 'data' },
    }),
    '.claude/checkpoints/20260111T080000Z.json': decided({
      timestamp: '2026-01-11T08:00:00Z',
      summary: 'Importer measured',
      next_action: 'Write the report',
    }),
    '.claude/checkpoints/20260111T080000Z-2.json': decided({
      timestamp: '2026-01-11T08:00:00Z',
      summary: 'The second of one second',
      next_action: 'Send the report',
    }),
    '.claude/plans/rotate-keys/checkpoints/20260115T101500Z.json': decided({
      timestamp: '2026-01-15T10:15:00Z',
      summary: 'Rotation designed',
      next_action: 'Write src/rotate.ts',
      context: {
        active_plan: 'rotate-keys',
        active_plan_stage: 'review',
        active_tdd_phase: 'red',
        files_in_progress: ['src/rotate.ts'],
        ticket: 'K-12',
      },
    }),
  },
  says: [
    ['global', '2026-01-10T08:00:00.000+00:00', 'Deferred retries'],
    ['global', '2026-01-11T08:00:00.000+00:00', 'Write the report'],
    ['global', '2026-01-11T08:00:00.000+00:00', 'Send the report'],
    ['rotate-keys', '2026-01-15T10:15:00.000+00:00', 'K-12'],
  ],
}

const QUOIN: Sample = {
  files: {
    '.workflow_artifacts/memory/checkpoints/2026-02-10-invoice-export.md':
      "## Status\ncheckpoint save (voluntary)\n\n## Current stage\nimplement\n\n## Active task\ninvoice-export\n\n## Branch\nfeat/invoices\n\n## Last user intent\nMake the CSV match the ledger.\n\n## In-flight artifacts\n- current-plan.md: .workflow_artifacts/invoice-export/current-plan.md\n- architecture.md: (none found)\n- latest critic-response: (none found)\n- latest review: (none found)\n- session-state: (none found)\n\n## Open questions\n- Which rounding does the ledger use?\n\n## Decisions made\n- Stream rows, because exports reach 2 GB\n\n## Unfinished work\n- Columns 7 to 9\n\n## Restore hint\nRun /checkpoint --restore in a fresh session to resume task 'invoice-export' from branch 'feat/invoices'.\n\n## Field notes\nAsk finance on Monday.\n",
    '.workflow_artifacts/memory/checkpoints/2026-02-11-invoice-export-precompact.md':
      '## Status\ncheckpoint save (precompact)\n\n## Current stage\nreview\n\n## Active task\ninvoice-export\n\n## Branch\nfeat/invoices\n\n## Last user intent\nCheck the totals.\n\n## In-flight artifacts\n- current-plan.md: (none found)\n\n## Open questions\n(none)\n\n## Decisions made\n(none)\n\n## Unfinished work\n(none)\n',
  },
  times: {
    '.workflow_artifacts/memory/checkpoints/2026-02-10-invoice-export.md': '2026-02-10T16:45:10.250Z',
    '.workflow_artifacts/memory/checkpoints/2026-02-11-invoice-export-precompact.md': '2026-02-11T09:00:00Z',
  },
  says: [
    ['invoice-export', '2026-02-10T16:45:10.250+00:00', 'Ask finance on Monday.'],
    ['invoice-export', '2026-02-11T09:00:00.000+00:00', 'Check the totals.'],
  ],
}

export const SAMPLES: Record<LayoutId, Sample> = {
  'named-checkpoints': NAMED,
  'session-checkpoint': SESSION,
  'session-continuity': CONTINUITY,
  'decision-log': LOG,
  quoin: QUOIN,
}

export function writeSample(folder: string, { files, times = {} }: Sample): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    setTime(join(folder, path), times[path] ?? MARCH)
  }
}

export function setTime(path: string, iso: string): void {
  const time = (Date.parse(iso) + 0.5) / 1000
  utimesSync(path, time, time)
}

/** Every file below a folder with its bytes, time and rights. */
export function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const { mtimeNs, mode } = statSync(path, { bigint: true })
      return [path.slice(folder.length + 1), `${mode} ${mtimeNs} ${readFileSync(path, 'base64')}`]
    }),
  )
}
