/** Writes workstreams as files of a layout, where its own system looks for them or below a folder of one's choice. */
import { safeName } from '../../core/redact/safe-name.js'
import { join, resolve } from 'node:path'
import { noCheckpoints, pickLine } from '../resume/find-line.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { isoWithZone } from '../../core/text/text.js'
import { layoutNamed } from '../../layouts/all.js'
import { applyEdits, joinEdits } from '../../layouts/files.js'
import { contextOf, entryFromDocument, isAppendOnly, projection, saidBy } from '../../layouts/common/to-entry.js'
import type { Document, Edit, Layout, LayoutId, TextFile } from '../../layouts/layout.js'
import { setFileTime } from '../../platform/place.js'
import { listWorkstreams } from '../../store/entries/listing.js'
import type { Located } from '../../store/projects/projects.js'
import { nameNow } from '../../store/session/on.js'
import { applyLayout, baseFor, readLayoutFiles } from '../../store/views/views.js'
import { memoryOf } from '../layouts/signs.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { originOf } from './import-documents.js'
import { openPast, type Past } from './past.js'

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
  const names =
    request.name === undefined
      ? listWorkstreams(located.project)
      : [nameNow(located.project, pickLine(world, located.project, request.name).name)]
  const pasts = new Map(names.map((name) => [name, openPast(located.project, name, world.userHome)]))
  // Such files say nothing of who wrote them: what is somebody else's does not go there.
  const ownOf = (past: Past): Entry[] => past.entries.filter((entry) => !entry.foreign)
  const entries = [...pasts.values()].flatMap((past) => entriesFor(layout, ownOf(past), world.userHome))
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
    const planFor = isAppendOnly(layout) ? planAdded : planReplaced
    planned = planFor(layout, entries, files, {
      userHome: world.userHome,
      entryOf,
      isSaid: (document) => out.pasts.get(document.name)?.says(layout, entryOf(document)) ?? false,
    })
    return joinEdits(planned.edits)
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
      ...planned.blocked.map((path) => ({
        source: source(path),
        message: `it says something that is in no entry, so it was not written over; take it over first: dogear import ${source(path)}`,
      })),
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

function nothingToExport(layout: Layout, name: string | undefined): DogearError {
  const what = name === undefined ? 'there is nothing' : `there is nothing under "${safeName(name).slice(0, 80)}"`
  return new DogearError('not-found', `${what} to export as ${layout.id}`, {
    expected: 'a workstream that is on the list, of a kind that this system keeps',
    next: 'dogear list',
  })
}

/**
 * All of them, oldest first, where files are only added. Else the newest that the layout has a place for, and after it a
 * newer autosave: that one lies in a file of its own. Nothing of a workstream that was cleared.
 */
function entriesFor(layout: Layout, entries: readonly Entry[], userHome: string): Entry[] {
  const sorted = entries.toSorted((a, b) => compareIds(a.id, b.id))
  if (isAppendOnly(layout)) return sorted.filter((entry) => projection(layout, entry, userHome) !== null)
  const continued = new Set(sorted.flatMap((entry) => entry.parents))
  if (!sorted.some((entry) => isLive(entry.kind) && !continued.has(entry.id))) return []
  const newest = (lane: Entry['lane']): number =>
    sorted.findLastIndex((entry) => entry.lane === lane && projection(layout, entry, userHome) !== null)
  const [named, auto] = [newest('named'), newest('auto')]
  return [sorted[named], auto > named ? sorted[auto] : undefined].filter((entry) => entry !== undefined)
}

interface ExportPlan {
  edits: Edit[]
  written: Entry[]
  /** Files that say something no entry says: they stay as they are. */
  blocked: string[]
}

interface ExportOptions {
  userHome: string
  /** What an entry made from the document would be. */
  entryOf: (document: Document) => Entry
  /** Whether some entry says what the document says. */
  isSaid: (document: Document) => boolean
}

/** What nobody has taken over yet is not written over. */
function planReplaced(
  layout: Layout,
  entries: readonly Entry[],
  files: readonly TextFile[],
  options: ExportOptions,
): ExportPlan {
  const { documents, broken } = layout.scan(files)
  const unsaid = [...documents.filter((document) => !options.isSaid(document)), ...broken].map((one) => one.path)
  const plan: ExportPlan = { edits: [], written: [], blocked: [] }
  let now = files
  for (const entry of entries) {
    const context = contextOf(entry, options.userHome)
    const edits = layout.publish(entry, now, context)
    const lost = edits.filter((edit) => isOwnFile(edit) && unsaid.includes(edit.path))
    plan.blocked.push(...lost.map((edit) => edit.path))
    if (lost.length > 0) continue
    plan.edits.push(...edits)
    plan.written.push(entry)
    now = applyEdits(now, edits, context.nowMs)
  }
  return plan
}

/** In a shared file everything stays but our own lines. */
function isOwnFile(edit: Edit): boolean {
  return edit.do === 'remove' || (edit.do === 'write' && edit.shared !== true)
}

/** The layout is not asked about all files for each entry: with a thousand of both, that would take minutes. */
function planAdded(
  layout: Layout,
  entries: readonly Entry[],
  files: readonly TextFile[],
  { userHome, entryOf }: ExportOptions,
): ExportPlan {
  const { documents } = layout.scan(files)
  const there = new Set(documents.map((document) => saidBy(layout, entryOf(document), userHome)))
  const paths = new Set(documents.map(({ path }) => path))
  let others: readonly TextFile[] = files.filter(({ path }) => !paths.has(path))
  const plan: ExportPlan = { edits: [], written: [...entries], blocked: [] }
  for (const entry of entries) {
    const key = saidBy(layout, entry, userHome)
    if (there.has(key)) continue
    there.add(key)
    const context = contextOf(entry, userHome)
    const edits = layout.publish(entry, others, context)
    plan.edits.push(...edits)
    const shared = edits.filter((edit) => edit.do !== 'create')
    others = applyEdits(others, shared, context.nowMs)
  }
  return plan
}
