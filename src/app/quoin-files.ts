/** What quoin left in a work tree: sentinels, checkpoints, blocked prompts. Looked at as data, never through a link. */
import { dirname, join, relative, sep } from 'node:path'
import { isInside, readWorkFile } from '../capture/work-file.js'
import type { Found } from '../layouts/quoin/candidates.js'
import {
  ARTIFACTS,
  CHECKPOINTS,
  isCheckpointPath,
  isSentinelPath,
  MEMORY,
  parseTaken,
  sessionOfPending,
} from '../layouts/quoin/paths.js'
import { listDir, listFolders, statOf } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'

export interface QuoinFiles {
  sentinels: Found[]
  checkpoints: Found[]
  pending: Found[]
  /** Blocked prompts that a process took and has not handed over. */
  taken: string[]
}

const LARGEST = 1_000_000
const MOST_FILES = 5_000

/**
 * From the folder one stands in up to the root of the work tree. Where that finds nothing, below it too: a session that
 * ran in a subfolder saved there. Paths are relative to the root.
 */
export function readQuoinFiles(worktree: string, cwd: string): QuoinFiles {
  const root = realPathOf(worktree)
  const near = readBases(root, basesAbove(root, realPathOf(cwd)))
  if (Object.values(near).some((found) => found.length > 0)) return near
  return readBases(root, basesBelow(root))
}

/** The paths of the files in one folder below the root; none where it cannot be listed. */
export function namesIn(root: string, folder: string): string[] {
  if (!isInside(realPathOf(root), realPathOf(join(root, folder)))) return []
  return safely(() => listDir(join(root, folder)).slice(0, MOST_FILES)).map((name) =>
    folder ? `${folder}/${name}` : name,
  )
}

/** Its time of change in milliseconds; null where it is no regular file. */
export function writtenAt(root: string, path: string): number | null {
  try {
    const stat = statOf(join(root, path))
    return stat?.isFile ? Number(stat.mtimeNs) / 1e6 : null
  } catch {
    return null
  }
}

/** The text is null where the file is there and cannot be read. */
export function readFound(root: string, path: string): Found | null {
  const mtimeMs = writtenAt(root, path)
  if (mtimeMs === null) return null
  return { path, text: readWorkFile(root, path, LARGEST)?.text ?? null, mtimeMs }
}

function readBases(root: string, bases: readonly string[]): QuoinFiles {
  const inMemory = bases.flatMap((base) => namesIn(root, below(base, MEMORY)).map((path) => ({ base, path })))
  const inFolder = bases.flatMap((base) => namesIn(root, below(base, CHECKPOINTS)).map((path) => ({ base, path })))
  const read = (places: { base: string; path: string }[], takes: (path: string) => boolean): Found[] =>
    places
      .filter(({ base, path }) => takes(path.slice(base === '' ? 0 : base.length + 1)))
      .map(({ path }) => readFound(root, path))
      .filter((found) => found !== null)
  return {
    sentinels: read(inMemory, isSentinelPath),
    checkpoints: read(inFolder, isCheckpointPath),
    pending: read(inMemory, (path) => sessionOfPending(path) !== null),
    taken: inMemory.map(({ path }) => path).filter((path) => parseTaken(path) !== null),
  }
}

function basesAbove(root: string, cwd: string): string[] {
  const bases: string[] = []
  for (let folder = cwd; isInside(root, folder); folder = dirname(folder)) {
    bases.push(relative(root, folder).split(sep).join('/'))
    if (folder === root || dirname(folder) === folder) break
  }
  return bases.length > 0 ? bases : ['']
}

const DEEPEST = 3
const MOST_FOLDERS = 2_000
const NEVER = new Set(['node_modules', 'vendor', 'dist', 'build', 'target'])

function basesBelow(root: string): string[] {
  const queue = [{ folder: '', depth: 0 }]
  const bases: string[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MOST_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    const inside = safely(() => listFolders(join(root, folder)))
    if (inside.includes(ARTIFACTS)) bases.push(folder)
    if (depth >= DEEPEST) continue
    const further = inside.filter((name) => !name.startsWith('.') && !NEVER.has(name))
    queue.push(...further.map((name) => ({ folder: below(folder, name), depth: depth + 1 })))
  }
  return bases
}

function below(base: string, path: string): string {
  return base === '' ? path : `${base}/${path}`
}

function safely(list: () => string[]): string[] {
  try {
    return list()
  } catch {
    return []
  }
}
