/**
 * Which line of work an autosave of a hook belongs to. It continues only what its own session made or resumed: two
 * sessions in one worktree must never end up in each other's briefings, and a session that was opened for a quick question
 * must not bury the checkpoint of yesterday. Where the workstream of the branch is somebody else's, the autosave
 * goes to one beside it: `main-2`.
 */
import { isLive, type Lane } from '../../core/entry/entry.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import { msOf } from '../../core/text/text.js'
import { stampOf } from '../../platform/files/files.js'
import { readCatalog, type CatalogRow, type HeadRow } from '../../store/entries/catalog.js'
import { hasEntry, listWorkstreams, readEntry, workstreamOf } from '../../store/entries/entries.js'
import { readHookState, type HookState } from '../../store/session/hook-state.js'
import { workstreamDir, type Project } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import { readResumed } from '../../store/session/journal.js'
import { statusOf } from './sessions.js'
import { findJudgement } from '../save/judgement.js'
import { workstreamFor } from '../save/workstream.js'
import type { World } from '../world.js'

export interface Line {
  name?: string
  continues?: string[]
  /** As in the state of the session; undefined: not known. */
  judgement?: string | null | undefined
}

export interface Own {
  name: string
  id: string
  lane?: Lane
}

export function lineOf(world: World, located: Located, state: HookState | null): Line {
  if (!located.exists) return { judgement: null }
  const { project } = located
  const last = lastOfAll(project, state)
  if (last) return { name: last.name, continues: [last.id], judgement: judgementOf(project, last, state) }
  const rows = readCatalog(project)
  const own = newestOwn(world, project, rows, state)
  if (!own) return freeLine(world, located, rows)
  const row = rows.find(({ name }) => name === own.name)
  // What was cleared or consumed is continued as any save does: only new work brings it back.
  if (!row?.heads.some((head) => isLive(head.kind))) return { name: own.name }
  return { name: own.name, continues: [own.id], judgement: judgementOf(project, own, state) }
}

/** Looked for once: from then on the state of the session tells. */
function judgementOf(project: Project, { name, id, lane }: Own, state: HookState | null): string | null {
  if (lane === 'named') return id
  const known = id === state?.lastSave?.id ? state.judgement : undefined
  return known === undefined ? judgementAt(project, name, id) : known
}

/** The newest that this session made or goes on with. */
export function ownEntry(world: World, project: Project, state: HookState | null): Own | null {
  return lastOfAll(project, state) ?? newestOwn(world, project, readCatalog(project), state)
}

/** The last autosave of this session, where nobody has saved anything in this project since: no file is read for that. */
function lastOfAll(project: Project, state: HookState | null): Own | null {
  const { workstream: name, lastSave } = state ?? {}
  if (name === undefined || !lastSave) return null
  const isOlder = (one: string): boolean => (stampOf(workstreamDir(project, one))?.mtimeMs ?? Infinity) <= lastSave.atMs
  return listWorkstreams(project).every(isOlder) && isThere(project, name, lastSave.id)
    ? { name, id: lastSave.id }
    : null
}

function newestOwn(world: World, project: Project, rows: readonly CatalogRow[], state: HookState | null): Own | null {
  const { session } = world.by
  const heads = rows.flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
  const mine = heads
    .filter(({ head }) => isLive(head.kind) && isOwn(head, session, state))
    .map(({ name, head }): Own => ({ name, id: head.id, lane: head.lane }))
  const known = [...mine, ...lastSaved(project, state)].toSorted((a, b) => compareIds(b.id, a.id))
  return known[0] ?? resumedOne(world, project, rows, state)
}

/** An MCP server keeps the session it was started in, also after a clear. */
function isOwn({ by, saved }: HeadRow, session: string | undefined, state: HookState | null): boolean {
  if (by.session === undefined) return false
  if (by.session === session) return true
  const isSince = (msOf(saved) ?? 0) >= (state?.startedMs ?? Infinity)
  return by.session === state?.linkedFrom && (isSince || state.resumed !== undefined)
}

/** No head any more where another session went on from it. */
function lastSaved(project: Project, state: HookState | null): Own[] {
  const { workstream: name, lastSave } = state ?? {}
  return name !== undefined && lastSave && isThere(project, name, lastSave.id) ? [{ name, id: lastSave.id }] : []
}

function resumedOne(world: World, project: Project, rows: readonly CatalogRow[], state: HookState | null): Own | null {
  const id = state?.resumed ?? (world.by.session ? readResumed(project, world.by.session) : null)
  const names = rows.map((row) => row.name)
  const name = id && parseId(id) ? workstreamOf(project, names, id) : undefined
  return id && name !== undefined ? { name, id } : null
}

function isThere(project: Project, name: string, id: string): boolean {
  try {
    return parseId(id) !== null && hasEntry(project, name, id)
  } catch {
    return false
  }
}

const MAX_BESIDE = 50

function freeLine(world: World, located: Located, rows: readonly CatalogRow[]): Line {
  const { name } = workstreamFor(world, located, { written: { fields: {}, extraSections: [] } })
  const isFree = (one: string): boolean =>
    isFreeFor(
      world,
      located.project,
      rows.find((row) => row.name === one),
    )
  // What is free holds nobody's judgement.
  if (isFree(name)) return { judgement: null }
  const base = name.slice(0, 60)
  for (let n = 2; n <= MAX_BESIDE; n++) if (isFree(`${base}-${n}`)) return { name: `${base}-${n}`, judgement: null }
  return {}
}

/** Nobody's judgement is in it, nobody is at work on it, and nothing waits there to be offered. */
function isFreeFor(world: World, project: Project, row: CatalogRow | undefined): boolean {
  const heads = row?.heads.filter((head) => isLive(head.kind)) ?? []
  return heads.every(
    (head) => head.lane === 'auto' && isOver(world, head) && judgementAt(project, row?.name ?? '', head.id) === null,
  )
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

function isOver({ home, now }: World, { by, saved }: HeadRow): boolean {
  const age = now().ms - (msOf(saved) ?? 0)
  const state = by.session === undefined ? null : readHookState(home, by.session)
  if (!state) return age > HOUR_MS
  const status = statusOf(state, now().ms)
  return status === 'ended' || (status === 'crashed' && age > DAY_MS)
}

function judgementAt(project: Project, name: string, id: string): string | null {
  const entry = readEntry(project, name, id)?.entry
  return (entry && findJudgement(project, entry)?.id) ?? null
}
