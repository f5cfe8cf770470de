import type { WorktreeManifest } from '../manifest.js'

export const manifest: WorktreeManifest<'template'> = {
  id: 'template',
  order: 100,
  base: 'worktree',
  files: 'bookmarks/*.json',
  signs: ['bookmarks'],
}
