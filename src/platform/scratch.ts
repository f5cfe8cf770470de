/** A private folder for something that ends with this run, and git in it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function makeScratchFolder(prefix: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), prefix)))
}

/**
 * Unlike git.ts this one writes, and so only in a folder made above, whose content is ours. It sees none of the user's
 * settings: no hooks, no signing, no template. False: git is missing or said no.
 */
export function runScratchGit(folder: string, args: readonly string[]): boolean {
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null'
  const env = {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: nothing,
    GIT_CONFIG_SYSTEM: nothing,
    GIT_CONFIG_NOSYSTEM: '1',
  }
  return spawnSync('git', args, { cwd: folder, env, stdio: 'ignore' }).status === 0
}
