/** One checkpoint and its briefing: choose it, or ask; read it; compare it with what is there now; print. Nothing is recorded. */
import { present } from '../../agents/common/values.js'
import { readNow } from '../../capture/now.js'
import { printBriefing } from '../../core/briefing/briefing.js'
import { compare, staleIn, type Drift, type FileNow } from '../../core/briefing/drift.js'
import { joinAuto } from '../../core/choose/join.js'
import type { Entry } from '../../core/entry/entry.js'
import { readEntry, type Damage } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import { hereOf, locate } from '../locate.js'
import { findJudgement } from '../save/judgement.js'
import type { World } from '../world.js'
import { noCheckpoints, pickNamed, pickNearest } from './pick.js'

export interface BriefingRequest {
  name?: string
  /** One of several heads, or an older entry. */
  entry?: string
  budget: number
  /** The entry itself, where the caller has chosen it. */
  chosen?: Entry
  /** The ground of that choice, in place of the one found here. */
  why?: string
  /** The judgement that an autosave continues, where the caller knows it; null: none. */
  judgement?: string | null
  /** Looks at every path that the entry mentions anywhere, and tells which are not as they were. */
  mentioned?: (entry: Entry) => FileNow[]
}

export interface ResumeResult {
  entry: Entry
  briefing: string
  drift: Drift
  why: string
  damaged: Damage[]
  /** The paths that are missing, changed or moved since, each with what is wrong. */
  stale: string[]
  currentBranch?: string
}

export interface Briefed {
  result: ResumeResult
  project: Project
  /** What was chosen, as it was saved; the entry of the result may be an older one joined with it. */
  head: Entry
}

export function makeBriefing(world: World, request: BriefingRequest): Briefed {
  const located = locate(world)
  const { project } = located
  if (!located.exists) throw noCheckpoints([], world.config.policy.none)
  const here = hereOf(world, located)
  const { chosen, name } = request
  const picked = chosen
    ? { entry: chosen, why: '', damaged: [] }
    : name === undefined
      ? pickNearest(world, project, here)
      : pickNamed(world, project, here, name, request.entry)
  const why = request.why ?? picked.why
  const entry = withJudgement(project, picked.entry, request.judgement)
  const now = { ...readNow(entry, located, world.userHome), mentioned: request.mentioned?.(entry) ?? [] }
  const drift = compare(entry, now)
  const branch = present<{ currentBranch?: string }>({ currentBranch: here.branch })
  const briefing = printBriefing(
    {
      entry,
      drift,
      why,
      nowMs: world.now().ms,
      joined: joinedBy(project, picked.entry),
      ...(now.plan ? { plan: now.plan } : {}),
      ...branch,
    },
    request.budget,
  )
  const result = { entry, briefing, drift, why, damaged: picked.damaged, stale: staleIn(now), ...branch }
  return { result, project, head: picked.entry }
}

/** An autosave is shown under the newest judgement it continues. */
function withJudgement(project: Project, head: Entry, known: string | null | undefined): Entry {
  if (head.lane === 'named' || known === null) return head
  const named = (known && readEntry(project, head.name, known)?.entry) || findJudgement(project, head)
  return named ? joinAuto(named, head) : head
}

/** Where an entry closed a fork, the other sides still have something to say: all parents but the newest. */
function joinedBy(project: Project, entry: Entry): Entry[] {
  if (entry.parents.length < 2) return []
  const parents = entry.parents
    .map((id) => readEntry(project, entry.name, id)?.entry)
    .filter((one) => one !== undefined)
  return parents.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(1)
}
