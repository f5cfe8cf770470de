/** Files that are gone: removed by somebody, or taken along by git. */
import { runGit } from '../platform/git/git.js'

/** A file that no commit ever had takes a walk through all of them. */
const MAX_MS = 3_000

/** False where it went with a change of branch or into a stash. Null: git cannot tell. `path`: below the worktree. */
export function isRemovedByHand(worktree: string, path: string): boolean | null {
  const here = runGit(worktree, ['ls-tree', '--name-only', '-z', 'HEAD', '--', path])
  if (!here.ok) return null
  if (here.stdout !== '') return true
  const words = ['log', '--all', '-1', '--format=%h', '--full-history', '--', path]
  const once = runGit(worktree, words, { timeoutMs: MAX_MS })
  return once.ok ? once.stdout.trim() === '' : null
}
