/** Looks at the files of the layouts: takes up what is new in them, and tells what is foreign, broken or gone. */
import { basename, dirname, join } from 'node:path'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { safeName } from '../../core/redact/safe-name.js'
import type { Document, Scan } from '../../layouts/layout.js'
import { statOf } from '../../platform/files/files.js'
import { isRemovedByHand } from '../../capture/removed.js'
import { realPathOf } from '../../platform/place.js'
import { createEntry, readEntry } from '../../store/entries/entries.js'
import { listEntryIds } from '../../store/entries/listing.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Located } from '../../store/projects/projects.js'
import { forgetPublished, readPublished, writePublished, type Published } from '../../store/views/published.js'
import { readTrust, type Answers } from '../../store/views/trust.js'
import { readSurvey } from '../../store/views/views.js'
import { tombstone } from '../keep/tombstone.js'
import { lineCalled } from '../line-called.js'
import { locate } from '../locate.js'
import { pathBelow } from '../own/content.js'
import { foreignIn } from '../own/foreign.js'
import type { World } from '../world.js'
import { adoptDocument, inOrder, isAdoptable, isSavedAgain, saidBefore, type LiveFiles } from './adopt.js'
import type { Live, Looked } from './live.js'
import { judgeDocuments } from './own-documents.js'
import { scanIn } from './scan.js'

export function look(world: World, located: Located, lives: readonly Live[], dryRun: boolean): Looked {
  const found: Looked = { live: [], adopted: [], untaken: [], cleared: [], foreign: [], broken: [], orphans: [] }
  const answers = readTrust(located.project)
  for (const live of lives) lookAt(world, located, live, { found, answers, dryRun })
  return found
}

interface Look {
  found: Looked
  answers: Answers
  dryRun: boolean
}

function lookAt(world: World, located: Located, live: Live, { found, answers, dryRun }: Look): void {
  const { layout } = live
  const { files, unreadable } = readSurvey(live.folder, layout)
  const scan = scanIn(located, layout, files)
  const liveFiles: LiveFiles = { world, located, live, files, said: new Map() }
  found.broken.push(...[...scan.broken, ...unreadable].map((one) => ({ ...one, layout: layout.id })))
  const documents = inOrder(scan.documents.filter(isAdoptable))
  const answer = layout.base === 'memory' ? 'approved' : answers[layout.id]
  const judged = answer === 'refused' ? [] : judgeDocuments(liveFiles, documents, dryRun)
  const strange = new Set(judged.flatMap(({ file, verdict }) => (verdict.whose === 'own' ? [] : [file.name])))
  const foreign =
    answer === 'refused' ? unsaid(liveFiles, documents) : documents.filter(({ path }) => strange.has(path))
  const own = documents.filter((document) => !foreign.includes(document))
  // Its files are ours if the user says so, or if they are all own: then only what is foreign stays untouched.
  const isOurs = answer === 'approved' || live.chosen || (foreign.length === 0 && own.length > 0)
  if (isOurs) {
    found.live.push(live)
    if (answer === 'approved') found.orphans.push(...scan.orphans.map((name) => ({ live, name })))
    if (dryRun) found.untaken.push(...unique(unsaid(liveFiles, own).map((one) => one.name)))
    else if (answer !== 'refused') takeUp(liveFiles, own, scan, found)
  }
  if (foreign.length > 0 || (!isOurs && documents.length === 0)) {
    const contents = foreignIn(judged.map((one) => ({ ...one, file: { ...one.file, path: one.file.shown } })))
    const open = answer !== 'refused' && (contents.length === 0 || contents.some(({ refused }) => !refused))
    found.foreign.push({
      live,
      names: unique(foreign.map((one) => one.name)),
      paths: foreign.map((one) => one.path),
      contents,
      open,
    })
  }
}

function unsaid(liveFiles: LiveFiles, documents: readonly Document[]): Document[] {
  return documents.filter((document) => saidBefore(liveFiles, document) === null)
}

function takeUp(liveFiles: LiveFiles, documents: readonly Document[], scan: Scan, found: Looked): void {
  const { located, live, world } = liveFiles
  for (const document of documents) {
    const said = saidBefore(liveFiles, document)
    if (said && !isSavedAgain(liveFiles, document)) remember(liveFiles, document, said)
    else {
      const entry = adoptDocument(liveFiles, document)
      found.adopted.push({ entry, live })
      remember(liveFiles, document, entry)
    }
  }
  const isMemory = live.layout.base === 'memory'
  if (isMemory ? statOf(join(live.folder, 'MEMORY.md')) === null : !live.layout.removedIsCleared) return
  const named = new Set([
    ...scan.documents.map((one) => one.name),
    ...scan.orphans.map((word) => lineCalled(located, word).name),
  ])
  for (const record of readPublished(located.project, live.layout.id)) {
    const path = pathOf(record, live)
    if (path === null || named.has(record.name) || statOf(join(live.folder, path)) !== null) continue
    const byHand = isMemory || wentByHand(located, join(live.folder, path))
    if (byHand === false) continue
    if (byHand && clearGone(world, located, record)) found.cleared.push(record.name)
    forgetPublished(located.project, live.layout.id, record.name, world.tag)
  }
}

/** Null: it cannot be told, and is not asked again. */
function wentByHand({ git, worktree }: Located, path: string): boolean | null {
  const below = pathBelow(realPathOf(worktree), path)
  return git === null || (below === null ? null : isRemovedByHand(worktree, below))
}

/** Below the folder of the layout; null: it lay in another one. */
function pathOf({ path }: Published, { folder, layout }: Live): string | null {
  const folders = layout.base === 'memory' ? [''] : layout.folders
  const within = folders.find((one) => dirname(path) === safeName(join(folder, one)))
  return within === undefined ? null : join(within, basename(path))
}

function remember({ world, located, live }: LiveFiles, document: Document, entry: Entry): void {
  if (!isWatched(live.layout) || document.lane === 'auto') return
  const record = { name: document.name, entry: entry.id, path: join(live.folder, document.path) }
  writePublished(located.project, live.layout.id, record, world.tag)
}

/** Somebody took the file and its line in the index away, as the old skill clears; unless dogear knows of later work. */
function clearGone(world: World, { project }: Located, { name, entry }: Published): boolean {
  const later = listEntryIds(project, name).filter((id) => compareIds(id, entry) > 0)
  if (later.some((id) => readEntry(project, name, id)?.entry?.lane !== 'auto')) return false
  const heads = readHeads(project, name).heads.filter((head) => isLive(head.kind))
  if (heads.length === 0) return false
  createEntry(project, tombstone(world, 'cleared', name, heads), world.tag)
  return true
}

/** Are files that go noticed? */
export function isWatched({ base, removedIsCleared }: Live['layout']): boolean {
  return base === 'memory' || removedIsCleared === true
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** True where the list does not show the workstream any more, so that no file should. */
export function isOffList(world: World, name: string): boolean {
  return readHeads(locate(world).project, name).heads.every((head) => !isLive(head.kind))
}
