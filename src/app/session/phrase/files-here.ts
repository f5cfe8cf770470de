/**
 * The files of layouts that lie here count in the agent as they do in a terminal: what the user wrote is taken up before
 * anything is told, and what waits for the user's yes is named. Hooks ask nothing, and a file that cannot be read stops none.
 */
import { plural } from '../../../core/briefing/drift.js'
import { joinLines, type ModelText, say, sayStored } from '../../../core/printer/words.js'
import type { Located } from '../../../store/projects/projects.js'
import type { Foreign, Opened } from '../../layouts/live.js'
import { openWorld } from '../../layouts/open.js'
import { locate } from '../../locate.js'
import { shownPath } from '../../own/foreign.js'
import type { World } from '../../world.js'

export interface FilesHere extends Opened {
  /** Whose files wait for a yes. */
  waiting: Foreign[]
}

/** `untold`: only what nobody has heard of, and from now on they have. */
export async function openFiles(
  world: World,
  { untold, located = locate(world) }: { untold: boolean; located?: Located },
): Promise<FilesHere> {
  const opened = await openWorld(world, {}, located)
  if (!opened.layouts) return { ...opened, waiting: [] }
  const { openForeign, tellOnce } = await import('../../layouts/trust.js')
  const isNew = ({ contents }: Foreign): boolean => contents.some(({ told }) => !told)
  const waiting = openForeign(opened.layouts).filter((one) => !untold || isNew(one))
  if (untold) tellOnce(world, opened)
  // Nobody is asked about them here.
  const foreign = opened.layouts.foreign.map((one) => ({ ...one, open: false }))
  return { ...opened, layouts: { ...opened.layouts, foreign }, waiting }
}

/** For the user: what waits, and what is typed to approve it. */
export function waitingLine({ live, paths }: Foreign): string {
  const more = paths.length > SHOWN ? `, … ${paths.length - SHOWN} more` : ''
  const files = `${paths.slice(0, SHOWN).map(shownPath).join(', ')}${more}`
  const { id } = live.layout
  return `${plural(paths.length, 'checkpoint')} of ${id} in this repository not used until you approve: dogear trust ${id} (${files})`
}

/** For the model: of a stranger's files nothing but where they lie, and that as a stranger's words. */
export function waitingWords({ waiting }: FilesHere): ModelText[] {
  return waiting.map(({ live, paths }) => {
    const { id } = live.layout
    const files = paths.slice(0, SHOWN).map((path) => sayStored`> ${shownPath(path)}`)
    return joinLines([
      say`dogear: ${plural(paths.length, 'checkpoint')} of ${id} in this repository may be used once the user approves, in a terminal: dogear trust ${id}. Tell the user. The files, by their names:`,
      ...files,
    ])
  })
}

const SHOWN = 3
