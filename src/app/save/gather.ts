/**
 * Gathers what a save needs to know, and changes nothing. What the caller states comes first; then what the session's
 * own notes and state files say, corrected by what was observed since; then what was observed. Each item keeps its
 * mark, so a reader can always tell a fact from a belief. What few saves need is loaded only where it is needed.
 */
import { present } from '../../core/present.js'
import { MANIFESTS } from '../../agents/registry.js'
import { hashFiles, hasStateFiles, readFileFacts } from '../../capture/files.js'
import type { Status } from '../../capture/git-status.js'
import type { GitFacts } from '../../capture/git.js'
import type { SessionState } from '../../capture/session-state.js'
import { readWhere } from '../../capture/where.js'
import { joinFields } from '../../core/choose/join.js'
import { isLoose } from '../../core/choose/loose.js'
import type { NamePolicy } from '../../core/choose/name.js'
import {
  emptyFields,
  isLive,
  type By,
  type Entry,
  type ExtraSection,
  type FieldKey,
  type Fields,
  type FileRef,
  type Item,
  type Lane,
  type Where,
} from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import type { Written } from '../../core/entry/written-items.js'
import type { KnownPage } from '../../core/page/known.js'
import type { ObservedFacts } from '../../core/text/correct.js'
import type { Moment } from '../../core/text/text.js'
import type { Asked, Policy } from '../../layouts/layout.js'
import { isFolder } from '../../platform/files/folders.js'
import { readEntry } from '../../store/entries/entries.js'
import { readHeadIds, readHeads } from '../../store/entries/heads.js'
import { readPage } from '../../store/entries/page.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import type { Note } from '../../store/session/journal.js'
import type { On } from '../../store/session/on.js'
import type { World } from '../world.js'
import { pendingNotes, withNotes } from './note.js'
import type { Observed, ObserveRequest } from './observe.js'
import { lineOn, namePolicyOf, parentsFor, workstreamFor, type Parent, type Workstream } from './workstream.js'

export interface SaveRequest {
  name?: string
  written: Written
  lane: Lane
  /** Refuse what is vague or missing instead of warning. */
  strict: boolean
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  /** What git says about the dirty files, where the caller has asked it already. */
  status?: Promise<Status | null>
  /** What the session's transcript says (see observe.ts); null: nothing, or it was not looked for. */
  observed?: Observed | null
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
  /** What the layouts here know besides: it comes after what the caller states. */
  more?: Partial<Fields>
  moreSections?: ExtraSection[]
  /** For when nobody else knows the last request, the name, the session. */
  intentElse?: Item
  nameElse?: string
  sessionElse?: string
}

export interface ReadParent extends Parent {
  entry?: Entry
  page?: KnownPage
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
  /** The ids of the workstream's heads, newest first. */
  heads: string[]
  /** What is continued, with its page where it can be read. */
  parents: ReadParent[]
  /** The line this session was on without a name, which goes on under this one. */
  named: On | null
  /** What is there under the name, where the policy asks before it is saved again. */
  existing: Entry | null
  /** Of this session, not taken up by a save yet. */
  notes: Note[]
  fields: Fields
  /** With their hashes. */
  files: FileRef[]
  where: Where
}

export async function gather(world: World, located: Located, request: SaveRequest): Promise<SaveInputs> {
  const { project, worktree } = located
  const on = lineOn(world, located)
  const workstream = workstreamFor(world, located, request, on)
  const { name } = workstream
  const existing = asksFirst(world, request) && located.exists ? liveHead(project, name) : null
  const notes = pendingNotes(world, located)
  const { status, git } = await askGit(located, request)
  const fields = await gatherFields(world, located, request, { notes, git })
  // What somebody else wrote stands beside, and is continued only where it was resumed or is named.
  const heads = readHeadIds(project, name).flatMap(({ id, foreign }) => (foreign ? [] : id))
  const parents = parentsFor(world, located, workstream, heads, on, request.continues)
  return {
    located,
    workstream,
    existing,
    notes,
    fields,
    files: hashFiles(worktree, fields.files),
    where: readWhere(located, status),
    heads,
    parents: parents.map((parent) => readParent(project, parent)),
    named: on && isLoose(on.name) && on.name !== name ? on : null,
    by: world.by,
    moment: world.now(),
    random: world.random(12),
    policy: world.config.policy,
    namePolicy: namePolicyOf(world),
  }
}

/** One that cannot be read is continued all the same: its id is enough for that. */
function readParent(project: Project, parent: Parent): ReadParent {
  const entry = readEntry(project, parent.name, parent.id)?.entry
  return entry ? { ...parent, entry, page: readPage(project, entry) } : parent
}

/** `transcript`: the session file to read; null: none; else the session's own, or the newest of this worktree. */
export async function observeFor(
  world: World,
  transcript: string | null | undefined,
  onEvent?: ObserveRequest['onEvent'],
): Promise<Observed | null> {
  if (transcript === null || (transcript === undefined && !hasAgents(world))) return null
  const { observe } = await import('./observe.js')
  return observe(world, present<ObserveRequest>({ transcript, onEvent }))
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

interface FromGit {
  status: Status | null
  git: GitFacts | null
}

async function askGit(located: Located, { git: wanted, observed, status: asked }: SaveRequest): Promise<FromGit> {
  if (!wanted || !located.git) return { status: null, git: null }
  const { readStatus } = await import('../../capture/git-status.js')
  const { readGitFacts } = await import('../../capture/git.js')
  const status = asked ? await asked : readStatus(located.worktree)
  const since = observed?.startedAt
  const more = { place: located.git, ...(since === undefined ? {} : { since }) }
  const git = status && readGitFacts(located.worktree, { status, ...more })
  return { status, git }
}

async function gatherFields(
  world: World,
  located: Located,
  { written, more, observed = null, intentElse }: SaveRequest,
  { notes, git }: { notes: readonly Note[]; git: GitFacts | null },
): Promise<Fields> {
  const given = normaliseFields(written.fields)
  const stated = withNotes(more ? joinFields(given, normaliseFields(more)) : given, notes)
  const corrected = await correctedState(located, observed, git)
  const known = await withPlanStep(world, located, joinFields(stated, corrected))
  const seen = joinFields(observed?.fields ?? emptyFields(), gitFields(git))
  const fields = normaliseFields(joinFields(known, seen))
  return fields.intent || !intentElse ? fields : { ...fields, intent: intentElse }
}

/** Few keep such files, and reading them takes more code than all the rest of a save. */
async function correctedState(located: Located, observed: Observed | null, git: GitFacts | null): Promise<Fields> {
  if (!hasStateFiles(located.worktree)) return emptyFields()
  const { readSessionState } = await import('../../capture/session-state.js')
  const state: SessionState | null = readSessionState(located.worktree)
  if (!state) return emptyFields()
  const { correctStated } = await import('../../core/text/correct.js')
  const fields = normaliseFields(state.fields)
  return correctStated(fields, observedSince(located, fields, observed, git), state.at)
}

/** Read just now, so newer than any file. */
const NOW = Number.MAX_SAFE_INTEGER

function observedSince(
  located: Located,
  stated: Fields,
  observed: Observed | null,
  git: GitFacts | null,
): ObservedFacts {
  const missing = stated.files.map((file) => file.path).filter((path) => readFileFacts(located.worktree, path) === null)
  const plan = observed?.fields.plan
  return {
    runs: observed?.runs ?? [],
    missing: { paths: missing, at: NOW },
    ...(plan && { plan: { ...plan, at: NOW } }),
    ...(git && { branch: { name: git.branch ?? null, at: NOW } }),
  }
}

/** A plan named without its step: the file says how far it is. */
async function withPlanStep(world: World, located: Located, fields: Fields): Promise<Fields> {
  if (!fields.plan || fields.plan.step !== undefined) return fields
  const { readPlanNow } = await import('../../capture/plans.js')
  const { step, of } = readPlanNow(located.worktree, world.userHome, fields.plan.path)
  return { ...fields, plan: { ...fields.plan, ...(step !== undefined && { step }), ...(of !== undefined && { of }) } }
}

function gitFields(git: GitFacts | null): Fields {
  if (!git) return emptyFields()
  const commits = git.commits.map(({ id, subject }): Item => ({
    text: `commit ${id.slice(0, 10)} ${subject}`,
    observed: 'git log',
  }))
  const context: Item[] = [
    ...(git.operation ? [{ text: `a ${git.operation} is in progress` }] : []),
    ...(git.conflicted.length > 0 ? [{ text: `conflicts in ${git.conflicted.join(', ')}` }] : []),
    ...(git.stashes > 0 ? [{ text: `${git.stashes} in the stash` }] : []),
    ...(git.upstream && git.upstream.ahead + git.upstream.behind > 0
      ? [{ text: `${git.upstream.ahead} ahead of and ${git.upstream.behind} behind ${git.upstream.name}` }]
      : []),
  ].map((item) => ({ ...item, observed: 'git status' }))
  return { ...emptyFields(), done: commits, context }
}
