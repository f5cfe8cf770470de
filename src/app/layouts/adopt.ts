/**
 * Takes up what the files of the layouts say: a document that says something no entry of its workstream says becomes a
 * new entry. What dogear wrote itself is recognised by what it says, not by a record that could be lost.
 */
import { lineKeysOf, withLineKeys, type LineKeys } from '../../core/entry/line-keys.js'
import { present } from '../../core/present.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { compareIds, parseId } from '../../core/entry/id.js'
import { isName } from '../../core/choose/name.js'
import { msOf } from '../../core/text/text.js'
import { entryFromDocument, projection, saidBy, type Origin } from '../../layouts/common/to-entry.js'
import type { Document, TextFile } from '../../layouts/layout.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { offsetAt } from '../../platform/place.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { readHeads } from '../../store/entries/heads.js'
import { withPage } from '../../store/entries/page.js'
import type { Project } from '../../store/paths.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { readPublished } from '../../store/views/published.js'
import { withEdit, type Base } from './edit.js'
import type { Live } from './live.js'
import type { World } from '../world.js'

/** How far back an equal entry is looked for, besides those of the document's own time. */
const LATEST = 50
const SAME_TIME_MS = 61_000

export interface LiveFiles {
  world: World
  located: Located
  live: Live
  files: readonly TextFile[]
  /** What the layout would say of each entry that was looked at. */
  said: Map<string, string | null>
}

/** The entry that already says it; null where none does. */
export function saidBefore(liveFiles: LiveFiles, document: Document): Entry | null {
  const { project, exists } = liveFiles.located
  if (!exists && listEntryIds(project, document.name).length === 0) return null
  const draft = draftOf(liveFiles, document)
  const ids = candidateIds(project, document.name, draft)
  const made = madeFrom(liveFiles, draft, ids)
  return made ?? saidIn(liveFiles, draft, ids)
}

function saidIn(liveFiles: LiveFiles, draft: Entry, ids: readonly string[]): Entry | null {
  const { live, world } = liveFiles
  // From the draft, not from the document: what is redacted or tidied on the way is so on both sides.
  const wanted = saidBy(live.layout, draft, world.userHome)
  const id = wanted === null ? undefined : ids.find((one) => saidById(liveFiles, draft.name, one) === wanted)
  return id === undefined ? null : entryOf(liveFiles, draft.name, id)
}

/** An entry never changes, so what it says is worked out once per look. */
function saidById(liveFiles: LiveFiles, name: string, id: string): string | null {
  const known = liveFiles.said.get(id)
  if (known !== undefined) return known
  const entry = entryOf(liveFiles, name, id)
  const said = entry && saidBy(liveFiles.live.layout, entry, liveFiles.world.userHome)
  liveFiles.said.set(id, said)
  return said
}

/** Whatever an entry's own format cannot keep of a document: what was made from it once is not made again. */
function madeFrom(liveFiles: LiveFiles, draft: Entry, ids: readonly string[]): Entry | null {
  const random = parseId(draft.id)?.random
  const timed = liveFiles.live.layout.policy.onExisting === 'append'
  const made = ids.filter((id) => parseId(id)?.random === random).map((id) => entryOf(liveFiles, draft.name, id))
  return made.find((entry) => entry !== null && (!timed || entry.saved === draft.saved)) ?? null
}

/** True where the entry that says it was cleared or consumed before the document was saved again. */
export function isSavedAgain(liveFiles: LiveFiles, document: Document): boolean {
  const heads = ownHeads(liveFiles.located.project, document.name)
  if (heads.length === 0 || heads.some((head) => isLive(head.kind))) return false
  const clearedMs = Math.max(...heads.map((head) => msUpToNow(liveFiles, head)))
  return msUpToNow(liveFiles, draftOf(liveFiles, document)) > clearedMs
}

/** Makes the entry. `parents`: what it continues, where that is not what the workstream's heads say now. */
export function adoptDocument(liveFiles: LiveFiles, document: Document, parents?: readonly string[]): Entry {
  const { world, located, live } = liveFiles
  const project = ensureProject(located, world.tag)
  const heads = ownHeads(project, document.name)
  const twin = parents ? null : madeFrom(liveFiles, draftOf(liveFiles, document), idsOf(heads))
  // Another process looked at the same moment, and was faster.
  if (twin) return twin
  const placed = parents ? { document, parents } : placeInTime(liveFiles, document, heads)
  const made = entryFromDocument(placed.document, live.layout, { ...originOf(liveFiles), parents: placed.parents })
  const draft = withLineKeys(
    made,
    present<LineKeys>({ label: (heads[0] && lineKeysOf(heads[0]).label) ?? document.label }),
  )
  const known = draft.parents
    .flatMap((id) => entryOf(liveFiles, draft.name, id) ?? [])
    .filter(({ kind }) => isLive(kind))
  const pages = known.map((parent) => withPage(project, parent)).toSorted((a, b) => compareIds(b.id, a.id))
  const entry = pages.length === 0 ? draft : withEdit(draft, pages, baseOf(liveFiles, document, pages))
  createEntry(project, entry, world.tag)
  return entry
}

/** What somebody else wrote under the name is neither continued nor ended by a file. */
function ownHeads(project: Project, name: string): Entry[] {
  return readHeads(project, name).heads.filter((head) => !head.foreign)
}

/** What the file said when dogear last wrote or read it; where that is not known, what it would say of the newest entry. */
function baseOf(liveFiles: LiveFiles, document: Document, [newest]: readonly Entry[]): Base | null {
  const { live, located, world } = liveFiles
  const record = readPublished(located.project, live.layout.id).find(({ name }) => name === document.name)
  const published = record && entryOf(liveFiles, document.name, record.entry)
  const entry = published ? withPage(located.project, published) : newest
  const said = entry && projection(live.layout, entry, world.userHome)
  if (!entry || !said) return null
  // Whoever writes the file anew writes a new time into it, and need not know what was in it.
  const closes = published !== null && published !== undefined && document.lane !== 'auto'
  return { entry, said: draftOf(liveFiles, said), closes: closes && said.savedMs === document.savedMs }
}

export function isAdoptable(document: Document): boolean {
  return isName(document.name)
}

/**
 * Later than the heads: it continues them. Edited since, without a new time in it: the same, at the time of the file.
 * Older than what is there: a statement of its own beside it, for the user to join.
 */
function placeInTime(
  liveFiles: LiveFiles,
  document: Document,
  heads: readonly Entry[],
): { document: Document; parents: string[] } {
  const parents = idsOf(heads)
  const newestMs = Math.max(-Infinity, ...heads.map((head) => msUpToNow(liveFiles, head)))
  if (msUpToNow(liveFiles, draftOf(liveFiles, document)) >= newestMs) return { document, parents }
  const fileMs = liveFiles.files.find((file) => file.path === document.path)?.mtimeMs ?? -Infinity
  if (fileMs <= newestMs) return { document, parents: [] }
  const { offsetMinutes: _, ...untimed } = document
  return { document: { ...untimed, savedMs: fileMs }, parents }
}

/** What claims to come from the future is no newer than what is said now. */
function msUpToNow({ world }: LiveFiles, { saved }: Entry): number {
  return Math.min(msOf(saved) ?? 0, world.now().ms)
}

function idsOf(entries: readonly Entry[]): string[] {
  return entries.map((entry) => entry.id)
}

function draftOf(liveFiles: LiveFiles, document: Document): Entry {
  return entryFromDocument(document, liveFiles.live.layout, { ...originOf(liveFiles), parents: [] })
}

function originOf({ world, located, live, files }: LiveFiles): Omit<Origin, 'parents'> {
  return {
    project: located.project.key,
    // The agent's memory is shared by all worktrees.
    ...(live.layout.base === 'worktree' ? { worktree: located.worktree } : {}),
    files,
    nowMs: world.now().ms,
    offsetAt,
    userHome: world.userHome,
    sha256: sha256Hex,
  }
}

/** The likeliest first: made from the same words, of the same time, then the newest. */
function candidateIds(project: Project, name: string, draft: Entry): string[] {
  const ids = listEntryIds(project, name).toReversed()
  const wanted = parseId(draft.id)
  const same = ids.filter((id) => parseId(id)?.random === wanted?.random)
  const near = ids.filter((id) => Math.abs((parseId(id)?.ms ?? 0) - (wanted?.ms ?? 0)) <= SAME_TIME_MS)
  return [...new Set([...same, ...near, ...ids.slice(0, LATEST)])]
}

function entryOf({ located }: LiveFiles, name: string, id: string): Entry | null {
  return readEntry(located.project, name, id)?.entry ?? null
}

/** Oldest first, so that each continues the one before it. */
export function inOrder(documents: readonly Document[]): Document[] {
  return documents.toSorted((a, b) => a.savedMs - b.savedMs || compareIds(a.path, b.path))
}
