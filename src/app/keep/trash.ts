/**
 * The trash: workstreams that were cleared or consumed, and files that were removed. Everything in it can be brought
 * back until it is purged.
 */
import { join } from 'node:path'
import { isInside } from '../../capture/files.js'
import { isLive } from '../../core/entry/entry.js'
import { present } from '../../core/present.js'
import { isoWithZone, msOf } from '../../core/text/text.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { listDir, listFolders, removeTree, statOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { lineKeysOf } from '../../core/entry/line-keys.js'
import { readCatalog, type CatalogRow } from '../../store/entries/catalog.js'
import { readEntry } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { readHeads } from '../../store/entries/heads.js'
import { callGone } from '../../store/own.js'
import { entryPath, projectConfigPath, type Project } from '../../store/paths.js'
import { readSettings } from '../../store/config-file.js'
import type { Located } from '../../store/projects/projects.js'
import { isKnownToRemotes } from '../../store/sync/told.js'
import { readTrust } from '../../store/views/trust.js'
import { applyPurge, readTrash, planPurge, trashWorkstream } from '../../store/trash.js'
import { workFolders } from '../layouts/signs.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

export interface Trash {
  /** `label`: the name as somebody typed it, where the folder is called otherwise. */
  workstreams: { name: string; label?: string; clearedAt: string; entries: number }[]
  files: { date: string; name: string; path: string }[]
}

export function listTrash(world: World): Trash {
  const located = locate(world)
  const { project, exists } = located
  if (!exists) return { workstreams: [], files: [] }
  const own = readTrash(project).map((item) => ({ date: item.date, name: item.origin, path: item.path }))
  return { workstreams: clearedWorkstreams(project), files: [...own, ...filesOfLayouts(world, located)] }
}

const EVER = '9999-99-99'

function filesOfLayouts(world: World, located: Located): Trash['files'] {
  return layoutTrash(world, located, EVER).flatMap(({ folder, paths }) =>
    paths.flatMap((dated) =>
      namesIn(join(folder, dated)).map((name) => ({
        date: dated.slice(dated.lastIndexOf('/') + 1),
        name,
        path: join(folder, dated, name),
      })),
    ),
  )
}

function namesIn(folder: string): string[] {
  try {
    return listDir(folder).toSorted()
  } catch {
    return []
  }
}

export function purgeTrash(
  world: World,
  request: { olderThanDays: number; dryRun: boolean },
): { purged: string[]; kept: number; waiting: string[] } {
  const located = locate(world)
  const { project } = located
  if (!located.exists) return { purged: [], kept: 0, waiting: [] }
  const nowMs = world.now().ms
  const limit = nowMs - request.olderThanDays * 86_400_000
  const cleared = clearedWorkstreams(project)
  const old = cleared.filter(({ name }) => (clearedHereMs(project, name) ?? Infinity) <= limit)
  // A line whose end no other machine has heard of would live on there for ever.
  const due = old.filter(({ name }) => isToldEverywhere(project, name))
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
    waiting: old.filter((one) => !due.includes(one)).map(({ label, name }) => label ?? name),
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

function isToldEverywhere(project: Project, name: string): boolean {
  const ends = readHeads(project, name).heads.map(({ id }) => id)
  return isKnownToRemotes(project, { ids: listEntryIds(project, name), ends })
}

export function clearedWorkstreams(project: Project): Trash['workstreams'] {
  return readCatalog(project)
    .filter((row) => row.heads.length > 0 && row.heads.every((head) => !isLive(head.kind)) && !goesOn(project, row))
    .map(({ name, heads: [head], count }) =>
      present<Trash['workstreams'][number]>({ name, label: head?.label, clearedAt: head?.saved ?? '', entries: count }),
    )
}

/** Under another name: then nothing was cleared, and its history is needed. */
function goesOn(project: Project, { name, heads }: CatalogRow): boolean {
  return heads.some(({ id, kind }) => {
    const entry = kind === 'consumed' ? readEntry(project, name, id)?.entry : undefined
    return entry !== undefined && lineKeysOf(entry).continued !== undefined
  })
}
