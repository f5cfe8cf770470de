/** A tool is used: what failed is remembered, pointed out before it is done again, and long work is saved before. */
import { present } from '../../core/present.js'
import { mayWrite } from '../../core/undo/command.js'
import type { ToolUse } from '../../agents/hooks.js'
import { finish, joinLines, type ModelText, say } from '../../core/printer/words.js'
import { redactFinished } from '../../core/redact/finished.js'
import { safeName } from '../../core/redact/safe-name.js'
import { tellingLine } from '../../core/session/facts/command-text.js'
import { commandMark, editMark } from '../../core/session/marks.js'
import { mayAct } from '../../core/session/triggers/gate.js'
import { changedSince } from '../../capture/changed-since.js'
import { mayChange } from '../../core/session/triggers/changes.js'
import { decide, NEW_STATE, reasonToSave } from '../../core/session/triggers/engine.js'
import { cleanLine } from '../../core/text/text.js'
import { readDurations, readTriggerSettings } from '../../store/session/durations.js'
import { changeHookState, type FailedBefore, type HookState, isStillSo } from '../../store/session/hook-state.js'
import { foldersOfLayouts } from '../layouts/signs.js'
import { withinDeadline } from '../../platform/process/self.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { adviceDue } from './advice.js'
import type { EventOf, SessionCall } from './event.js'
import { failedEdit, failedRun } from './collect-failures.js'
import { joinFailures } from './failures.js'
import { takeBriefing } from './waiting-briefing.js'

export type ToolCall = SessionCall<EventOf<'before-tool' | 'after-tool' | 'tool-failed'>>

/** `open`: makes the world, which most of the time is not needed. */
export async function useTool(
  home: string,
  call: ToolCall,
  state: HookState | null,
  open: () => Promise<World>,
): Promise<void> {
  const { event } = call
  const { tool, session, kind } = event
  await takeAround(call, open)
  if (event.kind === 'tool-failed') return rememberFailure(home, call, event)
  const texts = [takeBriefing(home, session, state, kind)]
  if (event.kind === 'before-tool') {
    if (tool.does === 'run') await saveBeforeLong(call, tool, state, open)
    const warning = warningFor(call, state)
    if (warning === null && mayChangeFiles(tool) && state?.failed.some((one) => isStillSo(one, state)))
      changeHookState(home, session, { changedMs: Date.now() })
    texts.push(warning, adviceDue(home, call, state))
  }
  const toModel = finish(joinLines(texts))
  if (toModel !== '') call.answer({ toModel })
}

/** A call of its own time limit: whatever becomes of it, the tool is used. */
const TAKE_MS = 2000

async function takeAround({ event, log }: ToolCall, open: () => Promise<World>): Promise<void> {
  const { tool, session, folders } = event
  const isRead = tool.does === 'other' || (tool.does === 'run' && !mayWrite(tool.command))
  if (isRead) return
  try {
    const world = await open()
    const { callEnds, callStarts } = await import('../undo/calls.js')
    const { agent } = world.by
    const what = tool.does === 'run' ? { command: tool.command } : { edits: tool.path }
    const use = { session, ...what, ...present({ agent, folder: folders[0] }) }
    const untilMs = world.now().ms + withinDeadline(TAKE_MS)
    const taken = event.kind === 'before-tool' ? callStarts(world, use, untilMs) : callEnds(world, use, untilMs)
    for (const one of taken) if ('missed' in one) log(`no take: ${one.missed}`)
  } catch (error) {
    log(`no take: ${(error as Error).message}`)
  }
}

function rememberFailure(
  home: string,
  call: ToolCall,
  { tool, error, interrupted, session }: EventOf<'tool-failed'>,
): void {
  const failed = interrupted ? null : failureOf(tool, tellingLine(error) ?? error)
  if (!failed) return
  changeHookState(home, session, (now) => {
    const others = (now?.failed ?? []).filter(({ key }) => key !== failed.key)
    return { failed: joinFailures(others, [{ ...failed, atMs: Date.now() }]) }
  })
  call.log(`remembered a failed ${failed.kind}`)
}

function failureOf(tool: ToolUse, why: string): FailedBefore | null {
  if (tool.does === 'run') return failedRun(tool.command, why)
  return tool.does === 'edit' && tool.path !== '' ? failedEdit(tool.path, tool.before, tool.after, why) : null
}

const MAX_SHOWN_LENGTH = 200

/** It is never refused: who runs it again may know better. */
function warningFor({ event, log }: ToolCall, state: HookState | null): ModelText | null {
  const { tool } = event
  if (tool.does === 'other') return null
  const mark = tool.does === 'run' ? commandMark(tool.command) : editMark(tool.path, tool.before, tool.after)
  const known = state?.failed.find(({ key }) => key === mark)
  // Whoever has changed something means to try again.
  if (!known || !state || !isStillSo(known, state) || hasChanged(event, state, known.atMs ?? 0)) return null
  log(`pointed out a failed ${known.kind}`)
  const what =
    tool.does === 'run'
      ? say`\`${redactFinished(cleanLine(tool.command)).slice(0, MAX_SHOWN_LENGTH)}\``
      : say`this edit of ${safeName(cleanLine(tool.path))}`
  return say`⚠ Previously failed: ${what} — ${known.why}`
}

function mayChangeFiles(tool: ToolUse): boolean {
  return tool.does === 'edit' || (tool.does === 'run' && mayChange(tool.command))
}

function hasChanged({ folders }: ToolCall['event'], { worktree }: HookState, sinceMs: number): boolean {
  const folder = worktree ?? folders[0]
  return folder === undefined || changedSince(folder, sinceMs, foldersOfLayouts())
}

const RECENT_MS = 30_000

/** An operation that takes long is a good moment to lose a session in [C9]. */
async function saveBeforeLong(
  call: ToolCall,
  { command, background }: Extract<ToolUse, { does: 'run' }>,
  state: HookState | null,
  open: () => Promise<World>,
): Promise<void> {
  // Any call that may write comes here, for its take: most of them are none that may take long.
  if (!mayAct({ type: 'command', command }, state)) return
  if (command === '' || background || Date.now() - (state?.lastSave?.atMs ?? 0) < RECENT_MS) return
  const world = await open()
  const { exists, project } = locate(world)
  const before = exists ? readDurations(project) : () => []
  const settings = readTriggerSettings(world.home)
  const reason = reasonToSave(decide(NEW_STATE, { type: 'command', command, before }, settings))
  if (reason === null) return
  const { saveForReason } = await import('./stop.js')
  await saveForReason(world, call, { reason })
}
