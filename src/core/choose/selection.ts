/**
 * Which checkpoint does "continue" mean here? The nearest by session, then worktree, then branch, then project.
 * Two that are equally near are a question, never a guess.
 */

/** What selection needs to know of a head. */
export interface Candidate {
  name: string
  id: string
  /** May be one object for many. */
  from: Origin
}

interface Origin {
  by: { session?: string }
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
  const known = new Map<Origin, number>()
  const ranked = candidates
    .map((candidate) => ({ candidate, near: nearnessOf(candidate.from, here, known) }))
    .sort((a, b) => b.near - a.near || (a.candidate.id < b.candidate.id ? 1 : -1))
  const [first, second] = ranked as [(typeof ranked)[0], (typeof ranked)[0] | undefined]
  if (first.near === second?.near) return { kind: 'ambiguous', candidates: ranked.map(({ candidate }) => candidate) }
  return { kind: 'chosen', candidate: first.candidate, why: reason(first.candidate.from, here, candidates.length) }
}

function nearnessOf(from: Origin, here: Here, known: Map<Origin, number>): number {
  const near = known.get(from) ?? nearness(from, here)
  known.set(from, near)
  return near
}

/** Each ground outweighs all that come after it. */
function nearness(from: Origin, here: Here): number {
  return (
    (sameSession(from, here) ? 4 : 0) + (from.worktree === here.worktree ? 2 : 0) + (sameBranch(from, here) ? 1 : 0)
  )
}

function sameSession(from: Origin, here: Here): boolean {
  return here.session !== undefined && from.by.session === here.session
}

function sameBranch(from: Origin, here: Here): boolean {
  return here.branch !== undefined && from.branch === here.branch
}

function reason(from: Origin, here: Here, of: number): string {
  if (of === 1) {
    if (from.worktree === here.worktree) return 'the only checkpoint here'
    return `the only checkpoint of this project${from.worktree === undefined ? '' : ', saved in another worktree'}`
  }
  if (sameSession(from, here)) return 'saved by this session'
  if (from.worktree === here.worktree)
    return sameBranch(from, here) ? 'saved in this worktree, on this branch' : 'saved in this worktree'
  return sameBranch(from, here) ? 'saved on this branch' : 'the nearest checkpoint of this project'
}
