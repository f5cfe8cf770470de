/**
 * Watch: looks at the session files of this worktree's agents now and then, and saves where a trigger fires. For idle
 * time, and for agents that have no hooks. Between two looks nothing runs, and a look at files that did not change is
 * one stat each.
 */
import type { SessionFile, Tail } from '../../agents/agent.js'
import { fileBehind, readerFor, readerOf } from '../../agents/readers.js'
import { locate } from '../locate.js'
import { autosave } from '../save/autosave.js'
import { lateSessions } from '../save/observe.js'
import type { World } from '../world.js'
import { present } from '../../core/present.js'
import { windowHolding } from '../../core/session/context.js'
import { type CommandTimes, timeCommands } from '../../core/session/triggers/command-times.js'
import { decide, type TriggerAction, type TriggerEvent } from '../../core/session/triggers/engine.js'
import type { TriggerSettings } from '../../core/session/triggers/settings.js'
import { msOf } from '../../core/text/text.js'
import { stampOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { lookUp } from '../../store/entries/catalog.js'
import type { Located } from '../../store/projects/projects.js'
import {
  readDurations,
  readSeen,
  readTriggerSettings,
  rememberDurations,
  type Seen,
  writeSeen,
} from '../../store/session/durations.js'

export interface WatchOptions {
  /** Else as they are set. */
  settings?: TriggerSettings
  /** Read on what is appended between two looks, so that a long command is noticed when it begins. */
  follow: boolean
}

interface WatchedSave {
  agent: string
  session: string
  name: string
  id: string
  reason: string
}

export interface Look {
  sessions: SessionFile[]
  saved: WatchedSave[]
  warnings: string[]
}

export interface Watch {
  look(): Promise<Look>
}

interface Watched {
  file: SessionFile
  stamp: string
  mtimeMs: number
  seen: Seen
  tail: Tail
  times: CommandTimes
  mark: unknown
  /** The call that was judged last. */
  judged?: string | undefined
}

/** More sessions at once than anybody has open; older ones were saved, or were not worth it. */
const MAX_SESSIONS = 4
/** New sessions are looked for once in so many looks: finding them reads the beginnings of files. */
const FIND_EVERY = 4

export function startWatch(world: World, { follow, settings = readTriggerSettings(world.home) }: WatchOptions): Watch {
  const options = { follow, settings }
  let looks = 0
  let watched: Watched[] = []
  return {
    look: async () => {
      const located = locate(world)
      if (looks++ % FIND_EVERY === 0 || watched.length === 0) watched = findWatched(world, located, watched)
      const found: Look = { sessions: watched.map((one) => one.file), saved: [], warnings: [] }
      // Oldest first, so that the newest session's work ends up in front.
      for (const one of watched.toReversed()) await lookAt(world, located, one, options, found)
      return found
    },
  }
}

function findWatched(world: World, located: Located, before: readonly Watched[]): Watched[] {
  return lateSessions(world, located)
    .slice(0, MAX_SESSIONS)
    .map((file) => before.find((one) => one.file.path === file.path) ?? newWatched(located, file))
}

function newWatched({ project }: Located, file: SessionFile): Watched {
  const seen = readSeen(project, file.session)
  return { file, stamp: '', mtimeMs: file.mtimeMs, seen, tail: {}, times: timeCommands(), mark: null }
}

/** One session that cannot be read, or saved, does not hide the others. */
async function lookAt(
  world: World,
  located: Located,
  one: Watched,
  options: Required<WatchOptions>,
  found: Look,
): Promise<void> {
  try {
    readOn(world, located, one, options.follow)
    const { seen, reason } = judge(world, located, one, options.settings)
    if (reason !== null) found.saved.push(...(await saveFor(world, one, reason, found.warnings)))
    remember(world, one, seen)
  } catch (error) {
    found.warnings.push(`${one.file.path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readOn(world: World, { project, exists }: Located, one: Watched, follow: boolean): void {
  const stat = stampOf(fileBehind(one.file.path))
  if (!stat || stat.stamp === one.stamp) return
  const reader = readerFor(one.file.path)
  one.tail = reader.readTail(one.file.path)
  if (follow) {
    const { mark, restarted } = reader.read(one.file.path, one.mark, one.times.add)
    // Told twice, a run counts once; only what seemed to be running may be wrong.
    if (restarted) one.times.forget()
    one.mark = mark
    if (exists) rememberDurations(project, one.times.take(), world.tag)
  }
  one.stamp = stat.stamp
  one.mtimeMs = one.tail.at ?? stat.mtimeMs
}

function judge(
  world: World,
  located: Located,
  { seen, ...one }: Watched,
  settings: TriggerSettings,
): { seen: Seen; reason: string | null } {
  let { state } = seen
  const actions: TriggerAction[] = []
  for (const event of eventsOf(world, located, { seen, ...one })) {
    const decided = decide(state, event, settings)
    state = decided.state
    actions.push(...decided.actions)
  }
  const prompt = promptHash(one.tail) ?? seen.prompt
  const reason = actions.find((action) => action.do === 'autosave')?.reason ?? null
  return { seen: { state, ...present({ prompt }) }, reason }
}

/** Only now: what could not be saved is judged again at the next look. */
function remember(world: World, one: Watched, seen: Seen): void {
  one.judged = one.times.running()?.call
  if (JSON.stringify(seen) === JSON.stringify(one.seen)) return
  one.seen = seen
  const { exists, project } = locate(world)
  if (exists) writeSeen(project, one.file.session, seen, world.tag)
}

/** In the order of their weight. */
function eventsOf(world: World, located: Located, one: Watched): TriggerEvent[] {
  const { tail, times, seen } = one
  const events: TriggerEvent[] = []
  if (tail.context) events.push({ type: 'context', tokens: tail.context.tokens, window: windowOf(world, located, one) })
  if (tail.lastPrompt !== undefined && seen.prompt !== promptHash(tail))
    events.push({ type: 'prompt', text: tail.lastPrompt })
  const work = hasWork(located, one)
  events.push({ type: 'idle', sinceMs: one.mtimeMs, nowMs: world.now().ms, work })
  const running = times.running()
  if (running && running.call !== one.judged)
    events.push({ type: 'command', command: running.command, before: readDurations(located.project) })
  return events
}

/** Most transcripts do not tell the window. */
function windowOf({ userHome, env }: World, { worktree }: Located, { tail, file }: Watched): number {
  const { context, model } = tail
  if (context?.window !== undefined) return context.window
  const hints = readerOf(file.agent)?.windowHints?.(present({ userHome, env, worktree, model }))
  return windowHolding(context?.tokens ?? 0, model, hints ?? {})
}

function promptHash({ lastPrompt }: Tail): string | undefined {
  return lastPrompt === undefined ? undefined : sha256Hex(lastPrompt).slice(0, 16)
}

/** A save is itself a part of the session: what follows within a minute is its echo. */
const ECHO_MS = 60_000

function hasWork({ project, exists }: Located, { file, mtimeMs }: Watched): boolean {
  if (!exists) return true
  // What was saved before that leaves the answer as it is.
  const sinceMs = mtimeMs - ECHO_MS
  const { rows } = lookUp(project, (lines, unseenMs) => ({
    lines: lines.filter(({ heads }) => heads.some(({ from }) => from.by.session === file.session)),
    more: unseenMs >= sinceMs,
  }))
  const heads = rows.flatMap((row) => row.heads)
  const own = heads.filter((head) => head.by.session === file.session).map((head) => msOf(head.saved) ?? 0)
  return mtimeMs > Math.max(0, ...own) + ECHO_MS
}

async function saveFor(world: World, { file }: Watched, reason: string, warnings: string[]): Promise<WatchedSave[]> {
  const { agent, session, path } = file
  const own = { ...world, by: { ...world.by, agent, session } }
  const saved = await autosave(own, { reason, transcript: path, git: true, dryRun: false })
  warnings.push(...saved.warnings)
  const { name, id } = saved.result.entry
  return saved.skipped ? [] : [{ agent, session, name, id, reason }]
}
