/**
 * What `list` needs of every workstream, without reading entries: a derived file per project with one line per
 * workstream. A line holds while its folder and the files its heads depend on look as they did; else the workstream
 * is read again. Deleting the file, or any byte of it, costs time and changes no answer.
 */
import { join } from 'node:path'
import { ensureDir, readTextFile, replaceDerived } from '../platform/files.js'
import { processTag } from '../platform/process-tag.js'
import { type CatalogLine, parseLines, printLines } from './catalog-lines.js'
import { type CatalogRow, headRow, newestFirst } from './catalog-rows.js'
import { dependsOn, hasQuarantine, readStamp } from './catalog-stamp.js'
import { type Damage, listWorkstreams } from './entries.js'
import { readHeads } from './heads-of.js'
import { type Project, indexDir } from './paths.js'

export type { CatalogRow, HeadRow } from './catalog-rows.js'

const MAX_BYTES = 64_000_000

/** Every workstream of the project, the one with the newest head first. Never fails because of the catalog itself. */
export function readCatalog(project: Project): CatalogRow[] {
  const path = join(indexDir(project.home), `${project.key}.catalog.jsonl`)
  const known = parseLines(readKnown(path))
  const quarantine = hasQuarantine(project)
  const keep: CatalogLine[] = []
  const rows: CatalogRow[] = []
  let changed = false
  for (const name of listWorkstreams(project)) {
    const before = known.get(name)
    known.delete(name)
    if (before && readStamp(project, name, before.depends, quarantine) === before.stamp) {
      keep.push(before)
      rows.push({ project: project.key, ...before.row, damaged: [] })
      continue
    }
    const { line, damaged } = readLine(project, name, quarantine)
    if (line.stamp !== '') keep.push(line)
    changed ||= before !== undefined || line.stamp !== ''
    rows.push({ project: project.key, ...line.row, damaged })
  }
  if (changed || known.size > 0) writeLines(project, path, printLines(keep))
  return newestFirst(rows)
}

function readLine(project: Project, name: string, quarantine: boolean): { line: CatalogLine; damaged: Damage[] } {
  // Stamped before it is read: what changes in between makes the stamp wrong, and so the workstream is read again.
  const depends = dependsOn(project, name, quarantine)
  const stamp = readStamp(project, name, depends, quarantine, Date.now())
  const { heads, damaged, count } = readHeads(project, name)
  // A damaged entry may be mended in ways no stamp shows, and is rare: it is looked at every time.
  const line = { stamp: damaged.length > 0 ? '' : stamp, depends, row: { name, count, heads: heads.map(headRow) } }
  return { line, damaged }
}

function readKnown(path: string): string {
  try {
    return readTextFile(path, MAX_BYTES) ?? ''
  } catch {
    // A link, a folder or a giant in its place: as good as none.
    return ''
  }
}

/** Best effort: on a read-only or full disk the next `list` is slower, that is all. */
function writeLines(project: Project, path: string, text: string): void {
  try {
    ensureDir(indexDir(project.home), project.home)
    if (text.length < MAX_BYTES / 4) replaceDerived(path, text, processTag())
  } catch {
    // Nothing is lost: the entries are the truth.
  }
}
