/** What waits in a worktree besides checkpoints: a restore that quoin announced, and prompts that were kept back. */
import { cleanLine } from '../core/sanitise.js'
import type { Located } from '../store/projects.js'
import { listPrompts } from '../store/prompts.js'
import { saysAtStart } from './layout-signs.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

const LONGEST_SHOWN = 120

/** `before`: the session that was cleared for this one. */
export async function linesWaiting(
  world: World,
  located: Located,
  isNew: boolean,
  before: string | undefined,
): Promise<string[]> {
  return [...promptLines(world, located, before), ...(isNew ? await restoreLines(world, located) : [])]
}

function promptLines(world: World, located: Located, before: string | undefined): string[] {
  const sessions = [...(before === undefined ? [] : [before]), sessionOf(world, located)]
  const waiting = sessions
    .flatMap((session) => listPrompts(located.project, session).prompts)
    .filter((one) => !one.takenBy)
  const [first] = waiting
  if (!first) return []
  const shown = cleanLine(first.text).slice(0, LONGEST_SHOWN)
  const others = waiting.length > 1 ? ` and ${waiting.length - 1} more` : ''
  return [
    `dogear: a prompt of the user was kept back because the context was nearly full: "${shown}"${others}. The user can have it answered by saying "continue".`,
  ]
}

/** Only looked for where quoin is at home. */
async function restoreLines(world: World, located: Located): Promise<string[]> {
  if (!saysAtStart(world, located, 'waiting')) return []
  const { readQuoinFiles } = await import('./quoin-files.js')
  const { sentinels } = readQuoinFiles(located.worktree, world.cwd)
  if (sentinels.length === 0) return []
  const which = sentinels.length === 1 ? 'A checkpoint waits' : `${sentinels.length} checkpoints wait`
  return [
    `dogear: ${which} to be restored in this worktree (${sentinels
      .slice(0, 3)
      .map(({ path }) => cleanLine(path))
      .join(', ')}). The user restores it by saying "continue".`,
  ]
}
