/** The autosave of a hook: announced while it runs, in the line of its own session, and remembered in the session's state. */
import type { TranscriptReader } from '../../agents/agent.js'
import { LOAD_READER } from '../../agents/reader-registry.js'
import { present } from '../../core/present.js'
import { startStatus } from '../../capture/git-status.js'
import type { Entry } from '../../core/entry/entry.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { isSavedIn } from '../../core/choose/selection.js'
import { windowHolding, type WindowHints } from '../../core/session/context.js'
import { decideContext } from '../../core/session/triggers/engine.js'
import { DEFAULT_TRIGGERS } from '../../core/session/triggers/settings.js'
import type { Moment } from '../../core/text/text.js'
import { removeFile, stampOf } from '../../platform/files/files.js'
import { withinDeadline } from '../../platform/process/self.js'
import { keepEntry, readAndKeep } from '../../store/entries/entries.js'
import { isPackDue, packLine } from '../../store/entries/pack-line.js'
import type { Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { announceSave, isBeingSaved } from '../../store/session/announce.js'
import { readTriggerSettings } from '../../store/session/durations.js'
import { changeHookState, hooksDir, readHookState, type HookState, unsavedDir } from '../../store/session/hook-state.js'
import { locate } from '../locate.js'
import { autosave, type Autosaved, type AutosaveRequest } from '../save/autosave.js'
import type { World } from '../world.js'
import { failuresOf, joinFailures } from './failures.js'
import { readSession, type Read } from './observe.js'
import { statusOf, openSessions, unmarkOpen } from './sessions.js'

export interface HookSaveRequest {
  session: string
  /** Absent: the client names no file, or no reader knows it. */
  transcript?: string | undefined
  reason: string
  lastWords?: string
  git: boolean
  /** Hears once of what a stranger wrote in files of the work tree. */
  tell?: AutosaveRequest['tell']
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
  const status = request.git && located.git ? startStatus(located.worktree, hooksDir(world.home)) : null
  const withdraw = located.exists ? announceSave(located.project, session) : null
  try {
    const slowSeconds = commandSeconds(world.home)
    const last = lastEntry(located, state)
    const { transcript } = request
    const reader = transcript === undefined ? undefined : await LOAD_READER[world.by.agent ?? '']?.()
    const read =
      reader && transcript !== undefined
        ? readSession(world, located, { ...request, transcript, reader, last, slowSeconds })
        : null
    const saved = await autosave(world, {
      located,
      reason: request.reason,
      git: request.git,
      ...(status ? { status } : {}),
      ...(request.past ? { past: true } : {}),
      ...present({ tell: request.tell }),
      dryRun: false,
      ...(read ? { observed: read.observed } : { transcript: null }),
    })
    if (!saved.skipped) keepEntry(located.project, saved.result.entry)
    return remember(world, located, request, state, saved, { read, reader })
  } finally {
    withdraw?.()
  }
}

const NAP_MS = 25

/** A compaction comes after what somebody is just saving [E2]. */
export function waitForSave(world: World, session: string, untilMs: number): 'none' | 'ended' | 'still running' {
  const { exists, project } = locate(world)
  const isRunning = (): boolean => exists && isBeingSaved(project, session)
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
  { read, reader }: { read: Read | null; reader: TranscriptReader | undefined },
): HookSaved {
  const { entry } = result
  read?.keepMark()
  removeFile(`${unsavedDir(world.home)}/${session}`)
  const { userHome, env } = world
  const place = { userHome, env, worktree: located.worktree, model: read?.context?.model }
  const hints = reader?.windowHints?.(present(place)) ?? {}
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

const OFFER_MS = 86_400_000
const MAX_SESSIONS = 100

/**
 * A session that was killed in the middle of a turn never got to save itself. Its transcript is all there: the next
 * session that begins in the same worktree saves it in its name. Each is looked at once.
 */
export async function saveCrashed(world: World, located: Located, log: (text: string) => void): Promise<void> {
  const now = world.now().ms
  const others = openSessions(world.home).filter((name) => name !== world.by.session)
  for (const session of others.slice(0, MAX_SESSIONS)) {
    const state = readHookState(world.home, session)
    if (state && (!isSavedIn(located, state.worktree) || statusOf(state, now) === 'alive')) continue
    unmarkOpen(world.home, session)
    const { transcript } = state ?? {}
    const reader = await LOAD_READER[state?.agent ?? '']?.()
    const seenMs = transcript === undefined ? null : seenAt(reader, transcript)
    const then = lastSeen(world, seenMs, { session, ...(state?.agent && { agent: state.agent }) })
    const isUnsaved =
      transcript !== undefined && state !== null && seenMs !== null && hasUnsaved(state, transcript, seenMs, now)
    const saved = isUnsaved
      ? await saveForHook(then, { session, transcript, reason: 'cut off', git: false, past: true })
      : null
    if (saved) packSession(world, located.project, { name: saved.name, ended: true }, log)
    if (state?.on && (!saved || saved.skipped)) await giveBack(then, log)
  }
}

/** What is said of it was true when it last wrote to its file, and not hours later when somebody comes back. */
function lastSeen(world: World, seenMs: number | null, by: World['by']): World {
  const now = (): Moment => ({ ...world.now(), ms: Math.floor(Math.min(world.now().ms, seenMs ?? Infinity)) })
  return { ...world, by: { ...world.by, ...by }, now }
}

/** When it last wrote. A file of many sessions does not tell it of one. Null: it is gone. */
function seenAt(reader: TranscriptReader | undefined, transcript: string): number | null {
  const mtimeMs = stampOf(reader?.fileOf?.(transcript) ?? transcript)?.mtimeMs ?? null
  if (mtimeMs === null || reader?.fileOf === undefined) return mtimeMs
  try {
    return reader.readTail(transcript).at ?? null
  } catch {
    return null
  }
}

/** What the session took and did nothing with is there again for others. */
export async function giveBack(world: World, log: (text: string) => void): Promise<void> {
  const { restoreUnused } = await import('../keep/restore.js')
  const name = await restoreUnused(world)
  if (name !== null) log(`gave back ${name}, which was not gone on with`)
}

/** Written to since it was read, within a day: the end of a turn may reach the file after the hook has read it. */
function hasUnsaved({ readBytes, lastSave }: HookState, transcript: string, seenMs: number, now: number): boolean {
  if (now - seenMs >= OFFER_MS) return false
  const bytes = stampOf(transcript)?.stamp.split(' ', 1)[0]
  const isKnown = readBytes !== undefined && bytes !== undefined
  return isKnown ? Number(bytes) !== readBytes : seenMs > (lastSave?.atMs ?? 0)
}

/** As much as a hook may take for it. */
const BUDGET_MS = 200

/** What a session leaves behind when it ends, or goes on for long, goes into packs. Best effort: if not now, then the next time. */
export function packSession(
  { tag, now }: World,
  project: Project,
  session: { name: string; ended: boolean; startedMs?: number | undefined },
  log: (text: string) => void,
): void {
  const { name, ended, startedMs } = session
  try {
    const budget = withinDeadline(BUDGET_MS)
    if (budget === 0 || !(ended || isPackDue(project, name, startedMs ?? now().ms - OFFER_MS))) return
    const packed = packLine(project, name, tag, { untilMs: Date.now() + budget })
    if (packed > 0) log(`packed ${packed} autosaves of ${name}`)
  } catch (error) {
    log(`autosaves could not be packed: ${(error as Error).message}`)
  }
}
