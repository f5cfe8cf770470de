/** Resume: candidates → choose or ask → read, compare → briefing → record that it was handed over. */
import { readNow } from '../../capture/now.js'
import { printBriefing } from '../../core/briefing/briefing.js'
import type { Drift, FileNow } from '../../core/briefing/drift.js'
import { compare, staleIn } from '../../core/briefing/drift.js'
import type { Entry } from '../../core/entry/entry.js'
import { joinAuto } from '../../core/choose/join.js'
import type { Here } from '../../core/choose/selection.js'
import type { Damage } from '../../store/entries/entries.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import { writeResumed } from '../../store/session/journal.js'
import { findJudgement } from '../save/judgement.js'
import { hereOf, locate } from '../locate.js'
import { noCheckpoints, pickNamed, pickNearest, type Picked } from './pick.js'
import { tombstone } from '../keep/tombstone.js'
import type { World } from '../world.js'

export interface ResumeRequest {
  name?: string
  /** One of several heads, or an older entry. */
  entry?: string
  budget: number
  /** Take the checkpoint off the list after it was shown. It stays in the history. */
  consume: boolean
  dryRun: boolean
  /** The entry itself and the ground of the choice, where the caller has made it. */
  chosen?: Entry
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

export function resume(world: World, request: ResumeRequest): ResumeResult {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([], world.config.policy.none)
  const here = hereOf(world, located)
  const { project } = located
  const picked = pick(world, project, here, request)
  const why = request.why ?? picked.why
  const entry = withJudgement(project, picked.entry, request.judgement)
  const now = { ...readNow(entry, located, world.userHome), mentioned: request.mentioned?.(entry) ?? [] }
  const drift = compare(entry, now)
  const branch = here.branch === undefined ? {} : { currentBranch: here.branch }
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
  if (!request.dryRun) recordHandover(world, project, picked.entry, request.consume)
  return { entry, briefing, drift, why, damaged: picked.damaged, stale: staleIn(now), ...branch }
}

function pick(world: World, project: Project, here: Here, { chosen, name, entry, why = '' }: ResumeRequest): Picked {
  if (chosen) return { entry: chosen, why, damaged: [] }
  return name === undefined ? pickNearest(world, project, here) : pickNamed(world, project, here, name, entry)
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

function recordHandover(world: World, project: Project, entry: Entry, consume: boolean): void {
  if (world.by.session) writeResumed(project, world.by.session, entry.id, world.tag)
  if (consume) createEntry(project, tombstone(world, 'consumed', entry.name, [entry]), world.tag)
}
