/** Who can go on with the work that an agent had to leave: those on this machine, the ones first in which dogear is set up. */
import type { AgentId, Manifest } from '../../agents/agent.js'
import { onPath } from '../../agents/common/on-path.js'
import { MANIFESTS } from '../../agents/registry.js'
import { asWord } from '../../core/choose/title.js'
import { readAllInstalled } from '../../store/installed.js'
import type { World } from '../world.js'

export type Heir = Manifest & Required<Pick<Manifest, 'command'>> & { isSetUp: boolean }

export function heirsOf({ home, env }: Pick<World, 'home' | 'env'>, besides: AgentId | undefined): Heir[] {
  const setUp = new Set(readAllInstalled(home).map(({ agent }) => agent))
  const found = MANIFESTS.flatMap((one): Heir[] => {
    const { id, command } = one
    const isHere = id !== besides && command !== undefined && onPath(command, env) !== null
    return isHere ? [{ ...one, command, isSetUp: setUp.has(id) }] : []
  })
  return found.toSorted((a, b) => Number(b.isSetUp) - Number(a.isSetUp) || a.order.env - b.order.env)
}

/** "dogear relay codex auth": the one command that goes on. Null: there is no other agent here. */
export function wayOn(world: Pick<World, 'home' | 'env'>, besides: AgentId | undefined, handle: string): string | null {
  const [heir] = heirsOf(world, besides)
  return heir ? `dogear relay ${heir.id} ${asWord(handle)}` : null
}
