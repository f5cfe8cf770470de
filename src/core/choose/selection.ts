/**
 * Which checkpoint does "continue" mean here? The nearest: what this session's predecessor did, then this session, this
 * worktree and branch, this worktree, this project. A quick question never stands before work. Of sessions that nobody
 * named, the newest is meant; two workstreams that are equally near are a question, never a guess.
 */

/** What selection needs to know of a head. */
export interface Candidate {
  name: string
  id: string
  saved: string
  session?: string
  worktree?: string
  branch?: string
  /** The line of a session that nobody has named. */
  loose?: boolean
  /** Nothing was worked on there. */
  quick?: boolean
  /** Somebody else's: never chosen, only asked about. */
  foreign?: boolean
}

export interface Here {
  session?: string
  worktree: string
  branch?: string
  /** The line that the same process was on before this session. */
  before?: string
}

export type Choice<T extends Candidate> =
  | { kind: 'none' }
  | { kind: 'chosen'; candidate: T; why: string }
  /** Nearest first. */
  | { kind: 'ambiguous'; candidates: T[] }

export function choose<T extends Candidate>(candidates: readonly T[], here: Here): Choice<T> {
  const ranked = rank(candidates, here)
  const [first] = ranked
  if (!first) return { kind: 'none' }
  const near = ranked.filter((one) => one.quick === first.quick && nearness(one, here) === nearness(first, here))
  // What somebody left without a name before something newer is in the list, and nobody asks about it.
  const asked = near.filter((one) => one === first || !one.loose || one.name === first.name)
  if (asked.length > 1) return { kind: 'ambiguous', candidates: [...new Set([...asked, ...ranked])] }
  return { kind: 'chosen', candidate: first, why: reason(first, here, candidates.length) }
}

/** Nearest first, and of equally near ones the newest. */
export function rank<T extends Candidate>(candidates: readonly T[], here: Here): T[] {
  const quick = (one: T): number => (one.quick ? 1 : 0)
  return candidates.toSorted(
    (a, b) => quick(a) - quick(b) || nearness(b, here) - nearness(a, here) || (a.id < b.id ? 1 : -1),
  )
}

/** Each ground outweighs all that come after it. */
function nearness(candidate: Candidate, here: Here): number {
  return (
    (here.before !== undefined && candidate.name === here.before ? 8 : 0) +
    (sameSession(candidate, here) ? 4 : 0) +
    (candidate.worktree === here.worktree ? 2 : 0) +
    (sameBranch(candidate, here) ? 1 : 0)
  )
}

function sameSession(candidate: Candidate, here: Here): boolean {
  return here.session !== undefined && candidate.session === here.session
}

function sameBranch(candidate: Candidate, here: Here): boolean {
  return here.branch !== undefined && candidate.branch === here.branch
}

function reason(chosen: Candidate, here: Here, of: number): string {
  if (chosen.name === here.before) return 'what was worked on before this session was cleared'
  if (of === 1) {
    if (chosen.worktree === here.worktree) return 'the only checkpoint here'
    return `the only checkpoint of this project${chosen.worktree === undefined ? '' : ', saved in another worktree'}`
  }
  if (sameSession(chosen, here)) return 'saved by this session'
  const newest = chosen.loose ? 'the newest of those ' : ''
  if (chosen.worktree === here.worktree)
    return `${newest}${sameBranch(chosen, here) ? 'saved in this worktree, on this branch' : 'saved in this worktree'}`
  return sameBranch(chosen, here) ? `${newest}saved on this branch` : 'the nearest checkpoint of this project'
}
