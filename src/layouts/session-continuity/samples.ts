import { sampleFile, type LayoutSamples } from '../samples.js'

const STRANGE_MARKDOWN = `## Progress\n- one\n\n## Next Action\nRun it\n\n## My own notes\nkeep *this*\n\n- and this\n`

export const samples: LayoutSamples = {
  beside: [sampleFile('memory/checkpoints/autosave-log.md', '# Autosave log\n- [2026-05-12 15:50] autosave written')],
  strange: [
    sampleFile(
      'memory/checkpoints/odd.md',
      `# Checkpoint: odd\n\n**Created:** 2026-11-15 09:42 GMT+8\n**Task:** t\n**Status:** paused\n\nabove\n\n${STRANGE_MARKDOWN}`,
    ),
  ],
  hopeless: '\0\0',
  folder: {
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
  },
}
