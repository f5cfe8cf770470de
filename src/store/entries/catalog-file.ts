/** The catalog of a shelf as it lies on the disk, and what of it still holds. */
import { join } from 'node:path'
import { ensureDir, openParts, replaceDerived } from '../../platform/files/files.js'
import { changedIn, looksLike } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { indexDir, workstreamDir, type Project } from '../paths.js'
import type { CatalogIndex, CatalogLine } from './catalog-lines.js'
import { parseIndex, type ReadPart } from './catalog-text.js'
import { filesOf } from './read-workstream.js'
import type { Shelf } from './shelves.js'

const MAX_BYTES = 64_000_000

/** Those of which nothing is known, or whose folders do not look as they did. */
export function changedLines({ dir }: Shelf, lines: readonly CatalogLine[]): Set<CatalogLine> {
  const changed = new Set(changedIn(dir, lines))
  for (const line of lines) if (line.size === 0) changed.add(line)
  return changed
}

/** Whether the files of its heads look as they did. */
export function filesHold(project: Project, { name, heads }: CatalogLine, stamp: readonly number[]): boolean {
  return filesOf(workstreamDir(project, name), heads).every((path, i) => looksLike(path, stamp, 3 * i))
}

interface Known {
  /** Null: none, or one that does not fit what is there now. */
  index: CatalogIndex | null
  read: ReadPart
  close(): void
  writtenMs: number
}

export function openKnown(project: Project, shelf: Shelf, own: string): Known {
  const none: Known = { index: null, read: () => '', close: () => {}, writtenMs: 0 }
  try {
    const parts = openParts(pathOf(project, shelf), MAX_BYTES)
    if (!parts) return none
    const index = parseIndex(parts.read)
    return { ...parts, index: index?.own === own ? index : null }
  } catch {
    // A link, a folder or a giant in its place: as good as none.
    return none
  }
}

export function writeKnown(project: Project, shelf: Shelf, text: string): void {
  ensureDir(indexDir(project.home), project.home)
  if (text.length < MAX_BYTES / 4) replaceDerived(pathOf(project, shelf), text, processTag())
}

function pathOf(project: Project, { month }: Shelf): string {
  return join(indexDir(project.home), `${project.key}${month === undefined ? '' : `.${month}`}.catalog.jsonl`)
}
