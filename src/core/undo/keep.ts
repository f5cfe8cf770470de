/** Which takes stay: all of the last days of work, one a day for a month, and what somebody named. */

export interface KeptTake {
  id: string
  atMs: number
  bytes: number
  /** With a save that somebody named, or what an undo wrote over. */
  pinned: boolean
}

export interface Keeping {
  allDays: number
  dailyDays: number
  maxBytes: number
}

export const DEFAULT_KEEPING: Keeping = { allDays: 7, dailyDays: 30, maxBytes: 1_000_000_000 }

const DAY_MS = 86_400_000

/**
 * Those that go, oldest first. Days are counted back from the newest take of the worktree: whoever comes back from a holiday
 * finds everything. The newest never goes.
 */
export function toThin(takes: readonly KeptTake[], { allDays, dailyDays, maxBytes }: Keeping): string[] {
  const sorted = takes.toSorted((a, b) => a.atMs - b.atMs)
  const newest = sorted.at(-1)
  if (!newest) return []
  const lastOfDay = new Map(sorted.map(({ id, atMs }) => [Math.floor(atMs / DAY_MS), id]))
  const isKept = ({ id, atMs, pinned }: KeptTake): boolean => {
    const age = newest.atMs - atMs
    if (pinned || id === newest.id || age < allDays * DAY_MS) return true
    return age < dailyDays * DAY_MS && lastOfDay.get(Math.floor(atMs / DAY_MS)) === id
  }
  const gone = sorted.filter((take) => !isKept(take))
  let bytes = sorted.filter(isKept).reduce((sum, take) => sum + take.bytes, 0)
  for (const take of sorted) {
    if (bytes <= maxBytes) break
    if (!isKept(take) || take.pinned || take.id === newest.id) continue
    gone.push(take)
    bytes -= take.bytes
  }
  return gone.toSorted((a, b) => a.atMs - b.atMs).map(({ id }) => id)
}
