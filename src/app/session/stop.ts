/** A turn ends, the session ends or the user is away: the work is saved, and nobody hears of it unless it helps. */
import { present } from '../../core/present.js'
import { handleOf } from '../../core/choose/title.js'
import { decide, NEW_STATE, reasonToSave, type TriggerEvent } from '../../core/session/triggers/engine.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import { cleanLine } from '../../core/text/text.js'
import type { Said } from '../../capture/git-status.js'
import { readLinesFromEnd } from '../../platform/files/jsonl.js'
import { lookQuick, readEndQuick } from '../../platform/files/quick-file.js'
import { withinDeadline } from '../../platform/process/self.js'
import { isBeingSaved } from '../../store/session/announce.js'
import { changeHookState, type HookState } from '../../store/session/hook-state.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { agentPid, type EventOf, type SessionCall } from './event.js'
import { wayOn } from '../relay/heirs.js'
import { giveBack, packSession } from './left-behind.js'
import { saveForHook, type HookSaved, type HookSaveRequest } from './save.js'
import { markCleared, unmarkOpen } from './sessions.js'
import { tellOfCompaction } from './waiting-briefing.js'

export type StopEvent = EventOf<'turn-end' | 'turn-failed' | 'session-end' | 'idle' | 'before-compaction'>
type StopCall = SessionCall<StopEvent>

export async function saveAtStop(world: World, call: StopCall, state: HookState | null): Promise<void> {
  const { event } = call
  if (event.kind === 'before-compaction') return saveBeforeCompaction(world, call, state)
  if (event.kind === 'session-end') markEnd(world, event, state?.worktree ?? world.cwd)
  if (event.kind === 'turn-failed') await waitUntilQuiet(event.transcript)
  else await waitUntilWritten(call)
  const saved = await saveNow(world, call, triggerOf(event), (said) => takeAtStop(world, call, state, said))
  await tellOfCompaction(world, call)
  // It was heard: a turn has ended since.
  if (event.kind === 'turn-end' && state?.briefingAt === 'resume')
    changeHookState(world.home, event.session, { briefingAt: undefined })
  const { project, exists } = locate(world)
  const ended = event.kind === 'session-end'
  if (exists) packSession(world, project, { name: saved.name, ended, startedMs: state?.startedMs }, call.log)
  if (ended && saved.skipped) await giveBack(world, call.log)
  if (event.kind === 'turn-failed' ? event.elsewhere : isRefused(call))
    call.answer({ toUser: offerOthers(world, call, saved) })
  else if (event.kind === 'turn-failed') return
  else if (state?.limited !== undefined) changeHookState(world.home, event.session, { limited: undefined })
}

function triggerOf(event: StopEvent): TriggerEvent {
  switch (event.kind) {
    case 'turn-end':
      return { type: 'turn-end' }
    case 'turn-failed':
      return { type: 'turn-failed', why: event.error }
    case 'session-end':
      return { type: 'end', why: event.reason }
    case 'before-compaction':
      return { type: 'compaction', why: event.trigger }
    case 'idle':
      return { type: 'away' }
  }
}

const TAKE_MS = 2000

/** Before the save, so that its take is this one. What is to be said of a loss; null: nothing. */
async function takeAtStop(
  world: World,
  { event, log, startedMs }: StopCall,
  state: HookState | null,
  said: Said | null,
): Promise<string | null> {
  try {
    const { turnIsOver } = await import('../undo/calls.js')
    turnIsOver(world, event.session, { untilMs: world.now().ms + withinDeadline(TAKE_MS), said })
    if (event.kind !== 'turn-end') return null
    const { turnLines } = await import('../undo/turn.js')
    return turnLines(world, event.session, state?.startedMs ?? startedMs)
  } catch (error) {
    log(`no take: ${(error as Error).message}`)
    return null
  }
}

async function saveNow(
  world: World,
  call: StopCall,
  trigger: TriggerEvent,
  take: (said: Said | null) => Promise<string | null> = async () => null,
): Promise<HookSaved> {
  const { event } = call
  const reason = reasonToSave(decide(NEW_STATE, trigger, DEFAULT_TRIGGERS)) ?? trigger.type
  const ofTurn = event.kind === 'turn-end' && {
    isFullReason: true,
    ...present({ lastWords: event.lastWords }),
    tell: (lines: readonly string[]) => void told.push(`dogear: ${lines.join(' ')}`),
  }
  const told: string[] = []
  let isTaken = false
  const beforeSave = async (said: Said | null): Promise<void> => {
    if (isTaken) return
    isTaken = true
    const lost = await take(said)
    if (lost !== null) told.push(lost)
  }
  const saved = await saveForReason(world, call, { reason, beforeSave, ...ofTurn }).finally(async () => {
    // Whatever came in between, the work tree is kept.
    await beforeSave(null)
    if (told.length > 0) call.answer({ toUser: told.join('\n') })
  })
  if (saved.warnings.length > 0) call.log(cleanLine(saved.warnings.join('; ')))
  return saved
}

/** The session is saved now, and the log says what became of it. */
export async function saveForReason(
  world: World,
  { event, log }: SessionCall,
  request: Pick<HookSaveRequest, 'reason' | 'isFullReason' | 'lastWords' | 'tell' | 'beforeSave'>,
): Promise<HookSaved> {
  const { session, transcript } = event
  const saved = await saveForHook(world, { session, transcript, git: true, ...request })
  log(saved.skipped ? `not saved: ${saved.skipped}` : `saved ${saved.name} ${saved.id}`)
  return saved
}

/** A save takes a fraction of that. */
const MAX_WAIT_MS = 2000
const NAP_MS = 25

async function saveBeforeCompaction(world: World, call: StopCall, state: HookState | null): Promise<void> {
  const { event, startedMs } = call
  await waitUntilWritten(call)
  const other = waitForSave(world, event.session, startedMs + withinDeadline(MAX_WAIT_MS))
  if (other !== 'none') call.log(`waited for a save that was under way: ${other}`)
  try {
    await saveNow(world, call, triggerOf(event))
    await tellOfCompaction(world, call)
  } catch (error) {
    // Only who asked for it is kept from compacting, and only where somebody is there to read why.
    const isAsked = event.kind === 'before-compaction' && event.trigger === 'manual'
    if (!state?.block || !isAsked) throw error
    call.answer({ refuse: `dogear could not save this session before the compaction: ${(error as Error).message}` })
    call.log(`blocked the compaction, for it could not save: ${(error as Error).message}`)
  }
}

/** A compaction comes after what somebody is just saving [E2]. */
function waitForSave(world: World, session: string, untilMs: number): 'none' | 'ended' | 'still running' {
  const { exists, project } = locate(world)
  const isRunning = (): boolean => exists && isBeingSaved(project, session)
  if (!isRunning()) return 'none'
  while (world.now().ms < untilMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS)
    if (!isRunning()) return 'ended'
  }
  return 'still running'
}

/** Before the save, which may be cut off. */
function markEnd(world: World, event: EventOf<'session-end'>, worktree: string): void {
  const { session, reason, cleared } = event
  changeHookState(world.home, session, { ended: reason })
  unmarkOpen(world.home, session)
  if (cleared) markCleared(world.home, agentPid(event), { session, worktree, atMs: world.now().ms })
}

const QUIET_MS = 150
const MAX_LOOKS = 4

/**
 * Returns when nothing was written to the session file for a moment, or when that takes too long: the client writes it a
 * moment after the fact, and where a turn ends because the service refused to answer, that moment may not be over yet.
 */
async function waitUntilQuiet(path: string | undefined): Promise<void> {
  if (path === undefined) return
  let before = lookQuick(path)
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    await new Promise((done) => setTimeout(done, withinDeadline(QUIET_MS)))
    const now = lookQuick(path)
    if (now === before) return
    before = now
  }
}

const MAX_FLUSH_MS = 1500
const LAST_LINES = 50

/** A client that writes its file late says by the file itself when it has caught up with this event. */
async function waitUntilWritten({ event, hooks, log }: StopCall): Promise<void> {
  const { transcript } = event
  if (!hooks.isWritten || transcript === undefined) return
  const until = Date.now() + withinDeadline(MAX_FLUSH_MS)
  while (!hooks.isWritten(event, lastLines(transcript))) {
    if (Date.now() >= until) return log('the client had not written all of its file')
    await new Promise((done) => setTimeout(done, NAP_MS))
  }
}

/** The newest first. There may be no such file yet. */
function lastLines(path: string): string[] {
  const lines: string[] = []
  try {
    readLinesFromEnd(path, (line) => lines.push(line.toString('utf8')) < LAST_LINES)
  } catch {
    // As if nothing were in it.
  }
  return lines
}

/** By the session's file, where the client has no event for it. A turn that ended with words was not refused: they may not be in it yet. */
export function isRefused({ hooks, event }: SessionCall): boolean {
  if (event.kind === 'turn-end' && event.lastWords?.trim()) return false
  return event.transcript !== undefined && hooks.isRefused?.(readEndQuick(event.transcript)) === true
}

/** The service refuses, and another agent can go on: the line that says how. */
export function offerOthers(world: World, { event }: SessionCall, { name, id }: HookSaved): string {
  const handle = id === undefined ? name : handleOf({ name, id })
  // A client may show nothing of what this hook prints, but the status line.
  changeHookState(world.home, event.session, { limited: handle })
  return `dogear saved this work as "${handle}". To go on in another agent now: ${wayOn(world, world.by.agent, handle) ?? `start one in this folder and say "continue ${handle}"`}`
}
