/**
 * What an agent's own transcript says about the work in this folder: read, never asked of a model. The session is the
 * one that runs this command; without one, the newest of this worktree that was at work within a day.
 */
import { present } from '../../core/present.js'
import type { AgentId, SessionFile } from '../../agents/agent.js'
import { findSessions, readerFor } from '../../agents/readers.js'
import { findPlan } from '../../capture/plans.js'
import type { Fields } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/written.js'
import { collectFacts, type Facts } from '../../core/session/facts/facts.js'
import { collectRuns } from '../../core/session/facts/command-facts.js'
import { sessionIdFrom } from '../../core/session/session-id.js'
import { tracePlans } from '../../core/session/plan/traces.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import type { Run } from '../../core/text/correct.js'
import { asUnderstood } from '../../store/session/handed.js'
import type { Located } from '../../store/projects/projects.js'
import { locate } from '../locate.js'
import { editsOfOwnFiles, noteWrites } from '../own/writes.js'
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
  nextAt?: number
  passedTest?: string
  said: Facts['said']
  counts: Facts['counts']
  /** The branch that it was last seen on. */
  branch?: string
  /** When the session began and last did something, in milliseconds. */
  startedAt?: number
  lastAt?: number
}

export interface ObserveRequest {
  transcript?: string
  /** Also told what happened, on the way. */
  onEvent?: (event: TranscriptEvent) => void
  /** Told of a session file that nobody named and that could not be read. */
  onUnread?: (warning: string) => void
}

const DAY_MS = 86_400_000
const MAX_TRIED = 5

/**
 * Null: no agent has worked here lately. `transcript`: this file and no other. Another one that is empty or in no known
 * form is no reason not to save: the next newest is read.
 */
export function observe(world: World, request: ObserveRequest): Observed | null {
  const located = locate(world)
  if (request.transcript !== undefined)
    return readSession(world, located, { path: request.transcript, ...present({ session: world.by.session }) }, request)
  for (const one of sessionsToRead(world, located).slice(0, MAX_TRIED)) {
    try {
      return readSession(world, located, one, request)
    } catch (error) {
      request.onUnread?.(`Not read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return null
}

function readSession(
  world: World,
  located: Located,
  { path, session: known, agent }: { path: string; session?: string; agent?: AgentId },
  { onEvent }: ObserveRequest,
): Observed {
  const reader = readerFor(path, agent)
  const collectors = [collectFacts({ cwd: located.worktree }), tracePlans(), collectRuns()] as const
  const [facts, plans, runs] = collectors
  const wrote = editsOfOwnFiles()
  const understood = asUnderstood(world.home, known)
  const { survived } = reader.read(path, null, (told) => {
    const event = understood(told)
    for (const collector of collectors) collector.add(event)
    wrote.add(event)
    onEvent?.(event)
  })
  if (wrote.edits().size > 0) noteWrites(located, wrote.edits(), world.tag)
  const seen = facts.facts(survived)
  const { fields, session, cwd, startedAt, lastAt, passed, turns, said, nextAt, passedTest, counts, branch } = seen
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
    said,
    counts,
    ...present<Pick<Observed, 'nextAt' | 'passedTest' | 'branch'>>({ nextAt, passedTest, branch }),
    ...(session && { session: sessionIdFrom(session) }),
    ...(startedAt !== undefined && { startedAt }),
    ...(lastAt !== undefined && { lastAt }),
  }
}

function sessionsToRead(world: World, located: Located): SessionFile[] {
  if (!world.by.session) return lateSessions(world, located)
  return sessionsOf(world, located).filter((one) => one.session === world.by.session)
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
