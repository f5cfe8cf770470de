import type { MemoryManifest } from '../manifest.js'

export const manifest: MemoryManifest<'named-checkpoints'> = {
  id: 'named-checkpoints',
  order: 1,
  base: 'memory',
  skill: /checkpoint-\{name\}\.md[^]*Next Action/,
  files: 'checkpoint-*.md and MEMORY.md',
  signs: { name: /^checkpoint-.+\.md$/, index: { file: 'MEMORY.md', holds: /^## +Active Checkpoints/m } },
  // It keeps what is resumed, so a wrong guess loses nothing.
  isDefault: true,
}
