/** Which module an event needs, decided from the event and the small state of its session. Null: none. */
import type { HookEvent, ToolUse } from '../agents/hooks.js'
import { isPlainLine, isPlainName } from '../core/redact/plain-name.js'
import { mayWrite } from '../core/undo/command.js'
import { commandMark, editMark } from '../core/session/marks.js'
import { mayChange } from '../core/session/triggers/changes.js'
import { mayAct, mayBePhrase } from '../core/session/triggers/gate.js'
import { lookQuick } from '../platform/files/quick-file.js'
import { callMark, isTakeDueBefore, noteStart, shelfDir } from '../store/takes/calls.js'
import { isStillSo, readHookState, type HookState } from '../store/session/hook-state.js'
import type { Planned } from './call.js'

/** Of phrase/going-on.ts, whose tables few prompts need. `label`: of the work that was offered. */
type SpeaksOfBefore = (prompt: string, label?: string) => boolean

export function planEvent(home: string, event: HookEvent, speaksOfBefore: SpeaksOfBefore): Planned | null {
  switch (event.kind) {
    case 'session-start':
      return { module: 'start', kind: `start-${event.source}` }
    case 'prompt':
      return planPrompt(readHookState(home, event.session), event.prompt, speaksOfBefore)
    case 'before-tool':
      return planBefore(home, event, readHookState(home, event.session))
    case 'after-tool':
      if (hasBriefing(readHookState(home, event.session), event.kind)) return { module: 'tool', kind: 'known' }
      return writes(event.tool) ? { module: 'tool', kind: 'take' } : null
    case 'tool-failed':
      return { module: 'tool', kind: 'failure' }
    case 'turn-end':
    case 'turn-failed':
    case 'session-end':
    case 'idle':
      return planSave(readHookState(home, event.session), 'save')
    case 'before-compaction':
      return planSave(readHookState(home, event.session), 'compact')
    case 'statusline':
      return { module: 'statusline', kind: 'statusline' }
  }
}

/** The first save of a session reads all of its file, the later ones go on from there and compare: other code. */
function planSave(state: HookState | null, kind: string): Planned {
  return { module: 'save', kind: state?.lastSave ? `${kind}-again` : kind }
}

const MAX_ANSWER = 60

function planPrompt(state: HookState | null, text: string, speaksOfBefore: SpeaksOfBefore): Planned | null {
  // "2", "the first": an answer is short, and only where something was asked.
  const isAnswer = state?.asked !== undefined && text.length < MAX_ANSWER
  // "go on", "weiter mit dem Parser", "yes": only before anything was worked on are they said to what was offered.
  const isNew = !state?.on || state.quick === true
  if (isAnswer || mayBePhrase(text) || (isNew && speaksOfBefore(text, state?.offered?.label)))
    return { module: 'prompt', kind: 'phrase' }
  if (mayAct({ type: 'prompt', text }, state)) return { module: 'prompt', kind: 'farewell' }
  const isDue =
    mayAct({ type: 'context' }, state) || state?.block || state?.limited !== undefined || hasBriefing(state, 'prompt')
  return isDue ? { module: 'prompt', kind: 'advice' } : null
}

type ToolEvent = Extract<HookEvent, { kind: 'before-tool' }>

function planBefore(home: string, event: ToolEvent, state: HookState | null): Planned | null {
  return planTool(state, event.tool) ?? (isTakeNeeded(home, event, state) ? { module: 'tool', kind: 'take' } : null)
}

function writes(tool: ToolUse): boolean {
  return tool.does === 'edit' || (tool.does === 'run' && mayWrite(tool.command))
}

const PLAIN_PATH = /^\/[\x21-\x7e]+$/

/**
 * While the last take is still true, the call is noted and nothing else is done: no git runs, and nothing more is loaded. What
 * cannot be told by a look at names is left to the module.
 */
function isTakeNeeded(home: string, { tool, folders, session }: ToolEvent, state: HookState | null): boolean {
  if (!writes(tool)) return false
  const [folder = ''] = folders
  const { worktree = '' } = state ?? {}
  const isBelow = (path: string): boolean => path === worktree || path.startsWith(`${worktree}/`)
  if (!PLAIN_PATH.test(worktree) || !isBelow(folder)) return true
  if (tool.does === 'edit' && !(isBelow(tool.path) && isPlainName(tool.path))) return true
  if (lookQuick(`${worktree}/.git`) === '') return false
  const dir = shelfDir(home, worktree)
  const nowMs = Date.now()
  if (isTakeDueBefore(home, dir, nowMs)) return true
  const { agent } = state ?? {}
  const common = { session, ...(agent !== undefined && { agent }) }
  if (tool.does === 'edit')
    noteStart(
      home,
      dir,
      callMark(session, `edit ${tool.path}`),
      { ...common, edits: tool.path.slice(worktree.length + 1) },
      nowMs,
    )
  // What may hold a secret is written when it has been looked through, after the call.
  else if (tool.does === 'run')
    noteStart(
      home,
      dir,
      callMark(session, tool.command),
      { ...common, ...(isPlainLine(tool.command) && { command: tool.command }) },
      nowMs,
    )
  return false
}

function planTool(state: HookState | null, tool: ToolUse): Planned | null {
  const isDue = mayAct({ type: 'context' }, state) || hasBriefing(state, 'before-tool')
  const hasFailed = (mark: string): boolean => state?.failed.some(({ key }) => key === mark) ?? false
  // What may change something after a failure is remembered.
  const isOpen = state?.failed.some((one) => isStillSo(one, state)) ?? false
  if (tool.does === 'run') {
    const { command } = tool
    const isKnown = hasFailed(commandMark(command)) || (isOpen && mayChange(command))
    return isKnown || isDue || mayAct({ type: 'command', command }, state)
      ? { module: 'tool', kind: isKnown ? 'known' : 'long' }
      : null
  }
  const isChange = tool.does === 'edit' && (isOpen || hasFailed(editMark(tool.path, tool.before, tool.after)))
  return isDue || isChange ? { module: 'tool', kind: 'known' } : null
}

/** A briefing waits for an event of this kind. */
function hasBriefing(state: HookState | null, kind: HookEvent['kind']): boolean {
  return state?.briefingAt === kind
}
