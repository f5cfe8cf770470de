/** What waits in a worktree besides checkpoints: a restore that a layout announced, and prompts that were kept back. */
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

/** Only looked for where such a layout is at home. */
async function restoreLines(world: World, located: Located): Promise<string[]> {
  if (!saysAtStart(world, located, 'waiting')) return []
  const { surfaceLines } = await import('./layout-abilities.js')
  return surfaceLines(world, located)
}
