/**
 * Which checkpoint does "continue" mean here? The nearest: this session's own, this worktree and branch, this worktree,
 * this project. A quick question never stands before work. Of sessions that nobody named, the newest is meant; two
 * workstreams that are equally near are a question, never a guess.
 */
import { safeName } from '../redact/safe-name.js'
import { ELSEWHERE } from '../sync/elsewhere.js'
import { isLoose } from './loose.js'

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
  /** Nothing was worked on there. */
  quick?: boolean
  /** An older dogear gave the line its name by itself. */
  unnamed?: boolean
  /** Somebody else's: never chosen, only asked about. */
  foreign?: boolean
}

export interface Here {
  session?: string
  worktree: string
  /** Where this worktree was before it was moved. */
  formerly?: readonly string[]
  branch?: string
}

/** Was it saved in this worktree, wherever that was then? */
export function isSavedIn(
  { worktree, formerly }: Pick<Here, 'worktree' | 'formerly'>,
  saved: string | undefined,
): boolean {
  if (saved === undefined || saved === worktree) return saved !== undefined
  const known = safeName(saved)
  return known === safeName(worktree) || formerly?.includes(known) === true
}

/**
 * In this worktree, or in none: what was read from the agent's memory is of all worktrees of the project, and so is what this
 * user saved on another machine.
 */
export function isSavedHere(here: Pick<Here, 'worktree' | 'formerly'>, saved: string | undefined): boolean {
  return saved === undefined || saved === ELSEWHERE || isSavedIn(here, saved)
}

export type Choice<T extends Candidate> =
  | { kind: 'none' }
  | { kind: 'chosen'; candidate: T; why: string }
  /** Nearest first. */
  | { kind: 'ambiguous'; candidates: T[] }

export function choose<T extends Candidate>(candidates: readonly T[], here: Here): Choice<T> {
  const ranked = rankNear(candidates, here)
  const [first] = ranked
  if (!first) return { kind: 'none' }
  const { name } = first.candidate
  // What somebody left without a name before something newer is in the list, and nobody asks about it.
  const asked = ranked.filter(
    ({ candidate, near }) => near === first.near && (candidate.name === name || !isUnnamed(candidate)),
  )
  const all = ranked.map(({ candidate }) => candidate)
  if (asked.length > 1)
    return { kind: 'ambiguous', candidates: [...new Set([...asked.map(({ candidate }) => candidate), ...all])] }
  return { kind: 'chosen', candidate: first.candidate, why: reason(first.candidate, here, candidates.length) }
}

/** Nearest first, and of equally near ones the newest. */
export function rank<T extends Candidate>(candidates: readonly T[], here: Here): T[] {
  return rankNear(candidates, here).map(({ candidate }) => candidate)
}

function rankNear<T extends Candidate>(candidates: readonly T[], here: Here): { candidate: T; near: number }[] {
  const known = new Map<Origin, number>()
  return candidates
    .map((candidate) => ({ candidate, near: nearnessOf(candidate.from, here, known) }))
    .sort((a, b) => b.near - a.near || (a.candidate.id < b.candidate.id ? 1 : -1))
}

function nearnessOf(from: Origin, here: Here, known: Map<Origin, number>): number {
  const near = known.get(from) ?? nearness(from, here)
  known.set(from, near)
  return near
}

/** Each ground outweighs all that come after it. */
function nearness(from: Origin, here: Here): number {
  return (
    (from.quick ? 0 : 8) +
    (sameSession(from, here) ? 4 : 0) +
    (isSavedIn(here, from.worktree) ? 2 : 0) +
    (sameBranch(from, here) ? 1 : 0)
  )
}

function sameSession(from: Origin, here: Here): boolean {
  return here.session !== undefined && from.by.session === here.session
}

function sameBranch(from: Origin, here: Here): boolean {
  return here.branch !== undefined && from.branch === here.branch
}

function isUnnamed({ name, from }: Candidate): boolean {
  return isLoose(name) || from.unnamed === true
}

function reason({ name, from }: Candidate, here: Here, of: number): string {
  if (of === 1) {
    if (isSavedIn(here, from.worktree)) return 'the only checkpoint here'
    const where = from.worktree === ELSEWHERE ? ', saved on another machine' : ', saved in another worktree'
    return `the only checkpoint of this project${from.worktree === undefined ? '' : where}`
  }
  if (sameSession(from, here)) return 'saved by this session'
  const newest = isLoose(name) ? 'the newest of those ' : ''
  if (isSavedIn(here, from.worktree))
    return `${newest}${sameBranch(from, here) ? 'saved in this worktree, on this branch' : 'saved in this worktree'}`
  return sameBranch(from, here) ? `${newest}saved on this branch` : 'the nearest checkpoint of this project'
}
