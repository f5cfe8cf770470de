/** The autosave of a hook: announced while it runs, in the line of its own session, and remembered in the session's state. */
import { readWindowHints } from '../agents/claude-code/window.js'
import { startStatus, type Status } from '../capture/git-status.js'
import { bandNow } from '../core/bands.js'
import { windowHolding, type WindowHints } from '../core/context-window.js'
import type { Entry } from '../core/entry.js'
import { DEFAULT_TRIGGERS } from '../core/triggers/settings.js'
import { announceSave, runningSave } from '../store/announce.js'
import { keepEntry, readAndKeep } from '../store/entries.js'
import type { HookState } from '../store/hook-state.js'
import { changeHookState, hooksDir, readHookState } from '../store/hook-state.js'
import type { Located } from '../store/projects.js'
import { readTriggerSettings } from '../store/trigger-state.js'
import type { Autosaved } from './autosave.js'
import { autosave } from './autosave.js'
import { failuresOf, joinFailures } from './hook-known.js'
import { lineOf } from './hook-line.js'
import type { Read } from './hook-observe.js'
import { readSession } from './hook-observe.js'
import { locate } from './locate.js'
import type { World } from './world.js'

export interface HookSaveRequest {
  session: string
  transcript: string
  reason: string
  lastWords?: string
  git: boolean
  /** What git says, where the caller has asked it already. */
  status?: Promise<Status | null>
}

export interface HookSaved {
  name: string
  /** Of the entry that holds it now: the new one, or the one that said it already. */
  id?: string
  skipped?: Autosaved['skipped']
  warnings: string[]
}

export async function saveForHook(world: World, request: HookSaveRequest): Promise<HookSaved> {
  const { session } = request
  const state = readHookState(world.home, session)
  const located = locate(world)
  // git works on the other core meanwhile.
  const status =
    request.status ?? (request.git && located.git ? startStatus(located.worktree, hooksDir(world.home)) : null)
  const withdraw = located.exists ? announceSave(located.project, session) : null
  try {
    const slowSeconds = commandSeconds(world.home)
    const last = lastEntry(located, state)
    const read = readSession(world, located, { ...request, last, slowSeconds })
    const { judgement, ...line } = lineOf(world, located, state)
    const saved = await autosave(world, {
      reason: request.reason,
      git: request.git,
      ...(status ? { status } : {}),
      ...(last ? { last } : {}),
      dryRun: false,
      ...(read ? { observed: read.observed } : { transcript: null }),
      ...line,
      ...(judgement === undefined ? {} : { judgement }),
    })
    if (!saved.skipped) keepEntry(located.project, saved.result.entry)
    return remember(world, located, request, state, saved, read, judgement)
  } finally {
    withdraw?.()
  }
}

const NAP_MS = 25

/** A compaction comes after what somebody is just saving [E2]. */
export function waitForSave(world: World, session: string, untilMs: number): 'none' | 'ended' | 'still running' {
  const { exists, project } = locate(world)
  const isRunning = (): boolean => exists && runningSave(project)?.session === session
  if (!isRunning()) return 'none'
  while (world.now().ms < untilMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS)
    if (!isRunning()) return 'ended'
  }
  return 'still running'
}

function commandSeconds(home: string): number {
  try {
    return readTriggerSettings(home).commandSeconds
  } catch {
    return DEFAULT_TRIGGERS.commandSeconds
  }
}

function lastEntry({ project, exists }: Located, state: HookState | null): Entry | null {
  const { workstream, lastSave } = state ?? {}
  if (!exists || workstream === undefined || !lastSave) return null
  return readAndKeep(project, workstream, lastSave.id)?.entry ?? null
}

function remember(
  world: World,
  located: Located,
  { session, transcript }: HookSaveRequest,
  state: HookState | null,
  { result, skipped, warnings }: Autosaved,
  read: Read | null,
  judgement: string | null | undefined,
): HookSaved {
  const { entry } = result
  read?.keepMark()
  const hints = windowHints(world, located, read?.context?.model)
  const { compactsAt } = hints
  changeHookState(world.home, session, (now) => {
    const context = read?.context && contextNow(now, read.context, hints, world.now().ms)
    return {
      transcript,
      ...(now?.worktree === undefined ? placeOf(located) : {}),
      ...(skipped ? {} : { workstream: entry.name, lastSave: { id: entry.id, atMs: world.now().ms }, judgement }),
      ...(context ? { context, band: bandNow({ ...now, context, compactsAt }), compactsAt } : {}),
      ...(read ? { failed: failuresNow(now, entry, read), readBytes: read.bytes } : {}),
      ...(read ? { slow: [...new Set([...(now?.slow ?? []), ...read.failures.slow()])].slice(-50) } : {}),
    }
  })
  const id = skipped ? state?.lastSave?.id : entry.id
  return {
    name: skipped ? (state?.workstream ?? entry.name) : entry.name,
    warnings,
    ...(id && { id }),
    ...(skipped && { skipped }),
  }
}

/** Where the beginning of the session was not seen. */
function placeOf({ project, worktree }: Located): Pick<HookState, 'project' | 'worktree'> {
  return { project: project.key, worktree }
}

/** What passed since is forgotten; what the entry tells as failed is known from now on. */
function failuresNow(state: HookState | null, entry: Entry, read: Read): HookState['failed'] {
  const passed = read.failures.passed()
  const before = (state?.failed ?? []).filter((one) => !passed.has(one.key))
  const told = failuresOf(entry).filter((one) => !before.some(({ key }) => key === one.key))
  return joinFailures(joinFailures(told, before), read.failures.putBack())
}

function windowHints({ userHome, env }: World, { worktree }: Located, model: string | undefined): WindowHints {
  return readWindowHints({ userHome, env, worktree, ...(model && { model }) })
}

function contextNow(
  state: HookState | null,
  { tokens, model }: { tokens: number; model?: string },
  hints: WindowHints,
  at: number,
): NonNullable<HookState['context']> {
  const before = state?.context
  if (before?.from === 'statusline') return { ...before, tokens, at }
  return { tokens, window: windowHolding(tokens, model, hints), at, from: 'transcript' }
}
