/**
 * After a save and at the start of a session: sync in a process of its own. Where no remote was added this is one look at the
 * disk; else a mark, and at most every ten seconds a process, which nobody waits for.
 */
import { hasRemotes } from '../../store/sync/remotes.js'
import { removeFile, replaceDerived, statOf } from '../../platform/files/files.js'
import { envAround } from '../../platform/git/outside.js'
import { homeOfUser } from '../../platform/home.js'
import { processTag } from '../../platform/process/process-tag.js'
import { startDetached } from '../../platform/process/program.js'
import { syncDir } from '../../store/paths.js'

const EVERY_MS = 10_000

/** Never throws: what was saved is saved. `program`: the Node and the file that this program is. */
export function wakeSync(home: string, program: { node: string; main: string }, env: NodeJS.ProcessEnv): void {
  try {
    if (!hasRemotes(home) || env['DOGEAR_SYNC'] === 'off') return
    const mark = markOf(home)
    const before = statOf(mark)
    const ageMs = before ? Date.now() - Number(before.mtimeNs / 1_000_000n) : Infinity
    // Whoever runs looks once more before it ends.
    if (ageMs >= 0 && ageMs < EVERY_MS) return
    replaceDerived(mark, `${Date.now()}\n`, processTag())
    const outside = { ...envAround({ env, userHome: homeOfUser(env) }, process.cwd()) }
    startDetached(program.node, [program.main, '__sync'], { cwd: home, env: outside })
  } catch {
    // The next save tries again.
  }
}

/** Whether something was saved since; then it is looked once more. */
export function isMarked(home: string): boolean {
  return statOf(markOf(home)) !== null
}

export function clearMark(home: string): void {
  removeFile(markOf(home))
}

function markOf(home: string): string {
  return `${syncDir(home)}/wake`
}
