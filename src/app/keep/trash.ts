/**
 * The trash: workstreams that were cleared or consumed, and files that were removed. Everything in it can be brought
 * back until it is purged.
 */
import { join } from 'node:path'
import { isInside } from '../../capture/files.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { makeId } from '../../core/entry/id.js'
import { nameFrom } from '../../core/choose/name.js'
import { isoWithZone, msOf } from '../../core/text/text.js'
import { fenceEntry } from '../../core/page/fence.js'
import { originOf } from '../../core/page/page.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { listFolders, removeTree, statOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { readCatalog } from '../../store/entries/catalog.js'
import { createEntry, listEntryIds, readEntry } from '../../store/entries/entries.js'
import { withPage } from '../../store/entries/page.js'
import { readHeads } from '../../store/entries/heads.js'
import { callGone } from '../../store/own.js'
import { entryPath, projectConfigPath, type Project } from '../../store/paths.js'
import { readSettings } from '../../store/config-file.js'
import type { Located } from '../../store/projects/projects.js'
import { readTrust } from '../../store/views/published.js'
import { applyPurge, listTrash as readTrash, planPurge, trashWorkstream } from '../../store/trash.js'
import type { Opened } from '../layouts/live.js'
import { workFolders } from '../layouts/signs.js'
import { locate } from '../locate.js'
import { noCheckpoints } from '../resume/pick.js'
import type { World } from '../world.js'

export interface Trash {
  workstreams: { name: string; clearedAt: string; entries: number }[]
  files: { date: string; name: string; path: string }[]
}

export interface Restored {
  name: string
  id: string
  /** What the files of layouts should say again and do not. */
  warnings: string[]
}

export function listTrash(world: World): Trash {
  const { project, exists } = locate(world)
  if (!exists) return { workstreams: [], files: [] }
  return {
    workstreams: clearedWorkstreams(project),
    files: readTrash(project).map((item) => ({ date: item.date, name: item.origin, path: item.path })),
  }
}

/** What the workstream last said is said again by a new entry, so the clearing stays in the history too. */
export function restoreTrash({ world, layouts }: Opened, request: { name: string; dryRun: boolean }): Restored {
  const { project, exists } = locate(world)
  if (!exists) throw noCheckpoints([])
  const name = nameFrom(request.name, 'lower')
  const heads = readHeads(project, name).heads
  const cleared = heads.filter((head) => !isLive(head.kind) && !head.foreign)
  if (cleared.length === 0) throw notInTrash(project, name, heads.length > 0)
  const last = lastSaid(project, cleared)
  const said = last.foreign ? fenceEntry(withPage(project, last), originOf(last)) : last
  const moment = world.now()
  const parents = cleared.map((head) => head.id)
  const entry: Entry = {
    ...said,
    id: makeId(moment.ms, parents, world.random(12)),
    kind: 'restored',
    parents,
    saved: isoWithZone(moment),
    by: world.by,
  }
  if (request.dryRun) return { name, id: entry.id, warnings: [] }
  createEntry(project, entry, world.tag)
  return { name, id: entry.id, warnings: layouts?.publish(entry).warnings ?? [] }
}

export function purgeTrash(
  world: World,
  request: { olderThanDays: number; dryRun: boolean },
): { purged: string[]; kept: number } {
  const located = locate(world)
  const { project } = located
  if (!located.exists) return { purged: [], kept: 0 }
  const nowMs = world.now().ms
  const limit = nowMs - request.olderThanDays * 86_400_000
  const cleared = clearedWorkstreams(project)
  const due = cleared.filter(({ name }) => (clearedHereMs(project, name) ?? Infinity) <= limit)
  // Files carry only their date, so a file counts as old when its whole day is past the limit.
  const before = new Date(limit).toISOString().slice(0, 10)
  const files = planPurge(project, before)
  const names = due.map((one) => one.name)
  const ofLayouts = layoutTrash(world, located, before)
  if (!request.dryRun) {
    purge(world, project, names, files)
    for (const { folder, paths } of ofLayouts) for (const path of paths) removeTree(join(folder, path))
  }
  return {
    purged: [...names, ...files.map((item) => item.origin), ...ofLayouts.flatMap(({ paths }) => paths)],
    kept: cleared.length - due.length,
  }
}

interface LayoutTrash {
  folder: string
  /** Dated folders, relative to it. */
  paths: string[]
}

/** The trash that layouts keep in the worktree, where their files were taken over or are kept by choice. */
function layoutTrash(world: World, located: Located, before: string): LayoutTrash[] {
  const chosen = readSettings(projectConfigPath(located.project)).layouts ?? world.config.layouts ?? []
  const trusted = readTrust(located.project)
  const places = MANIFESTS.flatMap(({ id, trash }) =>
    trash !== undefined && (trusted[id] === 'approved' || chosen.includes(id)) ? [trash] : [],
  )
  return workFolders(world, located).flatMap((folder) =>
    places.map((trash) => ({ folder, paths: datedBefore(folder, trash, before) })),
  )
}

const DATE = /^\d{4}-\d\d-\d\d$/

function datedBefore(folder: string, trash: string, before: string): string[] {
  try {
    if (!isInside(realPathOf(folder), realPathOf(join(folder, trash)))) return []
    const dates = listFolders(join(folder, trash)).filter((name) => DATE.test(name) && name < before)
    return dates.toSorted().map((name) => `${trash}/${name}`)
  } catch {
    return []
  }
}

function purge(world: World, project: Project, names: readonly string[], files: ReturnType<typeof planPurge>): void {
  const today = isoWithZone(world.now()).slice(0, 10)
  const places = new Set(names.map((name) => takeAway(project, name, today)))
  applyPurge(project, [...files, ...readTrash(project).filter((item) => places.has(item.path))])
}

/** The ids are listed before the heads are judged: a save that comes in after that is not among them, and wins. */
function takeAway(project: Project, name: string, today: string): string | null {
  const seen = listEntryIds(project, name)
  if (clearedHereMs(project, name) === null) return null
  // Noted before it goes: an import must not bring it back.
  callGone(project.home, seen)
  return trashWorkstream(project, name, seen, today)
}

/**
 * When this user cleared it, by the time at which this disk wrote it down: what an entry says of its time is only a claim.
 * Null: not cleared, or not by this user.
 */
function clearedHereMs(project: Project, name: string): number | null {
  const { heads } = readHeads(project, name)
  if (heads.length === 0 || heads.some((head) => head.foreign || isLive(head.kind))) return null
  return Math.max(
    ...heads.map(({ id, saved }) => {
      const stat = statOf(entryPath(project, name, id))
      return Math.max(msOf(saved) ?? Infinity, stat ? Number(stat.mtimeNs / 1_000_000n) : Infinity)
    }),
  )
}

function clearedWorkstreams(project: Project): Trash['workstreams'] {
  return readCatalog(project)
    .filter((row) => row.heads.length > 0 && row.heads.every((head) => !isLive(head.kind)))
    .map((row) => ({ name: row.name, clearedAt: row.heads[0]?.saved ?? '', entries: row.count }))
}

/** The newest entry with something in it before the workstream was cleared or consumed. */
function lastSaid(project: Project, cleared: readonly Entry[]): Entry {
  const before = cleared
    .flatMap((head) => head.parents)
    .map((id) => readEntry(project, cleared[0]?.name ?? '', id)?.entry)
  const said = before.filter((entry) => entry !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  if (said) return said
  throw new DogearError('damaged', 'what was cleared cannot be read any more', { next: 'dogear verify' })
}

function notInTrash(project: Project, name: string, live: boolean): DogearError {
  if (live)
    return new DogearError('not-found', `"${name}" is not in the trash: it has a live checkpoint`, {
      next: `dogear resume ${name}`,
    })
  const names = clearedWorkstreams(project).map((one) => one.name)
  return new DogearError('not-found', `"${name}" is not in the trash`, {
    expected: names.length > 0 ? `one of: ${names.join(', ')}` : 'a workstream that was cleared',
    next: 'dogear trash',
  })
}
