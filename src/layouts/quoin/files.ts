/** What quoin left in a worktree: sentinels, checkpoints, blocked prompts. */
import type { Desk, FoundFile } from '../abilities.js'
import {
  ARTIFACTS,
  CHECKPOINTS,
  MEMORY,
  below,
  isCheckpointPath,
  isSentinelPath,
  parseTaken,
  sessionOfPending,
} from './paths.js'

export interface QuoinFiles {
  sentinels: FoundFile[]
  checkpoints: FoundFile[]
  pending: FoundFile[]
  /** Blocked prompts that a process took and has not handed over. */
  taken: string[]
}

/**
 * From the folder one stands in up to the root. Where that finds nothing, below it too: a session that ran in a
 * subfolder saved there.
 */
export function readQuoinFiles(desk: Desk): QuoinFiles {
  const near = readBases(desk, basesAbove(desk.here))
  return Object.values(near).some((found) => found.length > 0) ? near : readBases(desk, basesBelow(desk))
}

function readBases(desk: Desk, bases: readonly string[]): QuoinFiles {
  const inMemory = bases.flatMap((base) => desk.list(below(base, MEMORY)).map((path) => ({ base, path })))
  const inFolder = bases.flatMap((base) => desk.list(below(base, CHECKPOINTS)).map((path) => ({ base, path })))
  const read = (places: { base: string; path: string }[], takes: (path: string) => boolean): FoundFile[] =>
    places
      .filter(({ base, path }) => takes(path.slice(base === '' ? 0 : base.length + 1)))
      .map(({ path }) => desk.read(path))
      .filter((found) => found !== null)
  return {
    sentinels: read(inMemory, isSentinelPath),
    checkpoints: read(inFolder, isCheckpointPath),
    pending: read(inMemory, (path) => sessionOfPending(path) !== null),
    taken: inMemory.map(({ path }) => path).filter((path) => parseTaken(path) !== null),
  }
}

/** `a/b` → `a/b`, `a`, `` */
function basesAbove(here: string): string[] {
  const parts = here === '' ? [] : here.split('/')
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('/')), '']
}

const DEEPEST = 3
const MOST_FOLDERS = 2_000
const NEVER = new Set(['node_modules', 'vendor', 'dist', 'build', 'target'])

function basesBelow(desk: Desk): string[] {
  const queue = [{ folder: '', depth: 0 }]
  const bases: string[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MOST_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    const inside = desk.folders(folder)
    if (inside.includes(ARTIFACTS)) bases.push(folder)
    if (depth >= DEEPEST) continue
    const further = inside.filter((name) => !name.startsWith('.') && !NEVER.has(name))
    queue.push(...further.map((name) => ({ folder: below(folder, name), depth: depth + 1 })))
  }
  return bases
}
