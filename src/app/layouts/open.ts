/**
 * The world of a command together with the layouts that are live here. Their code is loaded only where there may be
 * some, so that everybody else's commands stay as quick as they are.
 */
import { hasStateFiles } from '../../capture/files.js'
import { statOf } from '../../platform/files/files.js'
import { projectConfigPath, viewsDir } from '../../store/paths.js'
import { policyWith } from '../../store/settings.js'
import type { Located } from '../../store/projects/projects.js'
import { wasAsked } from '../../store/views/trust.js'
import { layoutsIn, layoutsInMemory, memoryOf, workFolders } from './signs.js'
import type { LayoutChoice, Opened } from './live.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

/** `located`: where the caller knows it already. */
export async function openWorld(
  world: World,
  choice: LayoutChoice = {},
  located: Located = locate(world),
): Promise<Opened> {
  if (choice.trust && !choice.dryRun) {
    const { answerForFolder } = await import('../own/answer.js')
    answerForFolder(world, located, choice.trust)
  }
  const now = (): Located => (located.exists ? located : locate(world))
  if (!mayBeLive(world, located, choice)) return { world: withPolicy(world), layouts: null, located: now() }
  const { openLayouts } = await import('./layouts.js')
  return { ...openLayouts(world, located, choice), located: now() }
}

/** What is set for every project holds where there are no layouts, too. */
function withPolicy(world: World): World {
  const { config } = world
  return { ...world, config: { ...config, policy: policyWith(config.policy, config) } }
}

/** What a face says about layouts, and how it hears of them. */
export interface Opening {
  choice?: LayoutChoice
  /** Somebody can answer: whether to take over what is foreign is asked first. */
  asks?: boolean
  /** Told before anything else, because the command may still end with a question or an error. */
  warn?: (lines: readonly string[]) => void
}

/** The first step of every command that shows or changes what layouts show too. */
export async function openTelling(
  world: World,
  { choice, asks, warn }: Opening,
): Promise<Opened & { notices: string[] }> {
  const opened = await openWorld(world, choice)
  const hasState = hasStateFiles(opened.located.worktree)
  if (!opened.layouts && !hasState) return { ...opened, notices: [] }
  const { readState } = await import('../own/state-files.js')
  const { noticesOf, openForeign, tellOnce, trustQuestion } = await import('./trust.js')
  const state = hasState ? readState(opened.world, opened.located, choice?.dryRun === true).foreign : []
  const foreign = openForeign(opened.layouts)
  const open = state.filter(({ refused }) => !refused)
  if (foreign.length + open.length > 0 && asks && !wasAsked(opened.located.project)) {
    throw trustQuestion(foreign, open, opened.located.worktree)
  }
  const notices = noticesOf(opened.layouts, state)
  if (notices.length > 0) warn?.(notices)
  if (!choice?.dryRun) tellOnce(world, opened, state)
  return { ...opened, notices }
}

/** Something was set for this project, or files of a layout were kept for it before. */
function isSetUp({ project }: Located): boolean {
  return statOf(projectConfigPath(project)) !== null || statOf(viewsDir(project)) !== null
}

function mayBeLive(world: World, located: Located, choice: LayoutChoice): boolean {
  if (choice.layouts?.length) return true
  if (located.exists && isSetUp(located)) return true
  if (choice.layouts) return false
  if (world.config.layouts) return world.config.layouts.length > 0
  if (world.config.newLayout) return true
  const memory = memoryOf(world, located, choice.memoryDir ?? world.config.memoryDir)
  if (memory !== null && (world.config.memoryView || layoutsInMemory(memory).length > 0)) return true
  return workFolders(world, located).some((folder) => layoutsIn(folder).length > 0)
}
