/** Where this command runs: the project, whether it has been saved to before, and what "here" means for a choice. */
import { present } from '../core/present.js'
import type { Here } from '../core/choose/selection.js'
import { readBranch } from '../capture/where.js'
import { sha256Hex } from '../platform/files/hash.js'
import type { Project } from '../store/paths.js'
import { listProjects, locateProject, type Located } from '../store/projects/projects.js'
import type { World } from './world.js'

export function locate(world: World): Located {
  return locateProject(world.home, world.cwd, world.userHome)
}

/** Work is done in this folder: it is a repository, or was saved to before. */
export function isWorkedIn(world: World): boolean {
  const { git, exists } = locate(world)
  return git !== null || exists
}

/** The project of this folder, or every project; none where nothing was ever saved here. */
export function projectsOf(world: World, located: Located, all: boolean): Project[] {
  if (all) return listProjects(world.home).map((info) => info.project)
  return located.exists ? [located.project] : []
}

export function hereOf(world: World, located: Located): Here {
  const branch = located.git ? readBranch(located.git) : undefined
  return {
    worktree: located.worktree,
    ...present({ session: world.by.session, branch, formerly: located.formerly }),
  }
}

/**
 * The session notes and prompts belong to. Without an agent it is the worktree's own, so that a person at a terminal
 * has one too.
 */
export function sessionOf(world: World, located: Located): string {
  return world.by.session ?? `worktree-${sha256Hex(located.worktree).slice(0, 8)}`
}
