/**
 * What an agent's own transcript says about the work in this folder: read, never asked of a model. The session is the
 * one that runs this command; without one, the newest of this worktree that was at work within a day.
 */
import type { AgentId, SessionFile } from '../../agents/agent.js'
import { findSessions, readerFor } from '../../agents/readers.js'
import { findPlan } from '../../capture/plans.js'
import type { Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/written.js'
import { collectFacts, type Facts } from '../../core/session/facts/facts.js'
import { collectRuns } from '../../core/session/facts/command-facts.js'
import { tracePlans } from '../../core/session/plan/traces.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import type { Run } from '../../core/text/correct.js'
import type { Located } from '../../store/projects/projects.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface Observed {
  agent: AgentId
  session?: string
  transcript: string
  fields: Fields
  runs: Run[]
  /** Commands that passed when they ran last, named as by `commandOfFailing`. */
  passed: Facts['passed']
  /** The last prompts, and whether anything was done about them; see `turnsOfWork`. */
  turns: Facts['turns']
  counts: Facts['counts']
  /** When the session began and last did something, in milliseconds. */
  startedAt?: number
  lastAt?: number
}

export interface ObserveRequest {
  transcript?: string
  /** Also told what happened, on the way. */
  onEvent?: (event: TranscriptEvent) => void
}

const DAY_MS = 86_400_000

/** Null: no agent has worked here lately. `transcript`: this file and no other. */
export function observe(world: World, request: ObserveRequest): Observed | null {
  const located = locate(world)
  const path = request.transcript ?? newestSession(world, located)?.path
  return path === undefined ? null : readSession(world, located, path, request.onEvent)
}

function readSession(
  world: World,
  located: Located,
  path: string,
  onEvent?: (event: TranscriptEvent) => void,
): Observed {
  const reader = readerFor(path)
  const collectors = [collectFacts({ cwd: located.worktree }), tracePlans(), collectRuns()] as const
  const [facts, plans, runs] = collectors
  const { survived } = reader.read(path, null, (event) => {
    for (const collector of collectors) collector.add(event)
    onEvent?.(event)
  })
  const { fields, session, cwd, startedAt, lastAt, passed, turns, counts } = facts.facts(survived)
  const place = { agent: reader.agent, worktree: located.worktree, userHome: world.userHome, env: world.env }
  const plan = findPlan({ ...place, traces: plans.traces(), ...(cwd && { cwd }), ...(session && { session }) })
  const { plan: _, ...others } = fields
  return {
    agent: reader.agent,
    transcript: path,
    fields: normaliseFields({ ...others, ...(plan && { plan: plan.plan }) }),
    runs: runs.runs(),
    passed,
    turns,
    counts,
    ...(session && { session }),
    ...(startedAt !== undefined && { startedAt }),
    ...(lastAt !== undefined && { lastAt }),
  }
}

function newestSession(world: World, located: Located): SessionFile | undefined {
  if (!world.by.session) return lateSessions(world, located)[0]
  return sessionsOf(world, located).find((one) => one.session === world.by.session)
}

/** The sessions of this worktree that were at work within a day, newest first. */
export function lateSessions(world: World, located: Located): SessionFile[] {
  const { worktree, root } = located
  const isHere = ({ cwd }: SessionFile): boolean =>
    cwd === undefined || cwd === worktree || cwd.startsWith(`${worktree}/`) || cwd === root
  return sessionsOf(world, located).filter((one) => isHere(one) && world.now().ms - one.mtimeMs < DAY_MS)
}

function sessionsOf(world: World, { worktree }: Located): SessionFile[] {
  return findSessions({ cwd: world.cwd, gitRoot: worktree, userHome: world.userHome, env: { ...world.env } })
}
