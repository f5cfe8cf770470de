/**
 * Which plan the session follows, in this order: the file of plan mode; a plan named in the conversation; the newest
 * file in the agent's plans folder, but only if the session carries out a plan and that one is about the same work.
 * None of these: no plan. Only the path and the step go into a checkpoint, never the plan's text.
 */
import { join, relative, sep } from 'node:path'
import type { Plan } from '../core/entry.js'
import { isAboutSameWork, isPasted } from '../core/plan-match.js'
import type { Step } from '../core/plan-text.js'
import { parsePlanSteps } from '../core/plan-text.js'
import type { PlanTraces } from '../core/plan-traces.js'
import { listDir, statOf } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import type { PlanPlace } from './plan-folders.js'
import { plansFolders } from './plan-folders.js'
import { fullPlanPath, LARGEST_PLAN } from './plan-steps.js'
import type { WorkFile } from './work-file.js'
import { isInside, readPlainFile, readWorkFile } from './work-file.js'

export interface PlanFound {
  plan: Plan
  /** Empty where the text has no steps, or the file is gone. */
  steps: Step[]
  how: 'plan mode' | 'conversation' | 'newest file'
}

export interface PlanSearch extends PlanPlace {
  traces: PlanTraces
  /** Where the session ran, if not at the top of the worktree: paths may count from there. */
  cwd?: string
}

interface Found {
  path: string
  file: WorkFile
}

const MOST_FILES = 200

/** Null: no plan was used. */
export function findPlan(search: PlanSearch): PlanFound | null {
  return planOfMode(search) ?? namedPlan(search) ?? planInFolder(search)
}

/** The agent itself says which file it is; so it is named even when it is gone by now. */
function planOfMode(search: PlanSearch): PlanFound | null {
  const newestFirst = search.traces.planPaths.toReversed()
  const found = firstOf(newestFirst, (path) => openPlan(search, path))
  if (found) return tell(search, found, 'plan mode')
  const [path] = newestFirst
  return path === undefined ? null : { plan: { path: shownPath(search, path) }, steps: [], how: 'plan mode' }
}

/** What was only read or mentioned counts if it is the only one: several are somebody looking around. */
function namedPlan(search: PlanSearch): PlanFound | null {
  const { named, seen, pasted } = search.traces
  const plan = firstOf(named.toReversed(), (path) => openPlan(search, path))
  if (plan) return tell(search, plan, 'conversation')
  const inFolder =
    pasted === undefined ? undefined : newestFiles(search).find(({ file }) => isPasted(file.text, pasted))
  if (inFolder) return tell(search, inFolder, 'conversation')
  const passing = seen.flatMap((path) => openPlan(search, path, search.worktree) ?? [])
  const paths = new Set(passing.map(({ path }) => path))
  return paths.size === 1 && passing[0] ? tell(search, passing[0], 'conversation') : null
}

function planInFolder(search: PlanSearch): PlanFound | null {
  const { isExecuting, words } = search.traces
  const newest = isExecuting ? newestFiles(search, 1)[0] : undefined
  return newest && isAboutSameWork(newest.file.text, words) ? tell(search, newest, 'newest file') : null
}

function tell(search: PlanSearch, { path, file }: Found, how: PlanFound['how']): PlanFound {
  const found = parsePlanSteps(file.text)
  const plan = { path: shownPath(search, path), ...(found && { step: found.step, of: found.of }) }
  return { plan, steps: found?.steps ?? [], how }
}

/** With `within`, only a file that lies there. What lies in the work tree is never read through a link. */
function openPlan(search: PlanSearch, path: string, within?: string): Found | null {
  const { worktree, userHome, cwd = worktree } = search
  const slashed = sep === '/' ? path.replaceAll('\\', '/') : path
  const places = [...new Set([cwd, worktree])].map((folder) => fullPlanPath(folder, userHome, slashed))
  return firstOf(places, (full) => {
    const root = isInside(worktree, full) ? worktree : within
    const file = root === undefined ? readPlainFile(full, LARGEST_PLAN) : readWorkFile(root, full, LARGEST_PLAN)
    return file && { path: full, file }
  })
}

function newestFiles(search: PlanSearch, limit = MOST_FILES): Found[] {
  const paths = plansFolders(search).flatMap((folder) => plansIn(folder))
  const newest = paths.sort((a, b) => b.at - a.at).slice(0, limit)
  return newest.flatMap(({ path }) => openPlan(search, path) ?? [])
}

function plansIn(folder: string): { path: string; at: number }[] {
  try {
    const names = listDir(folder).filter((name) => name.endsWith('.md'))
    return names.flatMap((name) => {
      const path = join(folder, name)
      const stat = statOf(path)
      return stat?.isFile ? [{ path, at: Number(stat.mtimeNs / 1_000n) }] : []
    })
  } catch {
    return []
  }
}

/** From the worktree, else from the user's home, else absolute: as an entry names files and `readPlanNow` finds them. */
function shownPath({ worktree, userHome, cwd = worktree }: PlanSearch, path: string): string {
  const full = fullPlanPath(cwd, userHome, path)
  const real = realPathOf(full)
  const inTree = [full, real].find((one) => isInside(worktree, one))
  if (inTree !== undefined) return slashes(relative(worktree, inTree))
  return isInside(userHome, full) ? `~/${slashes(relative(userHome, full))}` : full
}

function slashes(path: string): string {
  return path.split(sep).join('/')
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
