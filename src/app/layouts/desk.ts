/**
 * The abilities of the live layouts, called: what they do around a save besides their files, and what they have to say when
 * a session starts. They look at the disk through a desk: one folder, seen as data, with limits, never through a link.
 */
import { present } from '../../core/present.js'
import { join, relative, sep } from 'node:path'
import { isInside, readWorkFile } from '../../capture/files.js'
import { isLive, type Entry } from '../../core/entry/entry.js'
import { isoWithZone } from '../../core/text/text.js'
import type { Desk, FollowUp, GatherDesk, Gathered, RestoreDesk, WaitingPrompt } from '../../layouts/abilities.js'
import { layoutNamed } from '../../layouts/all.js'
import type { Layout } from '../../layouts/layout.js'
import { MANIFESTS } from '../../layouts/registry.js'
import { listDir, listFolders, statOf, type FileStat } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { tagIsDead } from '../../platform/process/process-tag.js'
import { readHeads } from '../../store/entries/heads.js'
import { sessionsDir, type Project } from '../../store/paths.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { whileAnnounced } from '../../store/session/announce.js'
import { readPrompts } from '../../store/session/prompts.js'
import { moveAside } from '../../store/trash.js'
import { applyLayout, baseFor, readLayoutFiles } from '../../store/views/views.js'
import { sessionOf } from '../locate.js'
import type { World } from '../world.js'
import type { Live, Published, PublishedFile } from './live.js'
import { layoutsIn, workFolders } from './signs.js'

/** Of each layout the first folder; where two know the same, the later one. */
export function gatherFrom(world: World, located: Located, lives: readonly Live[]): Gathered {
  const first = lives.filter((live, i) => lives.findIndex((other) => other.layout === live.layout) === i)
  const gathered = first.map((live) => live.layout.gather?.(gatherDesk(world, located, live, live === lives[0])))
  return Object.assign({}, ...gathered) as Gathered
}

/** A save that says that it runs, where a layout wants that. `warn` is told where it could not. */
export async function runAnnounced<T>(
  world: World,
  located: Located,
  lives: readonly Live[],
  warn: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const warning = lives.map(({ layout }) => layout.announces).find((text) => text !== undefined)
  if (warning === undefined) return work()
  return whileAnnounced(ensureProject(located, world.tag), sessionOf(world, located), () => warn(warning), work)
}

export function afterSave(world: World, located: Located, entry: Entry, published: Published): Published {
  const warnings = [...published.warnings]
  const files = published.files.map((one): PublishedFile => {
    const layout = layoutNamed(one.layout)
    const saved = { entry, ...present({ file: one.file }) }
    const after = layout.afterSave?.(saved, deskAt(world, one.folder))
    if (!after) return one
    warnings.push(...followUp(world, located, layout, one.folder, after))
    return after.sentinel === undefined ? one : { ...one, sentinel: after.sentinel }
  })
  return { files, warnings }
}

/** Returns warnings. `root`: what the folder of the plan is relative to. */
export function followUp(world: World, located: Located, layout: Layout, root: string, plan: FollowUp): string[] {
  if (plan.edits.length === 0) return plan.warnings([])
  const { today } = deskAt(world, root)
  const base = baseFor(located.project, join(root, plan.folder), today)
  return plan.warnings(applyLayout(base, layout, () => plan.edits, world.tag).refused)
}

/** What waits in the worktree for a session that starts. */
export function surfaceLines(world: World, located: Located): string[] {
  const here = new Set(workFolders(world, located).flatMap(layoutsIn))
  const asked = MANIFESTS.filter(({ id, atStart }) => atStart === 'waiting' && here.has(id))
  return asked.flatMap(({ id }) => layoutNamed(id).surface?.(deskAt(world, located.worktree)) ?? [])
}

const MAX_FILE_BYTES = 1_000_000
const MAX_FILES = 5_000

function deskAt(world: World, folder: string): Desk {
  const root = realPathOf(folder)
  const { session } = world.by
  const writtenAt = (path: string): number | null => {
    const stat = lookAt(join(root, path))
    return stat?.isFile ? Number(stat.mtimeNs) / 1e6 : null
  }
  const readBelow = (below: string, path: string, maxBytes: number): string | null =>
    readWorkFile(join(root, below), path, maxBytes)?.text ?? null
  return {
    root,
    here: pathBelow(root, realPathOf(world.cwd)),
    ...present({ session }),
    today: isoWithZone(world.now()).slice(0, 10),
    tag: world.tag,
    list: (below) => {
      if (!isInside(root, realPathOf(join(root, below)))) return []
      const names = namesBy(listDir, join(root, below)).slice(0, MAX_FILES)
      return names.map((name) => (below === '' ? name : `${below}/${name}`))
    },
    folders: (below) => namesBy(listFolders, join(root, below)),
    writtenAt,
    sizeOf: (path) => lookAt(join(root, path))?.size ?? 0,
    read: (path) => {
      const mtimeMs = writtenAt(path)
      return mtimeMs === null ? null : { path, text: readBelow('', path, MAX_FILE_BYTES), mtimeMs }
    },
    readBelow,
  }
}

function gatherDesk(world: World, located: Located, { folder, layout }: Live, isFirst: boolean): GatherDesk {
  const desk = deskAt(world, folder)
  const below = relative(realPathOf(located.worktree), desk.root).split(sep).join('/')
  return { ...desk, below, isFirst, files: () => readLayoutFiles(folder, layout) }
}

export function restoreDesk(
  world: World,
  located: Located,
  { answers, dryRun }: { answers: RestoreDesk['answers']; dryRun: boolean },
): RestoreDesk {
  const { project, exists, worktree } = located
  const desk = deskAt(world, worktree)
  return {
    ...desk,
    userHome: world.userHome,
    answers,
    putBack: (path, tag, to) =>
      !dryRun && tagIsDead(tag) && moveAside(join(desk.root, path), join(desk.root, to)) !== null,
    queued: () => (exists ? queueOf(project, sessionOf(world, located)) : []),
    queuedElsewhere: () => {
      for (const session of exists ? listFolders(sessionsDir(project)) : []) {
        const prompts = queueOf(project, session)
        if (prompts.length > 0) return { session, prompts }
      }
      return null
    },
    heads: (name) =>
      exists ? readHeads(project, name).heads.filter((head) => isLive(head.kind) && !head.foreign) : [],
  }
}

function queueOf(project: Project, session: string): WaitingPrompt[] {
  const waiting = readPrompts(project, session).prompts.filter((prompt) => prompt.takenBy === undefined)
  return waiting.map(({ id, at, text }) => ({ time: at, text, from: { session, id } }))
}

function pathBelow(root: string, path: string): string {
  return isInside(root, path) ? relative(root, path).split(sep).join('/') : ''
}

function lookAt(path: string): FileStat | null {
  try {
    return statOf(path)
  } catch {
    return null
  }
}

function namesBy(list: (path: string) => string[], path: string): string[] {
  try {
    return list(path)
  } catch {
    return []
  }
}
