/** The desk that a layout's abilities look at the disk through: one folder, seen as data, with limits, never through a link. */
import { join, relative, sep } from 'node:path'
import { isInside, readWorkFile } from '../capture/work-file.js'
import { isLive } from '../core/entry.js'
import { isoWithZone } from '../core/time.js'
import type { Desk, GatherDesk, RestoreDesk, WaitingPrompt } from '../layouts/abilities.js'
import { listDir, listFolders, statOf, type FileStat } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import { tagIsDead } from '../platform/process-tag.js'
import { readHeads } from '../store/heads-of.js'
import { sessionsDir, type Project } from '../store/paths.js'
import type { Located } from '../store/projects.js'
import { listPrompts } from '../store/prompts.js'
import { moveAside } from '../store/trash.js'
import { readLayoutFiles } from '../store/views.js'
import type { Live } from './live.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

const LARGEST_FILE = 1_000_000
const MOST_FILES = 5_000

export function deskAt(world: World, folder: string): Desk {
  const root = realPathOf(folder)
  const { session } = world.by
  const writtenAt = (path: string): number | null => {
    const stat = lookAt(join(root, path))
    return stat?.isFile ? Number(stat.mtimeNs) / 1e6 : null
  }
  const readBelow = (below: string, path: string, mostBytes: number): string | null =>
    readWorkFile(join(root, below), path, mostBytes)?.text ?? null
  return {
    root,
    here: pathBelow(root, realPathOf(world.cwd)),
    ...(session === undefined ? {} : { session }),
    today: isoWithZone(world.now()).slice(0, 10),
    tag: world.tag,
    list: (below) => {
      if (!isInside(root, realPathOf(join(root, below)))) return []
      const names = namesBy(listDir, join(root, below)).slice(0, MOST_FILES)
      return names.map((name) => (below === '' ? name : `${below}/${name}`))
    },
    folders: (below) => namesBy(listFolders, join(root, below)),
    writtenAt,
    sizeOf: (path) => lookAt(join(root, path))?.size ?? 0,
    read: (path) => {
      const mtimeMs = writtenAt(path)
      return mtimeMs === null ? null : { path, text: readBelow('', path, LARGEST_FILE), mtimeMs }
    },
    readBelow,
  }
}

export function gatherDesk(world: World, located: Located, { folder, layout }: Live, isFirst: boolean): GatherDesk {
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
    heads: (name) => (exists ? readHeads(project, name).heads.filter((head) => isLive(head.kind)) : []),
  }
}

function queueOf(project: Project, session: string): WaitingPrompt[] {
  const waiting = listPrompts(project, session).prompts.filter((prompt) => prompt.takenBy === undefined)
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
