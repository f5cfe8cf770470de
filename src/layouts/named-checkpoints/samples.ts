import { sampleFile, type LayoutSamples } from '../samples.js'

const STRANGE_MARKDOWN = `## Progress\n- one\n\n## Next Action\nRun it\n\n## My own notes\nkeep *this*\n\n- and this\n`

export const samples: LayoutSamples = {
  beside: [sampleFile('MEMORY.md', '\ufeff# Mine\r\n\r\nkeep\r\n\r\n## Rules\r\n- be kind\r\n')],
  strange: [
    sampleFile(
      'checkpoint-odd.md',
      `# Checkpoint: odd\n- **Branch:** \`main\`\n- **Saved:** 2026-11-15 09:42\n\n${STRANGE_MARKDOWN}`,
    ),
  ],
  hopeless: '',
  folder: {
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
  },
}
