/**
 * Taking over what other systems wrote: every document of a layout becomes an entry with the time it was saved at. The
 * originals are only read. What an entry says already is not taken twice.
 */
import type { Entry } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { parseEntry } from '../core/parse-entry.js'
import { printEntry } from '../core/print-entry.js'
import type { Origin } from '../layouts/common/to-entry.js'
import { entryFromDocument, momentOf } from '../layouts/common/to-entry.js'
import type { Document, Layout } from '../layouts/layout.js'
import { sha256Hex } from '../platform/hash.js'
import { offsetAt } from '../platform/zone.js'
import { createEntry } from '../store/entries.js'
import type { Located } from '../store/projects.js'
import { ensureProject } from '../store/projects.js'
import { locate } from './locate.js'
import type { FoundLayout } from './migrate-find.js'
import { sourceOf } from './migrate-find.js'
import type { Past } from './past.js'
import { openPast } from './past.js'
import type { ImportResult } from './transfer.js'
import type { World } from './world.js'

export function importDocuments(
  world: World,
  request: { found: readonly FoundLayout[]; dryRun: boolean },
): ImportResult {
  const located = locate(world)
  const result: ImportResult = { imported: [], already: 0, refused: request.found.flatMap(brokenIn) }
  const candidates = request.found.flatMap((found) => candidatesOf(world, located, found)).toSorted(byTime)
  if (candidates.length > 0 && !request.dryRun) ensureProject(located, world.tag)
  const pasts = new Map<string, Past>()
  const pastOf = (name: string): Past => {
    const past = pasts.get(name) ?? openPast(located.project, name, world.userHome)
    pasts.set(name, past)
    return past
  }
  for (const one of candidates)
    takeOver(one, pastOf, result, (entry) => request.dryRun || createEntry(located.project, entry, world.tag))
  return result
}

interface Candidate {
  document: Document
  layout: Layout
  origin: Omit<Origin, 'parents'>
  source: string
  ms: number
}

function candidatesOf(world: World, located: Located, found: FoundLayout): Candidate[] {
  const origin = originOf(world, located, found)
  return found.scan.documents.map((document) => ({
    document,
    layout: found.layout,
    origin,
    source: sourceOf(found, document.path),
    ms: momentOf(document, origin).ms,
  }))
}

export function originOf(
  world: World,
  located: Located,
  { folder, files }: Pick<FoundLayout, 'folder' | 'files'>,
): Omit<Origin, 'parents'> {
  return {
    project: located.project.key,
    ...(folder === located.worktree ? { worktree: folder } : {}),
    files,
    offsetAt,
    userHome: world.userHome,
    sha256: sha256Hex,
  }
}

/** Within one time by the path: `…Z.json` was there before `…Z-2.json`. */
function byTime(a: Candidate, b: Candidate): number {
  return a.ms - b.ms || a.source.length - b.source.length || (a.source < b.source ? -1 : 1)
}

function takeOver(
  { document, layout, origin, source, ms }: Candidate,
  pastOf: (name: string) => Past,
  result: ImportResult,
  create: (entry: Entry) => unknown,
): void {
  try {
    const past = pastOf(document.name)
    const entry = asStored(entryFromDocument(document, layout, { ...origin, parents: past.headsAt(ms) }))
    if (past.says(layout, entry)) {
      result.already++
      return
    }
    create(entry)
    past.add(entry)
    result.imported.push({ name: entry.name, id: entry.id, layout: layout.id, source })
  } catch (error) {
    if (!(error instanceof DogearError) || !REFUSALS.has(error.code)) throw error
    result.refused.push({ source, message: error.message })
  }
}

/** What is wrong with the document itself; anything else is wrong with the disk, and stops the import. */
const REFUSALS = new Set<string>(['bad-name', 'bad-entry', 'bad-input', 'too-big'])

/** Refuses what could not be read back. */
function asStored(entry: Entry): Entry {
  return parseEntry(printEntry(entry))
}

function brokenIn(found: FoundLayout): ImportResult['refused'] {
  const { broken, orphans } = found.scan
  return [
    ...broken.map(({ path, message, expected }) => ({
      source: sourceOf(found, path),
      message: `${message}; expected: ${expected}`,
    })),
    ...orphans.map((name) => ({ source: found.folder, message: `the index names "${name}", but its file is gone` })),
  ]
}
