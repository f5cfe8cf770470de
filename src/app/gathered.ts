/**
 * Joins what is known about the work into the fields of a save. What the caller states comes first; then what the
 * session's own notes and state files say, corrected by what was observed since; then what was observed. Each item
 * keeps its mark, so a reader can always tell a fact from a belief.
 */
import type { GitFacts } from '../capture/git-facts.js'
import type { SessionState } from '../capture/session-state.js'
import type { ObservedFacts } from '../core/correct.js'
import type { Fields, Item } from '../core/entry.js'
import { emptyFields } from '../core/entry.js'
import { joinFields } from '../core/join.js'
import { normaliseFields } from '../core/normalise-fields.js'
import { readFileFacts } from '../capture/file-hash.js'
import type { Located } from '../store/projects.js'
import type { Observed } from './observe.js'
import type { World } from './world.js'

export interface Sources {
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
  const { correctStated } = await import('../core/correct.js')
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
  const { readPlanNow } = await import('../capture/plan-steps.js')
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
