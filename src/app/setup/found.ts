/** What lies here already where dogear is set up: checkpoints, which are taken up at once, and the skill that made them. */
import { agentsWith, type Able } from '../../agents/abilities.js'
import { onPath } from '../../agents/common/on-path.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { listCheckpoints } from '../look/list.js'
import type { Opening } from '../layouts/open.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { envOutside } from '../../platform/git/outside.js'
import { statOf } from '../../platform/files/files.js'
import { oldSkill, type OldSkill } from './old-skills.js'

export interface FoundHere {
  checkpoints: number
  /** Skills that keep checkpoints by hand: they work beside dogear, and are not needed any more. */
  skills: OldSkill[]
}

/** The agents that have run on this machine, or could: they have a folder here, or are on the PATH. */
export function foundAgents(world: World): Able<'install'>[] {
  const env = envOutside(world, locate(world).worktree)
  return agentsWith('install').filter(
    ({ homes, command }) =>
      homes(world).some((home) => statOf(home)) || (command !== undefined && onPath(command, env) !== null),
  )
}

/** Where somebody can answer, whether what lies in the repository is theirs is asked. */
export async function findHere(world: World, agent: Able<'install'>, opening: Opening): Promise<FoundHere> {
  const { rows } = await listCheckpoints(world, { all: false, cleared: false, finished: true, ...opening })
  const install = await agent.install.load()
  const place = {
    scope: agent.install.scopes[0].name,
    root: locate(world).worktree,
    userHome: world.userHome,
    env: world.env,
  }
  const skills = (install.skills?.(place) ?? []).flatMap(({ path, text, shared }) => {
    const manifest = MANIFESTS.find(({ skill }) => skill?.test(text))
    return manifest ? [oldSkill(path, manifest.id, shared)] : []
  })
  return { checkpoints: rows.filter((row) => !row.loose).length, skills }
}
