/** The autosave of a hook: announced while it runs, in the line of its own session, and remembered in the session's state. */
import type { TranscriptReader } from '../../agents/agent.js'
import { LOAD_READER } from '../../agents/reader-registry.js'
import { present } from '../../core/present.js'
import { type Said, startStatus } from '../../capture/git-status.js'
import type { Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { windowHolding, type WindowHints } from '../../core/session/context.js'
import { decideContext, fullReason } from '../../core/session/triggers/engine.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import { removeFile } from '../../platform/files/files.js'
import { keepEntry, readAndKeep } from '../../store/entries/entries.js'
import type { Located } from '../../store/projects/projects.js'
import { announceSave } from '../../store/session/announce.js'
import { readTriggerSettings } from '../../store/session/durations.js'
import { changeHookState, hooksDir, readHookState, type HookState, unsavedDir } from '../../store/session/hook-state.js'
import { hereOf, locate } from '../locate.js'
import { autosave, type Autosaved, type AutosaveRequest } from '../save/autosave.js'
import type { World } from '../world.js'
import { failuresOf, joinFailures } from './failures.js'
import { readSession, type Read } from './observe.js'

export interface HookSaveRequest {
  session: string
  /** Absent: the client names no file, or no reader knows it. */
  transcript?: string | undefined
  reason: string
  /** A context that is nearly full is the better reason. */
  isFullReason?: boolean
  lastWords?: string
  git: boolean
  /** Hears once of what a stranger wrote in files of the work tree. */
  tell?: AutosaveRequest['tell']
  /** Comes before the entry is made, when git has answered. Null: it was not asked, or did not. */
  beforeSave?: (said: Said | null) => Promise<void>
  /** The session is gone: it is saved as of the time it was last seen. */
  past?: boolean
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
  const asked = request.git && located.git ? startStatus(located.worktree, hooksDir(world.home), world.now().ms) : null
  const withdraw = located.exists ? announceSave(located.project, session) : null
  try {
    // Of a session that was never saved the whole file is read, which may take long: what is to come first does not wait for it.
    if (!state?.lastSave) await request.beforeSave?.((await asked) ?? null)
    const slowSeconds = commandSeconds(world.home)
    const anew = hasLeft(world, located, state, request.past)
    const last = anew ? null : lastEntry(located, state)
    const { transcript } = request
    const reader = transcript === undefined ? undefined : await LOAD_READER[world.by.agent ?? '']?.()
    const read =
      reader && transcript !== undefined
        ? readSession(world, located, { ...request, transcript, reader, last, anew, slowSeconds })
        : null
    if (state?.lastSave) await request.beforeSave?.((await asked) ?? null)
    const hints = hintsFor(world, located, reader, read)
    const { compactsAt } = hints
    const context = read?.context && contextNow(state, read.context, hints, world.now().ms)
    const saved = await autosave(world, {
      located,
      reason: (request.isFullReason && fullReason({ ...state, context, compactsAt })) || request.reason,
      git: request.git,
      ...(asked ? { said: asked } : {}),
      ...(request.past ? { past: true } : {}),
      ...present({ tell: request.tell }),
      dryRun: false,
      ...(read
        ? { observed: read.observed }
        : { transcript: null, isSilent: reader !== undefined && request.lastWords === undefined }),
    })
    if (!saved.skipped) keepEntry(located.project, saved.result.entry)
    return remember(world, located, request, state, saved, { read, hints })
  } finally {
    withdraw?.()
  }
}

function commandSeconds(home: string): number {
  try {
    return readTriggerSettings(home).commandSeconds
  } catch {
    return DEFAULT_TRIGGERS.commandSeconds
  }
}

/** The branch was switched that gave its line the name. Who was cut off before that has left nothing. */
function hasLeft(world: World, located: Located, state: HookState | null, isPast = false): boolean {
  const branch = state?.on?.branch
  return !isPast && branch !== undefined && branch !== hereOf(world, located).branch
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
  { read, hints }: { read: Read | null; hints: WindowHints },
): HookSaved {
  const { entry } = result
  read?.keepMark()
  removeFile(`${unsavedDir(world.home)}/${session}`)
  const { compactsAt, reserve, maySave } = hints
  changeHookState(world.home, session, (now) => {
    const context = read?.context && contextNow(now, read.context, hints, world.now().ms)
    return {
      ...present({ transcript }),
      ...(now?.worktree === undefined ? placeOf(located) : {}),
      ...(skipped
        ? {}
        : {
            workstream: entry.name,
            on: { ...(now?.on?.name === entry.name ? now.on : {}), name: entry.name, id: entry.id },
            lastSave: { id: entry.id, atMs: world.now().ms },
            // Where the agent said what comes next, "continue" means that.
            quick: lineKeysOf(entry).quick === true && entry.next === undefined,
          }),
      ...(context ? { context, band: decideContext({ ...now, context, compactsAt }).band, compactsAt } : {}),
      reserve,
      maySave,
      ...(read ? { failed: failuresNow(now, entry, read), readBytes: read.bytes } : {}),
      ...compactionsNow(now, read),
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

function hintsFor(
  { userHome, env }: World,
  { worktree }: Located,
  reader: TranscriptReader | undefined,
  read: Read | null,
): WindowHints {
  return reader?.windowHints?.(present({ userHome, env, worktree, model: read?.context?.model })) ?? {}
}

/** Sessions that were never compacted, which most are, have nothing of it. */
function compactionsNow(state: HookState | null, read: Read | null): Pick<HookState, 'compacted'> {
  const { seen, told } = state?.compacted ?? { seen: 0, told: 0 }
  const now = Math.max(seen, read?.compactions ?? 0)
  return now === seen ? {} : { compacted: { seen: now, told } }
}

/** Where the beginning of the session was not seen. */
function placeOf({ project, worktree }: Located): Pick<HookState, 'project' | 'worktree'> {
  return { project: project.key, worktree }
}

/** What passed since is forgotten; what the entry tells as failed is known from now on. */
function failuresNow(state: HookState | null, entry: Entry, read: Read): HookState['failed'] {
  const passed = read.failures.passed()
  const before = (state?.failed ?? []).filter((one) => !passed.has(one.key))
  const written = failuresOf(entry)
    .filter((one) => !before.some(({ key }) => key === one.key))
    .map((one) => ({ ...one, ...present({ atMs: read.failures.failedAt(one.key) ?? one.atMs }) }))
  const back = read.failures.putBack().map((one) => ({ ...one, atMs: Date.now() }))
  return joinFailures(joinFailures(written, before), back)
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
