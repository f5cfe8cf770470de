/**
 * The fields of a save. What the caller states comes first; then what the session's own notes and state files say, corrected
 * by what was observed since; then what was observed. Each item keeps its mark, so a reader can always tell a fact from a
 * belief. What few saves need is loaded only where it is needed.
 */
import { hasStateFiles, readFileFacts } from '../../capture/files.js'
import type { Said, Status } from '../../capture/git-status.js'
import type { GitFacts } from '../../capture/git.js'
import { joinFields } from '../../core/choose/join.js'
import { emptyFields, type Fields, type Item, type Lane } from '../../core/entry/entry.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import type { Written } from '../../core/entry/written-items.js'
import { present } from '../../core/present.js'
import type { ObservedFacts } from '../../core/text/correct.js'
import { msOf } from '../../core/text/text.js'
import type { Located } from '../../store/projects/projects.js'
import type { Note } from '../../store/session/journal.js'
import type { ForeignContent } from '../own/foreign.js'
import type { World } from '../world.js'
import { withNotes } from './note.js'
import type { Observed } from './observe.js'
import type { ReadParent } from './workstream.js'

export interface FieldSources {
  written: Written
  lane: Lane
  /** Ask git for the dirty files, commits and stashes. */
  git: boolean
  /** What git says about the dirty files, where the caller has asked it already. */
  said?: Promise<Said | null>
  /** What the session's transcript says (see observe.ts); null: nothing, or it was not looked for. */
  observed?: Observed | null
  /** What the layouts here know besides: it comes after what the caller states. */
  more?: Partial<Fields>
  /** For when nobody else knows the last request. */
  intentElse?: Item
  dryRun?: boolean
}

interface FromGit {
  said: Said | null
  status: Status | null
  git: GitFacts | null
}

export async function askGit(world: World, located: Located, request: FieldSources): Promise<FromGit> {
  const { git: wanted, observed, said: asked } = request
  if (!wanted || !located.git) return { said: null, status: null, git: null }
  const { askStatus, statusOf } = await import('../../capture/git-status.js')
  const { readGitFacts } = await import('../../capture/git.js')
  const said = asked ? await asked : askStatus(located.worktree, world.now().ms)
  const status = said && statusOf(said)
  const since = observed?.startedAt
  const more = { place: located.git, ofBranch: isSilent(request), ...present({ since }) }
  const git = status && readGitFacts(located.worktree, { status, ...more })
  return { said, status, git }
}

/** Nobody says anything and no agent was seen at work: then git is all there is to tell from. */
function isSilent({ written, more, observed, lane }: FieldSources): boolean {
  return lane === 'named' && !observed && !more && saysNothing(written.fields)
}

function saysNothing(fields: Partial<Fields>): boolean {
  return Object.values(fields).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))
}

export async function gatherFields(
  world: World,
  located: Located,
  request: FieldSources,
  { notes, git, parents }: { notes: readonly Note[]; git: GitFacts | null; parents: readonly ReadParent[] },
): Promise<{ fields: Fields; foreign: ForeignContent[] }> {
  const { written, more, observed = null, intentElse, dryRun } = request
  const given = normaliseFields(written.fields)
  const stated = withNotes(more ? joinFields(given, normaliseFields(more)) : given, notes)
  const state = await correctedState(world, located, request, { git, parents })
  const known = await withPlanStep(world, located, joinFields(stated, state.fields))
  const seen = joinFields(observed?.fields ?? emptyFields(), gitFields(git, saysNothing(known)))
  const fields = normaliseFields(joinFields(known, seen))
  if (fields.plan && located.exists && !dryRun) await rememberPlan(world, located, fields.plan.path)
  const isKnown = fields.intent || !intentElse
  return { fields: isKnown ? fields : { ...fields, intent: intentElse }, foreign: state.foreign }
}

interface State {
  fields: Fields
  foreign: ForeignContent[]
}

/** Few keep such files, and reading them takes more code than all the rest of a save. */
async function correctedState(
  world: World,
  located: Located,
  { observed = null, dryRun = false }: FieldSources,
  { git, parents }: { git: GitFacts | null; parents: readonly ReadParent[] },
): Promise<State> {
  if (!hasStateFiles(located.worktree)) return { fields: emptyFields(), foreign: [] }
  const { readState } = await import('../own/state-files.js')
  const { state, foreign } = readState(world, located, dryRun)
  if (!state) return { fields: emptyFields(), foreign }
  const { correctStated } = await import('../../core/text/correct.js')
  const fields = normaliseFields(withoutOutdated(state.fields, state.at, parents))
  return { fields: correctStated(fields, observedSince(located, fields, observed, git), state.at), foreign }
}

/** A file that was not written since the last save was taken up by it: what that one says is as new, or newer. */
function withoutOutdated(said: Partial<Fields>, at: number, parents: readonly ReadParent[]): Partial<Fields> {
  const newer = parents.filter(({ entry }) => entry && (msOf(entry.saved) ?? 0) > at)
  const isSaid = (key: string): boolean => newer.some(({ page }) => page?.fields[key as keyof Fields] !== undefined)
  return Object.fromEntries(Object.entries(said).filter(([key, value]) => Array.isArray(value) || !isSaid(key)))
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

async function rememberPlan(world: World, located: Located, path: string): Promise<void> {
  const { notePlan } = await import('../own/plan.js')
  notePlan(world, located, path)
}

/** A plan named without its step: the file says how far it is. */
async function withPlanStep(world: World, located: Located, fields: Fields): Promise<Fields> {
  if (!fields.plan || fields.plan.step !== undefined) return fields
  const { readPlanNow } = await import('../../capture/plans.js')
  const { step, of } = readPlanNow(located.worktree, world.userHome, fields.plan.path)
  return { ...fields, plan: { ...fields.plan, ...(step !== undefined && { step }), ...(of !== undefined && { of }) } }
}

/** `alone`: nobody else has anything to say. */
function gitFields(git: GitFacts | null, alone: boolean): Fields {
  if (!git) return emptyFields()
  const commits = git.commits.map(({ id, subject }): Item => ({
    text: `commit ${id.slice(0, 10)} ${subject}`,
    observed: 'git log',
  }))
  const last = (alone ? (git.lastCommits ?? []) : []).map(({ id, subject }): Item => ({
    text: `last commit ${id.slice(0, 10)} ${subject}`,
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
  return { ...emptyFields(), done: commits, context: [...context, ...last] }
}
