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
import type { Layout, TextFile } from '../../layouts/layout.js'
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
import { lineCalled } from '../line-called.js'
import { sessionOf } from '../locate.js'
import { isOwnFile, judgeFiles } from '../own/content.js'
import { foreignIn, quoted, type ForeignContent } from '../own/foreign.js'
import type { World } from '../world.js'
import type { Live, Published, PublishedFile } from './live.js'
import { holderOf } from './own-documents.js'
import { layoutsIn, workFolders } from './signs.js'

/** Of each layout the first folder; where two know the same, the later one. */
export function gatherFrom(
  world: World,
  located: Located,
  lives: readonly Live[],
  strangers: ForeignContent[],
): Gathered {
  const first = lives.filter((live, i) => lives.findIndex((other) => other.layout === live.layout) === i)
  const gathered = first.map((live) =>
    live.layout.gather?.(gatherDesk(world, located, live, { isFirst: live === lives[0], strangers })),
  )
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
    const after = layout.afterSave?.(saved, deskAt(world, located, one.folder))
    if (!after) return one
    warnings.push(...followUp(world, located, layout, one.folder, after))
    return after.sentinel === undefined ? one : { ...one, sentinel: after.sentinel }
  })
  return { files, warnings }
}

/** Returns warnings. `root`: what the folder of the plan is relative to. */
export function followUp(world: World, located: Located, layout: Layout, root: string, plan: FollowUp): string[] {
  if (plan.edits.length === 0) return plan.warnings([])
  const { today } = deskAt(world, located, root)
  const base = baseFor(located.project, join(root, plan.folder), today)
  return plan.warnings(applyLayout(base, layout, () => plan.edits, world.tag).refused)
}

/** What waits in the worktree for a session that starts. */
export function surfaceLines(world: World, located: Located): string[] {
  const here = new Set(workFolders(world, located).flatMap(layoutsIn))
  const asked = MANIFESTS.filter(({ id, atStart }) => atStart === 'waiting' && here.has(id))
  return asked.flatMap(({ id }) => layoutNamed(id).surface?.(deskAt(world, located, located.worktree)) ?? [])
}

const MAX_FILE_BYTES = 1_000_000
const MAX_FILES = 5_000

/** `strangers`: is told what was not shown. */
function deskAt(world: World, located: Located, folder: string, strangers: ForeignContent[] = []): Desk {
  const root = realPathOf(folder)
  const { session } = world.by
  const writtenAt = (path: string): number | null => {
    const stat = lookAt(join(root, path))
    return stat?.isFile ? Number(stat.mtimeNs) / 1e6 : null
  }
  const now = world.now().ms
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
    read: (paths) => {
      const found = paths.flatMap((path) => {
        const mtimeMs = writtenAt(path)
        const text = mtimeMs === null ? null : (readWorkFile(root, path, MAX_FILE_BYTES)?.text ?? null)
        // A time in the future is none.
        return mtimeMs === null ? [] : [{ path, text, mtimeMs: Math.min(mtimeMs, now) }]
      })
      const own = new Set(ownAmong({ world, located, root, strangers }, found))
      return found.filter(({ path, text }) => text === null || own.has(path))
    },
    readBelow: (below, path, maxBytes) => {
      const text = readWorkFile(join(root, below), path, maxBytes)?.text ?? null
      const whole = join(root, below, path)
      if (text === null || isOwnFile(located, { path: whole, text }, { tag: world.tag })) return text
      return `Not written by the user:\n${quoted(text.split('\n').filter((line) => line.trim() !== ''))}`
    },
  }
}

/** What a file is called says something here, too: a sentinel's name is a session. */
function ownAmong(
  { world, located, root, strangers }: { world: World; located: Located; root: string; strangers: ForeignContent[] },
  files: readonly { path: string; text: string | null }[],
): string[] {
  const asked = files.flatMap(({ path, text }) => (text === null ? [] : [{ name: path, path: join(root, path), text }]))
  const judged = judgeFiles(located, asked, { tag: world.tag, named: true })
  const shown = (path: string): string => pathBelow(realPathOf(located.worktree), path)
  strangers.push(...foreignIn(judged).map((one) => ({ ...one, path: shown(one.path) })))
  return judged.flatMap(({ file, verdict }) => (verdict.whose === 'own' ? [file.name] : []))
}

function gatherDesk(
  world: World,
  located: Located,
  live: Live,
  { isFirst, strangers }: { isFirst: boolean; strangers: ForeignContent[] },
): GatherDesk {
  const { folder, layout } = live
  const desk = deskAt(world, located, folder, strangers)
  const below = relative(realPathOf(located.worktree), desk.root).split(sep).join('/')
  const files = (): TextFile[] => {
    const all = readLayoutFiles(folder, layout)
    const holder = holderOf(world, located, live)
    if (!holder) return all
    const own = new Set(ownAmong({ world, located: holder, root: folder, strangers }, all))
    return all.filter(({ path }) => own.has(path))
  }
  return { ...desk, below, isFirst, files }
}

export function restoreDesk(
  world: World,
  located: Located,
  { answers, dryRun }: { answers: RestoreDesk['answers']; dryRun: boolean },
): RestoreDesk {
  const { project, exists, worktree } = located
  const desk = deskAt(world, located, worktree)
  return {
    ...desk,
    userHome: world.userHome,
    answers,
    putBack: (path, tag, to) =>
      !dryRun && tagIsDead(tag) && moveAside(join(desk.root, path), join(desk.root, to)) !== null,
    queued: (other = sessionOf(world, located)) => (exists ? queueOf(project, other) : []),
    queuedElsewhere: () => {
      for (const session of exists ? listFolders(sessionsDir(project)) : []) {
        const prompts = queueOf(project, session)
        if (prompts.length > 0) return { session, prompts }
      }
      return null
    },
    heads: (label) =>
      exists
        ? readHeads(project, lineCalled(located, label).name).heads.filter((head) => isLive(head.kind) && !head.foreign)
        : [],
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
