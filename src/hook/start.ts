/** SessionStart: the state of the session begins, and the model is told where the work stands. */
import { joinFailures } from '../app/hook-known.js'
import { tellCleared, tellCompacted, tellResumed, tellStarted, type Told } from '../app/hook-start.js'
import { hasOthersOpen, predecessorOf } from '../app/hook-sessions.js'
import { layoutsIn, workFolders } from '../app/layout-signs.js'
import { locate } from '../app/locate.js'
import type { World } from '../app/world.js'
import { setDeadline } from '../platform/deadline.js'
import { isFolder } from '../platform/folder.js'
import { tagOf } from '../platform/process-tag.js'
import type { FailedBefore, HookState } from '../store/hook-state.js'
import { changeHookState, markOpen, readHookState } from '../store/hook-state.js'
import type { Located } from '../store/projects.js'
import { answerContext } from './answer.js'
import { beginState, type Known } from './begin.js'
import type { Call } from './call.js'
import { agentPid, sessionIn, textIn } from './call.js'
import { readHookSettings } from './settings.js'
import { worldOf } from './world.js'

export async function run(call: Call): Promise<void> {
  const session = sessionIn(call.event)
  setDeadline(waitUntil(call))
  const world = await worldOf(call, null, false)
  const located = locate(world)
  const before = readHookState(call.home, session)
  const known = knownOf(call, located)
  const state = beginState(call, before, known)
  const told = await tell(call, world, located, state)
  const more = await linesBeside(call, world, located, told?.state.linkedFrom ?? state.linkedFrom)
  const text = [told?.text, ...more].filter(Boolean).join('\n')
  if (text !== '') answerContext(call, text, told?.toUser)
  call.did(told?.did ?? 'nothing to tell')
  changeHookState(call.home, session, (now) => ({
    ...beginState(call, now, known),
    ...told?.state,
    ...(told?.state.failed ? { failed: joinFailures(told.state.failed, failedSince(before, now)) } : {}),
  }))
  markOpen(call.home, session)
  if (textIn(call.event, 'source') === 'startup') await sweep(call)
}

/** Best effort, and last: the answer is out. */
async function sweep(call: Call): Promise<void> {
  try {
    const { sweepSessions } = await import('../app/hook-sweep.js')
    const gone = sweepSessions(call.home, Date.now())
    if (gone > 0) call.did(`removed ${gone} files of old sessions`)
  } catch (error) {
    call.did(`old sessions could not be removed: ${(error as Error).message}`)
  }
}

/** What was saved a moment ago needs no git to be compared: nobody is waited for then. */
function waitUntil({ event, startedMs, untilMs }: Call): number {
  const isFresh = ['compact', 'clear'].includes(textIn(event, 'source'))
  return isFresh ? startedMs : startedMs + 0.6 * (untilMs - startedMs)
}

function knownOf(call: Call, { project, worktree }: Located): Known {
  const pid = agentPid(call)
  const tag = tagOf(pid)
  const settings = readHookSettings(call.home)
  return { project: project.key, worktree, pid, ...(tag === null ? {} : { tag }), ...settings }
}

/** What failed elsewhere in this session while it was told where it stands. */
function failedSince(before: HookState | null, now: HookState | null): FailedBefore[] {
  return (now?.failed ?? []).filter(({ key }) => !before?.failed.some((one) => one.key === key))
}

async function tell(call: Call, world: World, located: Located, state: HookState): Promise<Told | null> {
  const { event, home } = call
  const session = sessionIn(event)
  switch (textIn(event, 'source')) {
    case 'compact':
      return tellCompacted(world, located, state) ?? (await saveAndTell(call, world, state))
    case 'clear': {
      const mark = { session, worktree: located.worktree, atMs: Date.now(), pid: agentPid(call) }
      const linkedFrom = predecessorOf(home, mark)
      const told = linkedFrom === null ? null : tellCleared(world, located, linkedFrom)
      if (told && linkedFrom !== null) return { ...told, state: { ...told.state, linkedFrom } }
      break
    }
    case 'resume':
    case 'fork': {
      const { endOf } = await import('./transcript-end.js')
      return tellResumed(world, located, state, endOf(textIn(event, 'transcript_path')))
    }
  }
  if (hasOthersOpen(home, session)) await saveCutOff(call, world, located)
  return (await surfaced(world, located)) ?? tellStarted(world, locate(world))
}

/** Best effort: what was saved before is told in any case. */
async function saveCutOff(call: Call, world: World, located: Located): Promise<void> {
  try {
    const { saveCrashed } = await import('../app/hook-crashed.js')
    await saveCrashed(world, located.worktree)
  } catch (error) {
    call.did(`a session that was cut off could not be saved: ${(error as Error).message}`)
  }
}

/** The client did not tell that it would compact, so nothing was saved: the file still holds what was before. */
async function saveAndTell(call: Call, world: World, state: HookState): Promise<Told | null> {
  const { event } = call
  changeHookState(call.home, sessionIn(event), state)
  const { saveForHook } = await import('../app/hook-save.js')
  const transcript = textIn(event, 'transcript_path')
  await saveForHook(world, { session: sessionIn(event), transcript, reason: 'after compaction', git: false })
  const known = { ...state, ...readHookState(call.home, sessionIn(event)) }
  const told = tellCompacted(world, locate(world), known)
  return told && { ...told, state: { band: known.band ?? 0, ...told.state } }
}

/** Who keeps the decision log is shown the checkpoint itself [D6]. */
async function surfaced(world: World, located: Located): Promise<Told | null> {
  const isLive =
    world.config.layouts?.includes('decision-log') ??
    workFolders(world, located).some((folder) => layoutsIn(folder).includes('decision-log'))
  if (!isLive || !located.exists) return null
  const { tellSurfaced } = await import('../app/hook-surface.js')
  return tellSurfaced(world, located)
}

/** What waits here besides. */
async function linesBeside(call: Call, world: World, located: Located, before?: string): Promise<string[]> {
  if (!located.exists || !mayWait(world, located, before)) return []
  const { linesWaiting } = await import('../app/hook-waiting.js')
  return linesWaiting(world, located, textIn(call.event, 'source') === 'startup', before)
}

/** Two looks at the disk, before the code is loaded. */
function mayWait(world: World, located: Located, before = ''): boolean {
  const sessions = [world.by.session ?? '', before].filter((one) => one !== '')
  return (
    sessions.some((session) => isFolder(`${located.project.dir}/sessions/${session}/prompts`)) ||
    workFolders(world, located).some((folder) => layoutsIn(folder).includes('quoin'))
  )
}
