/** What an export writes: which entries, and by which edits. What nobody has taken over yet is not written over. */
import type { Entry } from '../core/entry.js'
import { isLive } from '../core/entry.js'
import { compareIds } from '../core/id.js'
import { applyEdits, joinEdits } from '../layouts/common/apply-edits.js'
import { contextOf, isAppendOnly, projection, saidBy } from '../layouts/common/to-entry.js'
import type { Document, Edit, Layout, TextFile } from '../layouts/layout.js'

/**
 * All of them, oldest first, where files are only added. Else the newest that the layout has a place for, and after it a
 * newer autosave: that one lies in a file of its own. Nothing of a workstream that was cleared.
 */
export function entriesFor(layout: Layout, entries: readonly Entry[], userHome: string): Entry[] {
  const sorted = entries.toSorted((a, b) => compareIds(a.id, b.id))
  if (isAppendOnly(layout)) return sorted.filter((entry) => projection(layout, entry, userHome) !== null)
  const continued = new Set(sorted.flatMap((entry) => entry.parents))
  if (!sorted.some((entry) => isLive(entry.kind) && !continued.has(entry.id))) return []
  const newest = (lane: Entry['lane']): number =>
    sorted.findLastIndex((entry) => entry.lane === lane && projection(layout, entry, userHome) !== null)
  const [named, auto] = [newest('named'), newest('auto')]
  return [sorted[named], auto > named ? sorted[auto] : undefined].filter((entry) => entry !== undefined)
}

export interface ExportPlan {
  edits: Edit[]
  written: Entry[]
  /** Files that say something no entry says: they stay as they are. */
  blocked: string[]
}

export interface ExportOptions {
  userHome: string
  /** What an entry made from the document would be. */
  entryOf: (document: Document) => Entry
  /** Whether some entry says what the document says. */
  isSaid: (document: Document) => boolean
}

export function planExport(
  layout: Layout,
  entries: readonly Entry[],
  files: readonly TextFile[],
  options: ExportOptions,
): ExportPlan {
  const { edits, ...plan } = isAppendOnly(layout)
    ? planAdded(layout, entries, files, options)
    : planReplaced(layout, entries, files, options)
  return { ...plan, edits: joinEdits(edits) }
}

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
