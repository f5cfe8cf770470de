/**
 * Makes the files of the live layouts say what an entry says, or takes a workstream out of them. The entry is safe by
 * then: whatever goes wrong here is a warning and never fails the command.
 */
import { present } from '../../core/present.js'
import { join } from 'node:path'
import { isName } from '../../core/choose/name.js'
import type { Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { applyEdits } from '../../layouts/files.js'
import type { Edit, PublishContext, TextFile } from '../../layouts/layout.js'
import type { Located } from '../../store/projects/projects.js'
import { forgetPublished, markView, writePublished } from '../../store/views/published.js'
import { applyLayout, baseFor, readLayoutFiles, type Applied } from '../../store/views/views.js'
import { adoptDocument, isAdoptable, saidBefore, type LiveFiles } from './adopt.js'
import type { Foreign, Live, Published, PublishedFile } from './live.js'
import { rememberOwn } from '../own/content.js'
import { shownPath } from '../own/foreign.js'
import type { World } from '../world.js'
import { judgeDocuments } from './own-documents.js'
import { isWatched } from './look.js'
import { calledHere, scanIn } from './scan.js'

export interface LiveLayouts {
  world: World
  located: Located
  live: readonly Live[]
  foreign: readonly Foreign[]
}

/** `except`: the layouts that already say it. */
export function publishEntry(
  layouts: LiveLayouts,
  entry: Entry,
  options: { reason?: string; except?: readonly Live[] } = {},
): Published {
  const published: Published = { files: [], warnings: [] }
  for (const live of placesFor(layouts, entry.name)) {
    if (options.except?.includes(live)) continue
    if (entry.lane === 'auto' && (live.unbegun || live.layout.autosaves?.(options.reason) === false)) continue
    guarded(live, published.warnings, () => {
      const { file, warnings } = publishTo(layouts, live, entry, options.reason)
      published.files.push(file)
      published.warnings.push(...warnings)
    })
  }
  return published
}

export function retractNames(layouts: LiveLayouts, names: readonly string[]): string[] {
  const { world, located } = layouts
  const warnings: string[] = []
  for (const live of layouts.live)
    for (const name of names) {
      if (isForeignHere(layouts, live, name)) continue
      const label = calledHere(located, name)
      guarded(live, warnings, () => {
        const base = baseFor(located.project, live.folder, dayOf(world))
        const applied = applyLayout(base, live.layout, (files) => live.layout.retract(name, files, label), world.tag)
        warnings.push(...refusals(live, applied))
        if (isName(name)) forgetPublished(located.project, live.layout.id, name, world.tag)
      })
    }
  return warnings
}

/** One folder of each layout: the one that has the workstream already, else the first. */
function placesFor(layouts: LiveLayouts, name: string): Live[] {
  const byLayout = new Map<string, Live[]>()
  for (const live of layouts.live) byLayout.set(live.layout.id, [...(byLayout.get(live.layout.id) ?? []), live])
  return [...byLayout.values()].flatMap((lives) => {
    const free = lives.filter((live) => !isForeignHere(layouts, live, name))
    const has = lives.length > 1 ? free.find((live) => holds(layouts.located, live, name)) : undefined
    return (has ?? free[0]) ? [(has ?? free[0]) as Live] : []
  })
}

function holds(located: Located, live: Live, name: string): boolean {
  const { documents } = scanIn(located, live.layout, readLayoutFiles(live.folder, live.layout))
  return documents.some((one) => one.name === name)
}

/** A foreign file of that name is not ours to write over. */
function isForeignHere({ foreign }: LiveLayouts, live: Live, name: string): boolean {
  return foreign.some((one) => one.live === live && one.names.includes(name))
}

function publishTo(
  { world, located }: LiveLayouts,
  live: Live,
  entry: Entry,
  reason: string | undefined,
): { file: PublishedFile; warnings: string[] } {
  const { layout } = live
  let path: string | undefined
  const said = new Map<string, string | null>()
  const base = baseFor(located.project, live.folder, dayOf(world))
  const plan = (files: readonly TextFile[]): Edit[] => {
    keepForeignEdits({ world, located, live, files, said }, entry)
    const edits = layout.publish(entry, files, contextOf(world, reason))
    path = pathOf(located, live, entry, files, edits)
    return edits
  }
  const applied = applyLayout(base, layout, plan, world.tag)
  if (applied.changed.length > 0 && layout.base === 'worktree') rememberWritten(world, located, live, applied.changed)
  if (path !== undefined && isWatched(layout) && entry.lane === 'named') {
    const record = { name: entry.name, entry: entry.id, path: join(live.folder, path) }
    writePublished(located.project, layout.id, record, world.tag)
    if (live.view) markView(located.project, layout.id, live.folder, world.tag)
  }
  return {
    file: {
      layout: layout.id,
      folder: live.folder,
      changed: applied.changed,
      ...present({ file: path }),
    },
    warnings: refusals(live, applied),
  }
}

/** So that it is known again when it comes back with a branch. */
function rememberWritten(world: World, located: Located, { folder, layout }: Live, changed: readonly string[]): void {
  const written = readLayoutFiles(folder, layout).filter(({ path }) => changed.includes(path))
  rememberOwn(
    located,
    written.map(({ path, text }) => ({ path: join(folder, path), text })),
    world.tag,
  )
}

/** Where the entry stands after these edits. */
function pathOf(
  located: Located,
  { layout }: Live,
  entry: Entry,
  files: readonly TextFile[],
  edits: readonly Edit[],
): string | undefined {
  const after = applyEdits(files, edits, 0)
  const written = new Set(after.filter((file) => !files.includes(file)).map((file) => file.path))
  const documents = scanIn(located, layout, after).documents.filter(
    (one) => one.name === entry.name && one.lane === entry.lane,
  )
  return (documents.find((one) => written.has(one.path)) ?? documents.at(-1))?.path
}

/** Written by somebody since we looked: it becomes an entry beside ours before its file is written over. */
function keepForeignEdits(liveFiles: LiveFiles, entry: Entry): void {
  const { located, live, files } = liveFiles
  for (const document of scanIn(located, live.layout, files).documents) {
    if (document.name !== entry.name || document.lane !== entry.lane || !isAdoptable(document)) continue
    if (saidBefore(liveFiles, document) !== null) continue
    const [judged] = judgeDocuments(liveFiles, [document], false)
    if (judged && judged.verdict.whose !== 'own') throw notOurs(document.path)
    adoptDocument(liveFiles, document, entry.parents)
  }
}

function notOurs(path: string): DogearError {
  return new DogearError('unsafe', `${shownPath(path)} is somebody else's and was left as it is`, {
    expected: 'a file of yours, or none',
    next: 'dogear list --trust yes',
  })
}

function contextOf(world: World, reason: string | undefined): PublishContext {
  const { ms, offsetMinutes } = world.now()
  return { nowMs: ms, offsetMinutes, userHome: world.userHome, ...present({ reason }) }
}

function dayOf(world: World): string {
  const { ms, offsetMinutes } = world.now()
  return new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 10)
}

function refusals({ layout }: Live, { refused }: Applied): string[] {
  return refused.map(({ path, message, next }) => cleanLine(`${layout.id}: ${path}: ${message} (next: ${next})`))
}

function guarded({ layout, folder }: Live, warnings: string[], act: () => void): void {
  try {
    act()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    warnings.push(cleanLine(`the ${layout.id} files in ${folder} are not current: ${why}`))
  }
}
