/**
 * The files of layouts that lie here count in the agent as they do in a terminal: what the user wrote is taken up before
 * anything is told, and what waits for the user's yes is named. Hooks ask nothing, and a file that cannot be read stops none.
 */
import { tidyLine } from '../../core/text/text.js'
import type { Located } from '../../store/projects/projects.js'
import type { Foreign, Opened } from '../layouts/live.js'
import { openWorld } from '../layouts/open.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface FilesHere extends Opened {
  /** For the user, a line for each layout whose files wait for a yes. */
  waiting: string[]
}

/** `untold`: only what nobody has heard of, and from now on they have. */
export async function openFiles(
  world: World,
  { untold, located = locate(world) }: { untold: boolean; located?: Located },
): Promise<FilesHere> {
  const opened = await openWorld(world, {}, located)
  if (!opened.layouts) return { ...opened, waiting: [] }
  const { openForeign, tellOnce, waitingLine } = await import('../layouts/trust.js')
  const isNew = ({ contents }: Foreign): boolean => contents.some(({ told }) => !told)
  const waiting = openForeign(opened.layouts).filter((one) => !untold || isNew(one))
  if (untold) tellOnce(world, opened)
  const foreign = opened.layouts.foreign.map((one) => ({ ...one, open: false }))
  return {
    ...opened,
    layouts: { ...opened.layouts, foreign },
    waiting: waiting.map((one) => tidyLine(waitingLine(one))),
  }
}
