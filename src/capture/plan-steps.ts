/** How far a plan file is, read from the file itself. */
import { isAbsolute, join } from 'node:path'
import type { PlanNow } from '../core/drift.js'
import { parsePlanSteps } from '../core/plan-text.js'
import { readTextFile } from '../platform/files.js'

export const LARGEST_PLAN = 2_000_000

/** `path` as an entry holds it: from the worktree, from `~`, or absolute. */
export function readPlanNow(worktree: string, userHome: string, path: string): PlanNow {
  try {
    const text = readTextFile(fullPlanPath(worktree, userHome, path), LARGEST_PLAN)
    if (text === null) return { state: 'missing' }
    const found = parsePlanSteps(text)
    return found ? { state: 'read', step: found.step, of: found.of } : { state: 'read' }
  } catch {
    return { state: 'unreadable' }
  }
}

export function fullPlanPath(worktree: string, userHome: string, path: string): string {
  if (path.startsWith('~/')) return join(userHome, path.slice(2))
  return isAbsolute(path) ? path : join(worktree, path)
}
