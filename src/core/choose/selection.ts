/**
 * Which checkpoint does "continue" mean here? The nearest by session, then worktree, then branch, then project.
 * Two that are equally near are a question, never a guess.
 */

/** What selection needs to know of a head. */
export interface Candidate {
  name: string
  id: string
  saved: string
  session?: string
  worktree?: string
  branch?: string
}

export interface Here {
  session?: string
  worktree: string
  branch?: string
}

export type Choice<T extends Candidate> =
  | { kind: 'none' }
  | { kind: 'chosen'; candidate: T; why: string }
  /** Nearest first. */
  | { kind: 'ambiguous'; candidates: T[] }

export function choose<T extends Candidate>(candidates: readonly T[], here: Here): Choice<T> {
  if (candidates.length === 0) return { kind: 'none' }
  const ranked = candidates.toSorted((a, b) => nearness(b, here) - nearness(a, here) || (a.id < b.id ? 1 : -1))
  const [first, second] = ranked as [T, T | undefined]
  if (second && nearness(first, here) === nearness(second, here)) return { kind: 'ambiguous', candidates: ranked }
  return { kind: 'chosen', candidate: first, why: reason(first, here, candidates.length) }
}

/** Each ground outweighs all that come after it. */
function nearness(candidate: Candidate, here: Here): number {
  return (
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
  if (of === 1) {
    if (chosen.worktree === here.worktree) return 'the only checkpoint here'
    return `the only checkpoint of this project${chosen.worktree === undefined ? '' : ', saved in another worktree'}`
  }
  if (sameSession(chosen, here)) return 'saved by this session'
  if (chosen.worktree === here.worktree)
    return sameBranch(chosen, here) ? 'saved in this worktree, on this branch' : 'saved in this worktree'
  return sameBranch(chosen, here) ? 'saved on this branch' : 'the nearest checkpoint of this project'
}
