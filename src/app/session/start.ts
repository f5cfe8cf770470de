/** A session begins, or begins anew: its state is written, and the model learns where the work stands. */
import { present } from '../../core/present.js'
import { DEFAULT_TRIGGERS, parseTriggerSettings } from '../../core/session/triggers/settings.js'
import { finish, joinLines, type ModelText } from '../../core/printer/words.js'
import { isFolder } from '../../platform/files/folders.js'
import { readEndQuick, readQuick } from '../../platform/files/quick-file.js'
import { setDeadline } from '../../platform/process/self.js'
import { tagOf } from '../../platform/process/process-tag.js'
import type { Located } from '../../store/projects/projects.js'
import {
  changeHookState,
  markOpen,
  readHookState,
  type FailedBefore,
  type HookState,
} from '../../store/session/hook-state.js'
import { noteLook } from '../../store/looks.js'
import { writeSessionNow } from '../../store/session/session-now.js'
import { MAX_SETTINGS_BYTES } from '../../store/settings.js'
import { saysAtStart } from '../layouts/signs.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { agentPid, type EventOf, type SessionCall } from './event.js'
import { joinFailures } from './failures.js'
import { openFiles, waitingLine, type FilesHere } from './phrase/files-here.js'
import { keepBriefing, takeBriefing } from './waiting-briefing.js'
import { hasOthersOpen, predecessorOf, sweepSessions } from './sessions.js'
import { atStart, type StartText } from './start-offer.js'
import { afterClear, afterCompaction, atResume, latestCheckpoint, linesWaiting } from './start-text.js'

type StartCall = SessionCall<EventOf<'session-start'>>

export async function startSession(world: World, given: StartCall): Promise<void> {
  const { session } = given.event
  noteLook(locate(world))
  const { located, waiting: foreign } = await filesAt(world, given)
  const before = readHookState(world.home, session)
  const call = asItIs(given, before)
  const { event, hooks } = call
  const { source } = event
  const known = knownOf(world, call, located)
  const state = beginState(call, before, known)
  const opening = await openingOf(world, call, located, state)
  const waiting = await linesBeside(world, call, located, opening?.state.linkedFrom ?? state.linkedFrom)
  const slot = source === 'compact' ? hooks.briefing.afterCompaction : hooks.briefing.atStart
  const isSilent = source === 'resume' && (opening?.text.text ?? '') === ''
  const untold = isSilent && slot ? takeBriefing(world.home, session, before, forgotten(before) ?? slot) : null
  const text = finish(joinLines([untold, opening?.text, ...waiting]))
  const isNow = slot === 'session-start'
  // Nothing of a stranger's files goes to the model, not even their names.
  const toUser = [opening?.toUser, ...foreign.slice(0, 1).map((one) => `dogear: ${waitingLine(one)}`)]
    .filter(Boolean)
    .join('\n')
  if (text !== '' || toUser !== '')
    call.answer(present({ toModel: isNow && text !== '' ? text : undefined, toUser: toUser || undefined }))
  call.log(opening?.log ?? 'nothing to tell')
  const again = isNow ? (source === 'compact' && isForgetting(call) ? 'resume' : null) : slot
  const later = text === '' ? {} : keepBriefing(world.home, session, again, text)
  changeHookState(world.home, session, (now) => ({
    ...beginState(call, now, known),
    ...opening?.state,
    ...later,
    ...(opening?.state.failed ? { failed: joinFailures(opening.state.failed, failedSince(before, now)) } : {}),
  }))
  markOpen(world.home, session)
  writeSessionNow(world.home, { pid: known.pid, tag: known.tag, session })
  for (const told of opening?.told ?? []) changeHookState(world.home, told, { crashTold: true })
  // Best effort, and last: the answer is out.
  if (source === 'startup') sweep(world, call)
}

function forgotten(state: HookState | null): 'resume' | null {
  return state?.briefingAt === 'resume' ? 'resume' : null
}

function isForgetting({ event, hooks }: StartCall): boolean {
  return event.transcript !== undefined && hooks.forgets?.(readEndQuick(event.transcript)) === true
}

/** Some clients say of a session that is taken up again that it is new. */
function asItIs(call: StartCall, before: HookState | null): StartCall {
  const { event } = call
  return event.source === 'startup' && before?.on ? { ...call, event: { ...event, source: 'resume' } } : call
}

/** What the old skill, or somebody by hand, left here since. Best effort: what was saved before is told in any case. */
async function filesAt(world: World, call: StartCall): Promise<Pick<FilesHere, 'located' | 'waiting'>> {
  try {
    // This very session goes on with what it has.
    if (call.event.source !== 'compact') return await openFiles(world, { untold: true })
  } catch (error) {
    call.log(`the files of layouts here could not be read: ${(error as Error).message}`)
  }
  return { located: locate(world), waiting: [] }
}

function sweep({ home, now }: World, call: StartCall): void {
  try {
    const gone = sweepSessions(home, now().ms)
    if (gone > 0) call.log(`removed ${gone} files of old sessions`)
  } catch (error) {
    call.log(`old sessions could not be removed: ${(error as Error).message}`)
  }
}

type Known = Required<Pick<HookState, 'project' | 'worktree' | 'pid'>> &
  Pick<HookState, 'agent' | 'tag' | 'bands' | 'block' | 'farewells'>

function knownOf({ home, by }: World, { event }: StartCall, { project, worktree }: Located): Known {
  const pid = agentPid(event)
  const place = present<Known>({ agent: by.agent, project: project.key, worktree, pid, tag: tagOf(pid) ?? undefined })
  return { ...place, ...readHookSettings(home) }
}

/** What was said to be over lives again; after a compaction the context is counted anew. */
function beginState({ event, startedMs }: StartCall, before: HookState | null, known: Known): HookState {
  const isCompacted = event.source === 'compact'
  // The status line may have told it anew while this ran.
  const isOld = (before?.context?.at ?? 0) < startedMs
  return {
    failed: [],
    ...before,
    ended: undefined,
    ...(isCompacted ? { band: 0 } : {}),
    ...(isCompacted && isOld ? { context: undefined } : {}),
    ...present({ transcript: event.transcript }),
    startedMs: before?.startedMs ?? Date.now(),
    ...known,
  }
}

/** What failed elsewhere in this session while it was found out where it stands. */
function failedSince(before: HookState | null, now: HookState | null): FailedBefore[] {
  return (now?.failed ?? []).filter(({ key }) => !before?.failed.some((one) => one.key === key))
}

/** What later events of the session go by. A broken setting is told by other commands, not here. */
function readHookSettings(home: string): Required<Pick<HookState, 'bands' | 'block' | 'farewells'>> {
  const path = `${home}/config.json`
  let settings: Record<string, unknown> = {}
  let triggers = DEFAULT_TRIGGERS
  try {
    settings = (JSON.parse(readQuick(path, MAX_SETTINGS_BYTES, home) ?? '{}') ?? {}) as Record<string, unknown>
    triggers = parseTriggerSettings(settings['autosave'], path)
  } catch {
    // The defaults are as good as any.
  }
  return {
    bands: triggers.bands.map((band) => Math.round(band * 100)),
    block: settings['block'] === true,
    farewells: [...triggers.farewells],
  }
}

async function openingOf(world: World, call: StartCall, located: Located, state: HookState): Promise<StartText | null> {
  const { event, hooks } = call
  const { session } = event
  const most = hooks.maxCharacters
  let link: Partial<HookState> = {}
  switch (event.source) {
    case 'compact': {
      const own = afterCompaction(world, located, state, most) ?? (await saveAndOpen(world, call, state))
      if (own) return own
      // Nothing of this session is known: what was saved here before is offered as to a new one [C11].
      break
    }
    case 'clear': {
      const mark = { session, worktree: located.worktree, atMs: world.now().ms, pid: agentPid(event) }
      const linkedFrom = predecessorOf(world.home, mark)
      const opening = linkedFrom === null ? null : afterClear(world, located, linkedFrom, most)
      if (linkedFrom !== null) link = { linkedFrom }
      if (opening) return { ...opening, state: { ...opening.state, ...link } }
      break
    }
    case 'resume':
    case 'fork': {
      const { priceOfGoingOn, tailOf } = await import('./price.js')
      const tail = await tailOf(world, event.transcript)
      const told = atResume(world, located, state, tail?.at ?? 0, most)
      const price = priceOfGoingOn(world, located, state, tail, most)
      const nothing = { text: joinLines([]), log: 'nothing to tell', state: {} }
      return price ? { ...(told ?? nothing), toUser: price.toUser, state: { ...told?.state, ...price.state } } : told
    }
    case 'startup':
  }
  if (hasOthersOpen(world.home, session)) await saveCutOff(world, call, located)
  // Some layouts want the latest checkpoint itself shown [D6].
  const latest = located.exists && saysAtStart(world, located, 'latest') ? latestCheckpoint(world, located, most) : null
  // What nobody asked for is compared with the present when it is asked for: no git is waited for.
  setDeadline(call.startedMs)
  const opening = latest ?? atStart(world, locate(world)) ?? { text: joinLines([]), log: 'nothing to tell', state: {} }
  return { ...opening, state: { ...opening.state, ...link } }
}

/** Best effort: what was saved before is told in any case. */
async function saveCutOff(world: World, call: StartCall, located: Located): Promise<void> {
  try {
    const { saveCrashed } = await import('./left-behind.js')
    await saveCrashed(world, located, call.log)
  } catch (error) {
    call.log(`a session that was cut off could not be saved: ${(error as Error).message}`)
  }
}

/** The client did not tell that it would compact, so nothing was saved: the file still holds what was before. */
async function saveAndOpen(world: World, { event, hooks }: StartCall, state: HookState): Promise<StartText | null> {
  const { session, transcript } = event
  changeHookState(world.home, session, state)
  const { saveForHook } = await import('./save.js')
  await saveForHook(world, { session, transcript, reason: 'after compaction', git: false })
  const known = { ...state, ...readHookState(world.home, session) }
  const opening = afterCompaction(world, locate(world), known, hooks.maxCharacters)
  return opening && { ...opening, state: { band: known.band ?? 0, ...opening.state } }
}

/** What waits here besides. Two looks at the disk come before the rest. */
async function linesBeside(
  world: World,
  { event }: StartCall,
  located: Located,
  before?: string,
): Promise<ModelText[]> {
  const sessions = [world.by.session ?? '', before ?? ''].filter((one) => one !== '')
  const mayWait =
    sessions.some((session) => isFolder(`${located.project.dir}/sessions/${session}/prompts`)) ||
    saysAtStart(world, located, 'waiting')
  if (!located.exists || !mayWait) return []
  return linesWaiting(world, located, event.source === 'startup', before)
}
