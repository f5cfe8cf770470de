import type { WorktreeManifest } from '../manifest.js'

export const manifest: WorktreeManifest<'decision-log'> = {
  id: 'decision-log',
  order: 4,
  base: 'worktree',
  skill: /state-index\.json[^]*\/checkpoints/,
  files: '.claude/checkpoints/*.json',
  signs: ['.claude/checkpoints', '.claude/state-index.json'],
  atStart: 'latest',
}
