/** Which workstreams go where: to teams those that are shared by name, to one's own devices all but those that stay here. */
import type { Sharing } from '../../core/sync/audience.js'
import { readRemotes } from '../../store/sync/remotes.js'
import { readSharing, writeSharing } from '../../store/sync/sharing.js'
import { pickLine } from '../resume/find-line.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export type ShareHow = 'team' | 'stop' | 'local' | 'not-local'

export interface Shared {
  name: string
  how: ShareHow
  changed: boolean
  /** How many remotes carry this project to others. */
  teams: number
}

export function shareLine(world: World, { name, how }: { name: string; how: ShareHow }): Shared {
  const { project } = locate(world)
  const line = pickLine(world, project, name).name
  const before = readSharing(project)
  const after = changed(before, line, how)
  const isNew = JSON.stringify(after) !== JSON.stringify(before)
  if (isNew) writeSharing(project, after, world.tag)
  const teams = readRemotes(world.home).filter(
    ({ audience, projects }) => audience === 'team' && projects.some(({ key }) => key === project.key),
  )
  return { name: line, how, changed: isNew, teams: teams.length }
}

function changed({ local, shared }: Sharing, line: string, how: ShareHow): Sharing {
  const without = (names: readonly string[]): string[] => names.filter((one) => one !== line)
  if (how === 'team') return { local: without(local), shared: [...without(shared), line] }
  if (how === 'local') return { local: [...without(local), line], shared: without(shared) }
  return how === 'stop' ? { local, shared: without(shared) } : { local: without(local), shared }
}
