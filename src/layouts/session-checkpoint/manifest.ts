import type { MemoryManifest } from '../manifest.js'

export const manifest: MemoryManifest<'session-checkpoint'> = {
  id: 'session-checkpoint',
  order: 2,
  base: 'memory',
  skill: /checkpoint-\{name\}\.md[^]*Left Off/,
  files: 'checkpoint-*.md and MEMORY.md',
  signs: { name: /^checkpoint-.+\.md$/, index: { file: 'MEMORY.md', holds: /^## +Active Checkpoints/m } },
}
