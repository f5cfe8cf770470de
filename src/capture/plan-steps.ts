/** How far a plan file is, read from the file itself. */
import { dirname, isAbsolute, join } from 'node:path'
import type { PlanNow } from '../core/drift.js'
import type { PlanSteps } from '../core/plan-text.js'
import { parsePlanSteps } from '../core/plan-text.js'
import { readTextFile } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import { isInside } from './work-file.js'

export const LARGEST_PLAN = 2_000_000

/** `path` as an entry holds it: from the worktree, from `~`, or absolute. */
export function readPlanNow(worktree: string, userHome: string, path: string): PlanNow {
  try {
    const full = fullPlanPath(worktree, userHome, path)
    const text = readTextFile(full, LARGEST_PLAN)
    if (text === null) return { state: 'missing' }
    const found = parsePlanSteps(text)
    if (!found) return { state: 'read' }
    const { step, of } = found
    return { state: 'read', step, of, ...(isKnownPlan(worktree, full) ? { ahead: aheadIn(found) } : {}) }
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

const STEPS_SHOWN = 3

function aheadIn({ steps, step }: PlanSteps): NonNullable<PlanNow['ahead']> {
  return steps
    .map(({ text, state }, i) => ({ step: i + 1, text, isDone: state === 'done' }))
    .slice(step - 1, step - 1 + STEPS_SHOWN)
}

export function fullPlanPath(worktree: string, userHome: string, path: string): string {
  if (path.startsWith('~/')) return join(userHome, path.slice(2))
  return isAbsolute(path) ? path : join(worktree, path)
}
