/** Stop, StopFailure, SessionEnd, idle, PreCompact: the session is saved, and nobody hears of it unless it helps. */
import type { HookSaved, HookSaveRequest } from '../app/session/save.js'
import type { World } from '../app/world.js'
import { startStatus } from '../capture/git-status.js'
import { cleanLine } from '../core/text/text.js'
import { setDeadline, withinDeadline } from '../platform/process/self.js'
import { lookQuick } from '../platform/files/quick-file.js'
import type { HookState } from '../store/session/hook-state.js'
import { changeHookState, hooksDir, readHookState } from '../store/session/hook-state.js'
import type { Call } from './call.js'
import { agentPid, answerBlock, answerUser, folderOf, sessionIn, textIn } from './call.js'
import { worldOf } from './world.js'

const REASONS: Readonly<Record<string, string>> = {
  Stop: 'end of a turn',
  StopFailure: 'the agent could not go on',
  PreCompact: 'before compaction',
  SessionEnd: 'session end',
  Notification: 'idle',
}

export async function run(call: Call): Promise<void> {
  const name = textIn(call.event, 'hook_event_name')
  const session = sessionIn(call.event)
  const state = readHookState(call.home, session)
  // First of all: git works on another core while the rest of the program is loaded.
  const status = startGit(call, state)
  const world = await worldOf(call, state, true)
  if (name === 'PreCompact') return saveBeforeCompaction(call, world, state, status)
  if (name === 'SessionEnd') await markEnd(call, world, state?.worktree ?? world.cwd)
  if (name === 'StopFailure') await untilQuiet(textIn(call.event, 'transcript_path'))
  const saved = await saveAt(call, world, name, status)
  if (name === 'StopFailure') tellWayOn(call, saved)
  else if (state?.limited !== undefined) changeHookState(call.home, session, { limited: undefined })
}

/** The session is saved now, and the log says what became of it. */
export async function saveNow(
  call: Call,
  world: World,
  request: Pick<HookSaveRequest, 'reason' | 'status' | 'lastWords'>,
): Promise<HookSaved> {
  const { saveForHook } = await import('../app/session/save.js')
  const session = { session: sessionIn(call.event), transcript: textIn(call.event, 'transcript_path') }
  const saved = await saveForHook(world, { ...session, git: true, ...request })
  call.did(saved.skipped ? `not saved: ${saved.skipped}` : `saved ${saved.name} ${saved.id}`)
  return saved
}

type GitStatus = ReturnType<typeof startStatus>

/** Null: there is no git here, or it could not be started. */
function startGit(call: Call, state: HookState | null): GitStatus {
  const { home, startedMs, untilMs } = call
  // Others may take a part of the time, so that enough is left to write.
  setDeadline(startedMs + 0.6 * (untilMs - startedMs))
  return startStatus(folderOf(call, state), hooksDir(home))
}

async function saveAt(call: Call, world: World, name: string, status: GitStatus): Promise<HookSaved> {
  const { event } = call
  const lastWords = name === 'Stop' ? textIn(event, 'last_assistant_message') : ''
  const why = textIn(event, 'error') || textIn(event, 'trigger') || textIn(event, 'reason')
  const saved = await saveNow(call, world, {
    reason: `${REASONS[name] ?? name}${why === '' ? '' : ` (${why})`}`,
    ...(status ? { status } : {}),
    ...(lastWords === '' ? {} : { lastWords }),
  })
  if (saved.warnings.length > 0) call.did(cleanLine(saved.warnings.join('; ')))
  return saved
}

/** A save takes a fraction of that. */
const LONGEST_WAIT_MS = 2000

async function saveBeforeCompaction(
  call: Call,
  world: World,
  state: HookState | null,
  status: GitStatus,
): Promise<void> {
  const { waitForSave } = await import('../app/session/save.js')
  const other = waitForSave(world, sessionIn(call.event), call.startedMs + LONGEST_WAIT_MS)
  if (other !== 'none') call.did(`waited for a save that was under way: ${other}`)
  try {
    await saveAt(call, world, 'PreCompact', status)
  } catch (error) {
    // Only who asked for it is kept from compacting, and only where somebody is there to read why.
    if (!state?.block || textIn(call.event, 'trigger') !== 'manual') throw error
    answerBlock(call, `dogear could not save this session before the compaction: ${(error as Error).message}`)
    call.did(`blocked the compaction, for it could not save: ${(error as Error).message}`)
  }
}

/** Before the save, which may be cut off. */
async function markEnd(call: Call, world: World, worktree: string): Promise<void> {
  const { markCleared, unmarkOpen } = await import('../app/session/sessions.js')
  const { event, home } = call
  const session = sessionIn(event)
  const reason = textIn(event, 'reason') || 'other'
  changeHookState(home, session, { ended: reason })
  unmarkOpen(home, session)
  if (reason === 'clear') markCleared(home, agentPid(call), { session, worktree, atMs: world.now().ms })
}

const QUIET_MS = 150
const MOST_LOOKS = 4

/**
 * Returns when nothing was written to the session file for a moment, or when that takes too long: the client writes it a
 * moment after the fact, and where a turn ends because the service refused to answer, that moment may not be over yet.
 */
async function untilQuiet(path: string): Promise<void> {
  let before = lookQuick(path)
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await new Promise((done) => setTimeout(done, withinDeadline(QUIET_MS)))
    const now = lookQuick(path)
    if (now === before) return
    before = now
  }
}

const ELSEWHERE = /^(?:rate_limit|overloaded|billing_error|server_error)$/

function tellWayOn(call: Call, { name }: HookSaved): void {
  if (!ELSEWHERE.test(textIn(call.event, 'error'))) return
  // The client shows nothing of what this hook prints, but the status line.
  changeHookState(call.home, sessionIn(call.event), { limited: name })
  answerUser(
    call,
    `dogear saved this work as "${name}". To go on in another agent now: start codex or gemini in this folder and say "continue ${name}", or hand it over with: dogear resume ${name}`,
  )
}
