import { sampleFile, type LayoutSamples } from '../samples.js'

const STRANGE_MARKDOWN = `## Progress\n- one\n\n## Next Action\nRun it\n\n## My own notes\nkeep *this*\n\n- and this\n`

export const samples: LayoutSamples = {
  beside: [sampleFile('MEMORY.md', '# Mine\n\nkeep')],
  strange: [
    sampleFile(
      'checkpoint-odd.md',
      `# Checkpoint: odd\n- **Branch:** \`main\`\n- **Saved:** 2026-11-15 09:42\n\n## Left Off\nhere\n\n${STRANGE_MARKDOWN}`,
    ),
  ],
  hopeless: '',
  folder: {
    files: {
      'MEMORY.md':
        '# Project Memory\r\n\r\n## Active Checkpoints\r\n\r\n- **my-feature** (main, Jan 12) — Cart totals\r\nResume any: `continue` or `continue {name}`\r\n',
      'checkpoint-my-feature.md':
        '# Checkpoint: my-feature\r\n- **Branch:** `main`\r\n- **Saved:** 2026-01-12 18:40\r\n\r\n## Left Off\r\nTotals are right for one currency.\r\nOpen: round per line or per cart?\r\n\r\n## Done This Session\r\n- src/cart/total.ts\r\n\r\n## Failed Approaches\r\n- Floats — sums drift\r\n\r\n## Modified Files\r\n- src/cart/total.ts\r\n',
    },
    says: [['my-feature', '2026-01-12T18:40', 'sums drift']],
  },
}
