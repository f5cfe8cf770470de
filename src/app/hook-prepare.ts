/**
 * Before a compaction: the briefing for after it is made while everything it needs is at hand, together with a list of every
 * path that decided what it says (see store/prepared.ts; test/hook/prepared.test.ts holds the list against what a start
 * really looks at).
 */
import { fullFilePath } from '../capture/file-hash.js'
import { fullPlanPath } from '../capture/plan-steps.js'
import type { Entry } from '../core/entry.js'
import { age, msOf } from '../core/time.js'
import { setDeadline } from '../platform/deadline.js'
import { headFiles } from '../platform/git-dir.js'
import { lookQuick } from '../platform/quick-file.js'
import { listWorkstreams, readAndKeep } from '../store/entries.js'
import type { HookState } from '../store/hook-state.js'
import { changeHookState, readHookState } from '../store/hook-state.js'
import { entriesDir, entryPath, sessionDir, workstreamDir } from '../store/paths.js'
import type { Prepared } from '../store/prepared.js'
import { writePrepared } from '../store/prepared.js'
import { movedMark } from '../store/project-find.js'
import type { Located } from '../store/projects.js'
import { joinFailures } from './hook-known.js'
import { tellCompacted } from './hook-start.js'
import { layoutsIn, signPaths, workFolders } from './layout-signs.js'
import { locate } from './locate.js'
import type { World } from './world.js'

type Given = Pick<Prepared, 'build' | 'cwd' | 'settings'>

/** Best effort: where it cannot be done, the start does it. */
export function prepareBriefing(world: World, session: string, given: Given): boolean {
  const located = locate(world)
  const state = readHookState(world.home, session)
  if (!located.exists || !state?.lastSave || state.workstream === undefined) return false
  // The start looks for its project from where the agent stands, and for prompts that wait. Those are rare.
  if (given.cwd !== located.worktree || state.project !== located.project.key) return false
  if (waits(world, located, state)) return false
  const { workstream, lastSave, judgement } = state
  const entry = readAndKeep(located.project, workstream, lastSave.id)?.entry
  const savedMs = entry && msOf(entry.saved)
  if (!entry || savedMs === null || savedMs === undefined) return false
  // Taken first: what changes while the text is made is found to have changed.
  const looks = pathsBehind(world, located, state, entry).map((path): [string, string] => [path, lookQuick(path)])
  // As at the start: nobody is waited for.
  setDeadline(0)
  const now = world.now().ms
  const told = tellCompacted({ ...world, now: () => ({ ...world.now(), ms: now }) }, located, state)
  if (!told) return false
  const { failed } = told.state
  if (failed) changeHookState(world.home, session, (one) => ({ failed: joinFailures(failed, one?.failed ?? []) }))
  writePrepared(world.home, session, {
    ...given,
    userHome: world.userHome,
    workstream,
    entry: lastSave.id,
    ...(judgement === undefined ? {} : { judgement }),
    looks,
    savedMs,
    age: age(savedMs, now),
    text: told.text,
  })
  return true
}

/** Lines that stand beside the briefing then. */
function waits(world: World, located: Located, state: HookState): boolean {
  return (
    promptFolders(world, located, state).some((path) => lookQuick(path) !== '') ||
    workFolders(world, located).some((folder) => layoutsIn(folder).includes('quoin'))
  )
}

function promptFolders({ by }: World, { project }: Located, { linkedFrom }: HookState): string[] {
  return [by.session, linkedFrom].flatMap((one) => (one === undefined ? [] : `${sessionDir(project, one)}/prompts`))
}

function pathsBehind(world: World, located: Located, state: HookState, entry: Entry): string[] {
  const { project, worktree, git } = located
  const judged = state.judgement ? readAndKeep(project, entry.name, state.judgement)?.entry : undefined
  const joined = entry.parents.length > 1 ? entry.parents : []
  const entries = [entry.id, ...(judged ? [judged.id] : []), ...joined]
  const both = [entry, ...(judged ? [judged] : [])]
  return [
    `${world.home}/config.json`,
    movedMark(project),
    entriesDir(project),
    ...listWorkstreams(project).map((name) => workstreamDir(project, name)),
    ...entries.map((id) => entryPath(project, entry.name, id)),
    ...promptFolders(world, located, state),
    ...(git ? headFiles(git) : []),
    ...workFolders(world, located).flatMap(signPaths),
    ...both.flatMap(({ files }) => files.map(({ path }) => fullFilePath(worktree, path))),
    ...both.flatMap(({ plan }) => (plan ? [fullPlanPath(worktree, world.userHome, plan.path)] : [])),
  ]
}
