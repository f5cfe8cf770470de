import type { WorktreeManifest } from '../manifest.js'

export const manifest: WorktreeManifest<'session-continuity'> = {
  id: 'session-continuity',
  order: 3,
  base: 'worktree',
  skill: /memory\/checkpoints\/(?:<name>|autosave)/,
  files: 'memory/checkpoints/*.md',
  signs: ['memory/checkpoints'],
}
