/** Lists of paths that git knows, for comparing the work tree with what was saved. Empty where git cannot tell. */
import { runGit } from '../platform/git.js'

export function conflictedFiles(worktree: string): string[] {
  return paths(runGit(worktree, ['diff', '--name-only', '--diff-filter=U', '--no-ext-diff', '--no-textconv', '-z']))
}

/** Tracked files and untracked ones that are not ignored. */
export function listFiles(worktree: string): string[] {
  return paths(
    runGit(worktree, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { maxBytes: 64_000_000 }),
  )
}

function paths(result: { ok: boolean; stdout: string }): string[] {
  return result.ok ? [...new Set(result.stdout.split('\0').filter((path) => path !== ''))] : []
}
