/** The state files of a work tree, as far as they are the user's own, and what in them is not. */
import { readStateFiles, stateIn, type SessionState } from '../../capture/session-state.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'
import { judgeFiles } from './content.js'
import { foreignIn, type ForeignContent } from './foreign.js'

export function readState(world: World, located: Located): { state: SessionState | null; foreign: ForeignContent[] } {
  const files = readStateFiles(located.worktree)
  const judged = judgeFiles(located, files, { tag: world.tag })
  return { state: stateIn(judged, world.now().ms), foreign: foreignIn(judged) }
}
