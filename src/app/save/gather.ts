/**
 * Joins what is known about the work into the fields of a save. What the caller states comes first; then what the
 * session's own notes and state files say, corrected by what was observed since; then what was observed. Each item
 * keeps its mark, so a reader can always tell a fact from a belief.
 */
import { readFileFacts } from '../../capture/files.js'
import type { GitFacts } from '../../capture/git.js'
import type { SessionState } from '../../capture/session-state.js'
import { joinFields } from '../../core/choose/join.js'
import { nameFrom, slugFrom, suggestName } from '../../core/choose/name.js'
import { emptyFields, type Fields, type Item, type Lane } from '../../core/entry/entry.js'
import { compareIds, makeId } from '../../core/entry/id.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import type { Written } from '../../core/entry/written.js'
import { DogearError } from '../../core/errors.js'
import type { ObservedFacts } from '../../core/text/correct.js'
import { isoWithZone } from '../../core/text/text.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { readEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { appendNote, readNotes, readResumed, type Note } from '../../store/session/journal.js'
import { hereOf, sessionOf } from '../locate.js'
import { pickId } from '../resume/pick.js'
import { askName } from '../resume/questions.js'
import type { World } from '../world.js'
import type { Observed } from './observe.js'

interface Sources {
  stated: Fields
  state: SessionState | null
  observed: Observed | null
  git: GitFacts | null
}

export async function joinSources(world: World, located: Located, sources: Sources): Promise<Fields> {
  const corrected = await correctedState(located, sources)
  const stated = await withPlanStep(world, located, joinFields(sources.stated, corrected))
  const observed = joinFields(sources.observed?.fields ?? emptyFields(), gitFields(sources.git))
  return normaliseFields(joinFields(stated, observed))
}

async function correctedState(located: Located, { state, observed, git }: Sources): Promise<Fields> {
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

// The notes a save takes up: those of its session that no save before it has.

/** The notes of this session that no save has taken up yet. */
export function pendingNotes(world: World, located: Located): Note[] {
  if (!located.exists) return []
  const { notes } = readNotes(located.project, sessionOf(world, located))
  const lastSave = notes.findLastIndex((one) => one.type === 'saved')
  return notes.slice(lastSave + 1)
}

export function withNotes(fields: Fields, notes: readonly Note[]): Fields {
  const decisions = notes
    .filter((one) => one.type === 'decision')
    .map((one) => ({ text: one.text, ...(one.why ? { why: one.why } : {}) }))
  const context = notes.filter((one) => one.type !== 'decision').map(asContext)
  return { ...fields, decisions: addNew(fields.decisions, decisions), context: addNew(fields.context, context) }
}

/** Best effort: should this be lost, the next save takes the same notes up again, which harms nobody. */
export function markNotesSaved(
  world: World,
  project: Project,
  located: Located,
  notes: readonly Note[],
  entry: string,
): void {
  if (notes.length === 0) return
  const moment = world.now()
  try {
    appendNote(project, sessionOf(world, located), {
      id: makeId(moment.ms, [], world.random(12)),
      at: isoWithZone(moment),
      type: 'saved',
      text: '',
      entry,
    })
  } catch {
    // The save itself is durable and must be acknowledged.
  }
}

function asContext(one: Note): Item {
  const label = one.type === 'note' ? '' : `${one.type}: `
  return { text: `${label}${one.text}${one.why ? ` — ${one.why}` : ''}` }
}

function addNew<T extends Item>(known: readonly T[], more: readonly T[]): T[] {
  const texts = new Set(known.map((item) => item.text))
  return [...known, ...more.filter((item) => !texts.has(item.text))]
}

// What a save continues. Normally the workstream's heads, so that a fork closes with the next save and the briefing
// names what both said. A session that has saved or resumed one of several heads continues that one alone: it does
// not know the other's work, and must not bury it.

/** `heads`: the ids of the workstream's heads, newest first. */
export function parentsFor(
  world: World,
  project: Project,
  name: string,
  heads: readonly string[],
  continues?: readonly string[],
): string[] {
  if (continues?.length) return [...new Set(continues.map((typed) => pickId(project, name, typed)))]
  const own = heads.length > 1 && world.by.session ? ownHead(project, name, world.by.session, heads) : undefined
  return own ? [own] : heads.slice(0, MOST_PARENTS)
}

/** An entry that continued hundreds of heads would be unreadable; the rest stay heads and are continued by the next. */
const MOST_PARENTS = 16

function ownHead(project: Project, name: string, session: string, heads: readonly string[]): string | undefined {
  const resumed = readResumed(project, session)
  return (
    heads.find((id) => readEntry(project, name, id)?.entry?.by.session === session) ??
    heads.find((id) => id === resumed)
  )
}

// Which workstream a save goes to: the one named, else the one this session last saved to, else the branch, else the folder.

export type NameFrom = 'given' | 'task' | 'session' | 'branch' | 'folder'

interface Workstream {
  name: string
  nameFrom: NameFrom
}

interface NamingRequest {
  name?: string
  written: Written
  lane?: Lane
  observed?: { fields: Fields } | null
  /** The task the layout here is at. */
  nameElse?: string
}

export function workstreamFor(world: World, located: Located, request: NamingRequest): Workstream {
  const policy = world.config.names ?? world.config.policy.naming
  const typed = request.name ?? request.written.name
  if (typed !== undefined) return { name: nameFrom(typed, policy), nameFrom: 'given' }
  if (request.nameElse !== undefined) return { name: nameFrom(request.nameElse, 'lower'), nameFrom: 'task' }
  const session = world.by.session && located.exists ? lastOfSession(world, located) : null
  if (session) return { name: session, nameFrom: 'session' }
  const derived = derive(world, located)
  // Nobody is there to answer an autosave's question.
  if (policy === 'ask' && request.lane !== 'auto') throw askName(suggestion(request) ?? derived.name)
  return derived
}

/** Two to four words of the work itself: what was stated about it, else what was seen of it. */
function suggestion({ written, observed }: NamingRequest): string | null {
  const { task, leftOff, next } = written.fields
  const said = [task, leftOff, next, observed?.fields.task, observed?.fields.intent, observed?.fields.next]
  return said.map((item) => suggestName(item?.text ?? '')).find((name) => name !== null) ?? null
}

function lastOfSession(world: World, located: Located): string | null {
  const mine = readCatalog(located.project)
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => head.by.session === world.by.session && head.kind === 'saved')
    .toSorted((a, b) => compareIds(b.head.id, a.head.id))
  return mine[0]?.name ?? null
}

function derive(world: World, located: Located): Workstream {
  const branch = hereOf(world, located).branch
  const fromBranch = branch === undefined ? null : slugFrom(branch)
  if (fromBranch) return { name: fromBranch, nameFrom: 'branch' }
  const folder = slugFrom(located.worktree.split(/[\\/]/).at(-1) ?? '')
  if (folder) return { name: folder, nameFrom: 'folder' }
  throw new DogearError('bad-name', 'there is no branch and no folder name to take the name of the workstream from', {
    expected: 'a name, like "auth-refactor"',
    next: 'dogear save <name>',
  })
}
