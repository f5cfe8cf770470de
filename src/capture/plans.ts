/**
 * Which plan the session follows, in this order: the file of plan mode; a plan named in the conversation; the newest
 * file in the agent's plans folder, but only if the session carries out a plan and that one is about the same work.
 * None of these: no plan. Only the path and the step go into a checkpoint, never the plan's text.
 */
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { AgentId, PlanDisk, PlanPlace as PlaceOfAgent } from '../agents/agent.js'
import { MANIFESTS } from '../agents/registry.js'
import type { PlanNow } from '../core/briefing/drift.js'
import type { Plan } from '../core/entry/entry.js'
import { parsePlanSteps, type PlanSteps, type Step } from '../core/session/plan/text.js'
import { isAboutSameWork, isPasted } from '../core/session/plan/same-work.js'
import type { PlanTraces } from '../core/session/plan/traces.js'
import { listDir, listFolders, readTextFile, statOf } from '../platform/files/files.js'
import { realPathOf } from '../platform/place.js'
import { isInside, readPlainFile, readWorkFile, type WorkFile } from './files.js'

interface PlanFound {
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

const MAX_FILES = 200

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
  const { traces } = search
  const newest = traces.isExecuting ? newestFiles(search, 1)[0] : undefined
  return newest && isAboutSameWork(newest.file.text, traces) ? tell(search, newest, 'newest file') : null
}

function tell(search: PlanSearch, { path, file }: Found, how: PlanFound['how']): PlanFound {
  const found = parsePlanSteps(file.text)
  const step = found && stepOf(found, search.traces.step)
  const plan = { path: shownPath(search, path), ...(found && step && { step, of: found.of }) }
  return { plan, steps: found?.steps ?? [], how }
}

/** The text decides where it marks what is done; else who spoke of a step of it. */
function stepOf({ step, of, isMarked }: PlanSteps, spoken: number | undefined): number {
  return isMarked || spoken === undefined || spoken < 1 ? step : Math.min(spoken, of)
}

/** With `within`, only a file that lies there. What lies in the work tree is never read through a link. */
function openPlan(search: PlanSearch, path: string, within?: string): Found | null {
  const { worktree, userHome, cwd = worktree } = search
  const slashed = sep === '/' ? path.replaceAll('\\', '/') : path
  const places = [...new Set([cwd, worktree])].map((folder) => fullPlanPath(folder, userHome, slashed))
  return firstOf(places, (full) => {
    const root = isInside(worktree, full) ? worktree : within
    const file = root === undefined ? readPlainFile(full, MAX_PLAN_BYTES) : readWorkFile(root, full, MAX_PLAN_BYTES)
    return file && { path: full, file }
  })
}

function newestFiles(search: PlanSearch, limit = MAX_FILES): Found[] {
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

interface PlanPlace extends PlaceOfAgent {
  agent: AgentId
}

const SETTINGS_BYTES = 1_000_000

/**
 * Where an agent keeps the plans of its plan mode: its manifest says it, and looks at the disk through here. Most
 * agents have none: [] for those.
 */
function plansFolders(place: PlanPlace): string[] {
  const manifest = MANIFESTS.find(({ id }) => id === place.agent)
  return manifest?.plans?.(place, diskFrom(place.worktree)) ?? []
}

function diskFrom(worktree: string): PlanDisk {
  return {
    read(path) {
      const file = isAbsolute(path) ? readPlainFile(path, SETTINGS_BYTES) : readWorkFile(worktree, path, SETTINGS_BYTES)
      return file?.text ?? null
    },
    folders(path) {
      try {
        return listFolders(path)
      } catch {
        return []
      }
    },
    isInWorktree: (path) => isInside(worktree, path),
  }
}

const MAX_PLAN_BYTES = 2_000_000

/**
 * How far a plan file is, read from the file itself. `path` as an entry holds it: from the worktree, from `~`, or
 * absolute. `saved`: the step it was at; a file that marks nothing does not say that it has moved.
 */
export function readPlanNow(
  worktree: string,
  userHome: string,
  path: string,
  strangeIn: StrangeSteps | null = null,
  saved?: number,
): PlanNow {
  try {
    const full = fullPlanPath(worktree, userHome, path)
    const text = readTextFile(full, MAX_PLAN_BYTES)
    if (text === null) return { state: 'missing' }
    const found = parsePlanSteps(text)
    if (!found) return { state: 'read' }
    const { of } = found
    const step = stepOf(found, saved)
    const ahead = strangeIn && isKnownPlan(worktree, full) ? aheadIn({ ...found, step }) : []
    const isStrange = ahead.length === 0 ? null : strangeIn?.(full, text)
    const own = ahead.filter((one) => !isStrange?.(one.text))
    const theirs = ahead.filter((one) => isStrange?.(one.text))
    const isTold = found.isMarked || saved === undefined
    return {
      state: 'read',
      ...(isTold && { step }),
      of,
      ...(own.length > 0 && { ahead: own }),
      ...(theirs.length > 0 && { theirs }),
    }
  } catch {
    return { state: 'unreadable' }
  }
}

/**
 * An entry may come from a stranger, and name any file as its plan. The words of one are only shown if it lies in the work
 * tree, or where agents keep plans.
 */
function isKnownPlan(worktree: string, full: string): boolean {
  if (!/\.(?:md|markdown|txt)$/i.test(full)) return false
  return isInside(worktree, full)
    ? isInside(realPathOf(worktree), realPathOf(dirname(full)))
    : /[\\/](?:plans|session-state)[\\/]/.test(full)
}

/** Tells of the steps of a plan which are not this user's. `path`: whole. */
export type StrangeSteps = (path: string, text: string) => (step: string) => boolean

const STEPS_SHOWN = 3

function aheadIn({ steps, step }: PlanSteps): NonNullable<PlanNow['ahead']> {
  return steps
    .map(({ text, state }, i) => ({ step: i + 1, text, isDone: state === 'done' }))
    .slice(step - 1, step - 1 + STEPS_SHOWN)
}

function fullPlanPath(worktree: string, userHome: string, path: string): string {
  if (path.startsWith('~/')) return join(userHome, path.slice(2))
  return isAbsolute(path) ? path : join(worktree, path)
}
