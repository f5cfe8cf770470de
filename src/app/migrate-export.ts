/** Writes workstreams as files of a layout, where its own system looks for them or below a folder of one's choice. */
import { join, resolve } from 'node:path'
import type { Entry } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { compareIds } from '../core/id.js'
import { nameFrom } from '../core/name.js'
import { isoWithZone } from '../core/time.js'
import { layoutNamed } from '../layouts/all.js'
import { contextOf, entryFromDocument, isAppendOnly } from '../layouts/common/to-entry.js'
import type { Document, Layout, LayoutId, TextFile } from '../layouts/layout.js'
import { setFileTime } from '../platform/file-time.js'
import { listWorkstreams } from '../store/entries.js'
import type { Located } from '../store/projects.js'
import { applyLayout, baseFor, readLayoutFiles } from '../store/views.js'
import { memoryOf } from './layout-signs.js'
import { locate } from './locate.js'
import { originOf } from './migrate.js'
import { entriesFor, planExport, type ExportPlan } from './migrate-plan.js'
import { openPast, type Past } from './past.js'
import { noCheckpoints } from './pick.js'
import type { World } from './world.js'

export interface ExportRequest {
  layout: LayoutId
  /** Absent: every workstream. */
  name?: string
  /** Below this folder instead of where the layout's files lie. */
  into?: string
}

export interface ExportedFiles {
  layout: LayoutId
  into: string
  exported: { name: string; id: string }[]
  /** Paths below the folder. */
  changed: string[]
  refused: { source: string; message: string }[]
}

export function exportLayout(world: World, request: ExportRequest): ExportedFiles {
  const located = locate(world)
  if (!located.exists) throw noCheckpoints([])
  const layout = layoutNamed(request.layout)
  const names = request.name === undefined ? listWorkstreams(located.project) : [nameFrom(request.name, 'lower')]
  const pasts = new Map(names.map((name) => [name, openPast(located.project, name, world.userHome)]))
  const entries = [...pasts.values()].flatMap((past) => entriesFor(layout, past.entries, world.userHome))
  if (entries.length === 0) throw nothingToExport(layout, request.name)
  return writeOut(world, located, { layout, pasts, entries, folder: folderFor(world, located, layout, request.into) })
}

interface Out {
  layout: Layout
  pasts: ReadonlyMap<string, Past>
  entries: readonly Entry[]
  folder: string
}

function writeOut(world: World, located: Located, out: Out): ExportedFiles {
  const { layout } = out
  const base = baseFor(located.project, out.folder, isoWithZone(world.now()).slice(0, 10))
  // In the order of time, so that of several that share a file the newest is in it.
  const entries = out.entries.toSorted((a, b) => compareIds(a.id, b.id))
  let planned: ExportPlan = { edits: [], written: [], blocked: [] }
  const plan = (files: readonly TextFile[]): ExportPlan['edits'] => {
    const origin = { ...originOf(world, located, { folder: base.folder, files }), parents: [] }
    const entryOf = (document: Document): Entry => entryFromDocument(document, layout, origin)
    planned = planExport(layout, entries, files, {
      userHome: world.userHome,
      entryOf,
      isSaid: (document) => out.pasts.get(document.name)?.says(layout, entryOf(document)) ?? false,
    })
    return planned.edits
  }
  const applied = applyLayout(base, layout, plan, world.tag)
  const written = applied.refused.length === 0 ? planned.written : planned.written.filter(isThere(out, world.userHome))
  keepTimes(base.folder, layout, written, { changed: applied.changed, userHome: world.userHome })
  const source = (path: string): string => join(base.folder, path)
  return {
    layout: layout.id,
    into: base.folder,
    exported: written.map(({ name, id }) => ({ name, id })),
    changed: applied.changed,
    refused: [
      ...planned.blocked.map((path) => ({ source: source(path), message: blockedBy(source(path)) })),
      ...applied.refused.map(({ path, message, next }) => ({ source: source(path), message: `${message}; ${next}` })),
    ],
  }
}

/** Where the disk refused something: what nothing more has to be written for. */
function isThere({ layout, folder }: Out, userHome: string): (entry: Entry) => boolean {
  const files = readLayoutFiles(folder, layout)
  return (entry) => layout.publish(entry, files, contextOf(entry, userHome)).length === 0
}

/** A layout may have no better place for the time than the file's own. */
function keepTimes(
  folder: string,
  layout: Layout,
  written: readonly Entry[],
  { changed, userHome }: { changed: readonly string[]; userHome: string },
): void {
  if (isAppendOnly(layout)) return
  for (const { name, lane, path } of layout.scan(readLayoutFiles(folder, layout)).documents) {
    const entry = written.findLast((one) => one.name === name && one.lane === lane)
    if (entry && changed.includes(path)) setFileTime(join(folder, path), contextOf(entry, userHome).nowMs)
  }
}

function folderFor(world: World, located: Located, layout: Layout, into: string | undefined): string {
  if (into !== undefined) return resolve(world.cwd, into)
  if (layout.base === 'worktree') return located.worktree
  const memory = memoryOf(world, located, world.config.memoryDir)
  if (memory !== null) return memory
  throw new DogearError('not-found', `the memory of the agent is switched off, and ${layout.id} lives there`, {
    next: `dogear export --layout ${layout.id} --into FOLDER`,
  })
}

function blockedBy(path: string): string {
  return `it says something that is in no entry, so it was not written over; take it over first: dogear import ${path}`
}

function nothingToExport(layout: Layout, name: string | undefined): DogearError {
  const what = name === undefined ? 'there is nothing' : `there is nothing under "${name.slice(0, 80)}"`
  return new DogearError('not-found', `${what} to export as ${layout.id}`, {
    expected: 'a workstream that is on the list, of a kind that this system keeps',
    next: 'dogear list',
  })
}
