/** Where checkpoints lie: beside their plan, or in the global folder. */
import { msOf } from '../../core/text/text.js'

export const GLOBAL = '.claude/checkpoints'
const PLANS = '.claude/plans'
const GLOBAL_FILE = /^\.claude\/checkpoints\/[^/]+\.json$/
const PLAN_FILE = /^\.claude\/plans\/([^/]+)\/checkpoints\/[^/]+\.json$/
const STAMP = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-(\d{1,6}))?\.json$/

export function isCheckpointPath(path: string): boolean {
  return GLOBAL_FILE.test(path) || PLAN_FILE.test(path)
}

/** The plan in whose folder the file lies. */
export function planOfPath(path: string): string | null {
  return PLAN_FILE.exec(path)?.[1] ?? null
}

export function placeOf(activePlan: string | null, timestamp: string): string {
  const folder = activePlan === null ? GLOBAL : `${PLANS}/${activePlan}/checkpoints`
  return `${folder}/${timestamp.replace(/[-:]/g, '')}.json`
}

/** The name of a plan stands for its folder. */
export function planPath(plan: string): string {
  return `${PLANS}/${plan}`
}

/** The name of the plan at this path: its folder's, or its file's without the ending. */
export function planName(path: string): string {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? path
  return path.startsWith(`${PLANS}/`) ? (path.split('/')[2] ?? last).replace(/\.md$/i, '') : last.replace(/\.md$/i, '')
}

/** The time a file's name tells. */
export function msOfPath(path: string): number | null {
  const match = STAMP.exec(path)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7)
  return msOf(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** 1 for the first of a second, 2 for `…Z-2.json`. */
export function countOfPath(path: string): number {
  return Number(STAMP.exec(path)?.[7] ?? 1)
}
