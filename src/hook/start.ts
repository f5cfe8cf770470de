/** SessionStart: the state of the session begins, and the model is told where the work stands. */
import { joinFailures } from '../app/session/failures.js'
import { tellCleared, tellCompacted, tellResumed, tellStarted, type Told } from '../app/session/start.js'
import { hasOthersOpen, predecessorOf } from '../app/session/sessions.js'
import { saysAtStart } from '../app/layouts/signs.js'
import { locate } from '../app/locate.js'
import type { World } from '../app/world.js'
import { DEFAULT_TRIGGERS, parseTriggerSettings } from '../core/session/triggers/settings.js'
import { setDeadline } from '../platform/process/self.js'
import { isFolder } from '../platform/files/folders.js'
import { tagOf } from '../platform/process/process-tag.js'
import { readQuick } from '../platform/files/quick-file.js'
import type { FailedBefore, HookState } from '../store/session/hook-state.js'
import { changeHookState, markOpen, readHookState } from '../store/session/hook-state.js'
import type { Located } from '../store/projects/projects.js'
import { MOST_SETTINGS_BYTES } from '../store/settings.js'
import type { Call } from './call.js'
import { agentPid, answerContext, sessionIn, textIn } from './call.js'
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
    const { sweepSessions } = await import('../app/session/sessions.js')
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

type Known = Required<Pick<HookState, 'project' | 'worktree' | 'pid'>> &
  Pick<HookState, 'tag' | 'bands' | 'block' | 'farewells'>

function knownOf(call: Call, { project, worktree }: Located): Known {
  const pid = agentPid(call)
  const tag = tagOf(pid)
  const settings = readHookSettings(call.home)
  return { project: project.key, worktree, pid, ...(tag === null ? {} : { tag }), ...settings }
}

/** What was said to be over lives again; after a compaction the context is counted anew. */
function beginState({ event, startedMs }: Call, before: HookState | null, known: Known): HookState {
  const isCompacted = textIn(event, 'source') === 'compact'
  // The status line may have told it anew while this ran.
  const isOld = (before?.context?.at ?? 0) < startedMs
  const transcript = textIn(event, 'transcript_path')
  return {
    failed: [],
    ...before,
    ended: undefined,
    ...(isCompacted ? { band: 0 } : {}),
    ...(isCompacted && isOld ? { context: undefined } : {}),
    ...(transcript === '' ? {} : { transcript }),
    startedMs: before?.startedMs ?? Date.now(),
    ...known,
  }
}

/** What failed elsewhere in this session while it was told where it stands. */
function failedSince(before: HookState | null, now: HookState | null): FailedBefore[] {
  return (now?.failed ?? []).filter(({ key }) => !before?.failed.some((one) => one.key === key))
}

/** What later events of the session go by. A broken setting is told by other commands, not here. */
function readHookSettings(home: string): Required<Pick<HookState, 'bands' | 'block' | 'farewells'>> {
  const path = `${home}/config.json`
  const settings = parsed(readQuick(path, MOST_SETTINGS_BYTES))
  const { bands, farewells } = triggersIn(settings['autosave'], path)
  return {
    bands: bands.map((band) => Math.round(band * 100)),
    block: settings['block'] === true,
    farewells: [...farewells],
  }
}

function triggersIn(value: unknown, path: string): typeof DEFAULT_TRIGGERS {
  try {
    return parseTriggerSettings(value, path)
  } catch {
    return DEFAULT_TRIGGERS
  }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
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
      return tellResumed(world, located, state, await endOf(textIn(event, 'transcript_path')))
    }
  }
  if (hasOthersOpen(home, session)) await saveCutOff(call, world, located)
  return (await surfaced(world, located)) ?? tellStarted(world, locate(world))
}

/** When something last happened in a session file, in milliseconds; 0 where it does not say. */
async function endOf(path: string): Promise<number> {
  const { reader } = await import('../agents/claude-code/reader.js')
  try {
    return reader.readTail(path).at ?? 0
  } catch {
    return 0
  }
}

/** Best effort: what was saved before is told in any case. */
async function saveCutOff(call: Call, world: World, located: Located): Promise<void> {
  try {
    const { saveCrashed } = await import('../app/session/save.js')
    await saveCrashed(world, located.worktree)
  } catch (error) {
    call.did(`a session that was cut off could not be saved: ${(error as Error).message}`)
  }
}

/** The client did not tell that it would compact, so nothing was saved: the file still holds what was before. */
async function saveAndTell(call: Call, world: World, state: HookState): Promise<Told | null> {
  const { event } = call
  changeHookState(call.home, sessionIn(event), state)
  const { saveForHook } = await import('../app/session/save.js')
  const transcript = textIn(event, 'transcript_path')
  await saveForHook(world, { session: sessionIn(event), transcript, reason: 'after compaction', git: false })
  const known = { ...state, ...readHookState(call.home, sessionIn(event)) }
  const told = tellCompacted(world, locate(world), known)
  return told && { ...told, state: { band: known.band ?? 0, ...told.state } }
}

/** Some layouts want the latest checkpoint itself shown [D6]. */
async function surfaced(world: World, located: Located): Promise<Told | null> {
  if (!saysAtStart(world, located, 'latest') || !located.exists) return null
  const { tellSurfaced } = await import('../app/session/start.js')
  return tellSurfaced(world, located)
}

/** What waits here besides. */
async function linesBeside(call: Call, world: World, located: Located, before?: string): Promise<string[]> {
  if (!located.exists || !mayWait(world, located, before)) return []
  const { linesWaiting } = await import('../app/session/start.js')
  return linesWaiting(world, located, textIn(call.event, 'source') === 'startup', before)
}

/** Two looks at the disk, before the code is loaded. */
function mayWait(world: World, located: Located, before = ''): boolean {
  const sessions = [world.by.session ?? '', before].filter((one) => one !== '')
  return (
    sessions.some((session) => isFolder(`${located.project.dir}/sessions/${session}/prompts`)) ||
    saysAtStart(world, located, 'waiting')
  )
}
