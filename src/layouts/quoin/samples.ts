import { sampleFile, type LayoutSamples } from '../samples.js'

export const samples: LayoutSamples = {
  beside: [],
  strange: [
    sampleFile(
      '.workflow_artifacts/memory/checkpoints/2026-11-15-odd.md',
      `## Current stage\nimplement\n\n## Active task\nodd\n\n## Branch\nmain\n\n## My own notes\nkeep *this*\n\n- and this\n`,
    ),
  ],
  hopeless: '',
  folder: {
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
  },
}
