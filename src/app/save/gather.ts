/** Gathers what a save needs to know, and changes nothing: where it goes, what it continues, what there is to say. */
import { present } from '../../core/present.js'
import { MANIFESTS } from '../../agents/registry.js'
import type { Said } from '../../capture/git-status.js'
import { readLocks } from '../../capture/locks.js'
import { isLoose } from '../../core/choose/loose.js'
import type { NamePolicy } from '../../core/choose/name.js'
import {
  isLive,
  type By,
  type Entry,
  type ExtraSection,
  type FieldKey,
  type Fields,
  type FileRef,
  type Where,
} from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import type { Locks } from '../../core/page/lock-files.js'
import type { Forget } from '../../core/redact/forget.js'
import type { Moment } from '../../core/text/text.js'
import type { Asked, Policy } from '../../layouts/layout.js'
import { isFolder } from '../../platform/files/folders.js'
import { readEntry } from '../../store/entries/entries.js'
import { forgetIn } from '../../store/forgotten.js'
import { readHeads, readOwnHeadIds } from '../../store/entries/heads.js'
import { readPage } from '../../store/entries/page.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import type { Note } from '../../store/session/journal.js'
import type { On } from '../../store/session/on.js'
import { refuseForeign } from '../resume/questions.js'
import type { ForeignContent } from '../own/foreign.js'
import type { World } from '../world.js'
import { gatherWhere } from './gather-where.js'
import { askGit, gatherFields, type FieldSources } from './gather-fields.js'
import { pendingNotes } from './note.js'
import type { Observed, ObserveRequest } from './observe.js'
import {
  lineBeside,
  lineOn,
  namePolicyOf,
  parentsFor,
  keepsBranch,
  workstreamFor,
  resumedIn,
  type Parent,
  type ReadParent,
  type ResumedLine,
  type Workstream,
} from './workstream.js'

export interface SaveRequest extends FieldSources {
  name?: string
  /** Refuse what is vague or missing instead of warning. */
  strict: boolean
  dryRun: boolean
  /** Ids to continue instead of the workstream's heads. */
  continues?: string[]
  /** Ids of items that are over. */
  closes?: readonly string[]
  /** Fields whose items are all over: what is stated takes their place. */
  replaces?: readonly FieldKey[]
  /** Begin a fresh page: all that was known before is over. */
  fresh?: boolean
  /** The answer where the policy asks before a name that exists is saved again. */
  overwrite?: boolean
  /** What the policy would ask for and the caller has answered, be it with nothing. */
  answered?: readonly Asked[]
  /** The lines that a client without a session of its own has resumed; see `resumedIn`. */
  resumed?: readonly ResumedLine[]
  /** What the layouts here know besides. */
  moreSections?: ExtraSection[]
  /** It is saved as of a time before now: the work tree may have gone on since, and what the session saved last counts. */
  past?: boolean
  /** For when nobody else knows the name, the session. */
  nameElse?: string
  sessionElse?: string
}

/** All that a plan is made from: nothing is read after this. */
export interface SaveInputs {
  located: Located
  by: By
  moment: Moment
  random: Uint8Array
  policy: Policy
  namePolicy: NamePolicy
  workstream: Workstream
  /** The ids of the workstream's heads, newest first; of those that are not continued, only what is on the list. */
  heads: string[]
  /** What is continued, with its page where it can be read. */
  parents: ReadParent[]
  /** The line this session was on without a name, which goes on under this one. */
  named: On | null
  /** What is there under the name, where the policy asks before it is saved again. */
  existing: Entry | null
  /** Which of these the save is for has to be asked: the client resumed them all. */
  resumed: Entry[]
  /** Of this session, not taken up by a save yet; and how many find no room in this one. */
  notes: Note[]
  notesLeft: number
  fields: Fields
  /** What files of the work tree say that is not this user's. */
  foreign: ForeignContent[]
  /** With their hashes. */
  files: FileRef[]
  where: Where
  /** What git answered; null: it was not asked, or did not. */
  said: Said | null
  /** Where something failed: what the lock files hold. */
  locks?: Locks
  /** Paths of lost work that have work again. */
  reworked: readonly string[]
  /** Takes out what the user wants forgotten, where there is anything. */
  forget: Forget | null
}

export async function gather(world: World, located: Located, request: SaveRequest): Promise<SaveInputs> {
  const { project } = located
  const own = lineOn(world, located, request.past)
  const beside = own ? null : lineBeside(world, located, request.observed?.session)
  const last = own ?? beside
  const on = last && keepsBranch(world, located, request, last) ? last : null
  const workstream = workstreamFor(world, located, request, on)
  const { name } = workstream
  const existing = asksFirst(world, request) && located.exists ? liveHead(project, name) : null
  const { notes, left: notesLeft } = pendingNotes(world, located)
  // What somebody else wrote stands beside, and is continued only where it was resumed or is named.
  // A session goes on from where it is; how many heads there are besides is told only to who saves on purpose.
  const isOnIt = request.lane === 'auto' && on?.name === name && world.by.session !== undefined
  const heads = isOnIt && !request.continues?.length ? [on.id] : readOwnHeadIds(project, name)
  const parents = parentsFor(world, located, workstream, heads, on, request.continues)
  const known = parents.map((parent) => readParent(project, parent))
  const { said, status, git } = await askGit(world, located, request)
  const gathered = await gatherFields(world, located, request, { notes, git, parents: known })
  const moment = world.now()
  const sources = { status, parents: known, request, by: world.by, moment }
  const { fields, reworked, files, where } = await gatherWhere(located, gathered.fields, sources)
  if (request.continues) checkYes(known, on)
  return {
    located,
    workstream,
    existing,
    resumed: resumedIn(world, located, request),
    notes,
    notesLeft,
    fields,
    foreign: gathered.foreign,
    files,
    where,
    said,
    reworked,
    heads: heads.filter((id) => parents.some((one) => one.id === id) || isLiveHead(project, name, id)),
    parents: known,
    ...(fields.failed.length > 0 && { locks: locksHere(world, located, known) }),
    named: on && isLoose(on.name) && on.name !== name && beside?.over !== false ? on : null,
    forget: forgetIn(world.home, true),
    by: world.by,
    moment,
    random: world.random(12),
    policy: world.config.policy,
    namePolicy: namePolicyOf(world),
  }
}

function isLiveHead(project: Project, name: string, id: string): boolean {
  return isLive(readEntry(project, name, id)?.entry?.kind ?? 'saved')
}

/** A session's failures were seen in this worktree: what they recorded spares reading a lock file that is older than they. */
function locksHere(world: World, { worktree }: Located, parents: readonly ReadParent[]): Locks {
  const origins = parents.flatMap(({ page }) => page?.fields.failed.flatMap(({ origin }) => origin ?? []) ?? [])
  const { session } = world.by
  const own = origins.filter((origin) => session !== undefined && origin.session === session && !origin.foreign)
  return readLocks(worktree, world.cwd, own)
}

/** To name somebody else's entry is no yes to it: that is given where it is shown. */
function checkYes(parents: readonly ReadParent[], on: On | null): void {
  const theirs = parents.find(({ id, entry }) => entry?.foreign && on?.id !== id)
  if (theirs) throw refuseForeign(theirs)
}

/** One that cannot be read is continued all the same: its id is enough for that. */
function readParent(project: Project, parent: Parent): ReadParent {
  const entry = readEntry(project, parent.name, parent.id)?.entry
  if (!entry) return parent
  // A line that goes on under another name took its page along: what begins under the old one is other work.
  const isMoved = lineKeysOf(entry).continued !== undefined
  return { ...parent, entry, ...(!isMoved && { page: readPage(project, entry) }) }
}

/** `transcript`: the session file to read; null: none; else the session's own, or the newest of this worktree. */
export async function observeFor(
  world: World,
  transcript: string | null | undefined,
  told: Pick<ObserveRequest, 'onEvent' | 'onUnread'> = {},
): Promise<Observed | null> {
  if (transcript === null || (transcript === undefined && !hasAgents(world))) return null
  const { observe } = await import('./observe.js')
  return observe(world, { ...told, ...present<{ transcript?: string }>({ transcript }) })
}

/** Whether any agent has ever kept something on this machine: a look at the disk for each, before readers are loaded. */
function hasAgents(world: World): boolean {
  return MANIFESTS.some((manifest) => manifest.homes(world).some(isFolder))
}

/** Ids given by hand say already what is continued, and nobody can answer an autosave. */
function asksFirst({ config }: World, { lane, overwrite, continues }: SaveRequest): boolean {
  return config.policy.onExisting === 'ask' && lane !== 'auto' && overwrite !== true && continues === undefined
}

function liveHead(project: Project, name: string): Entry | null {
  return readHeads(project, name).heads.find((head) => isLive(head.kind) && !head.foreign) ?? null
}
