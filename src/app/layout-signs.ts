/**
 * Whether files of a layout may lie here: a handful of looks at the disk, before any code of the layouts is loaded.
 */
import { join } from 'node:path'
import { memoryFolder } from '../agents/claude-code/folders.js'
import type { LayoutId } from '../layouts/layout.js'
import { listDir, readTextFile, stampOf } from '../platform/files.js'
import type { Located } from '../store/projects.js'
import type { World } from './world.js'

/** What lies in a worktree that uses one of them. */
const SIGNS: readonly (readonly [LayoutId, string])[] = [
  ['session-continuity', 'memory/checkpoints'],
  ['decision-log', '.claude/checkpoints'],
  ['decision-log', '.claude/state-index.json'],
  ['quoin', '.workflow_artifacts/memory'],
]

/** The folders a layout's files may lie in: where the work tree begins, and where one stands. */
export function workFolders(world: World, { worktree, git }: Located): string[] {
  // A bare repository has no work tree to keep files in.
  if (git?.kind === 'bare') return []
  return world.cwd === worktree ? [worktree] : [worktree, world.cwd]
}

export function layoutsIn(folder: string): LayoutId[] {
  return [...new Set(SIGNS.filter(([, path]) => isThere(join(folder, path))).map(([id]) => id))]
}

/** Null: the agent's memory is switched off. */
export function memoryOf(world: World, located: Located, told: string | undefined): string | null {
  const root = located.git ? located.root : world.cwd
  const { cwd, userHome, env } = world
  return memoryFolder({ root, cwd, userHome, env, ...(told === undefined ? {} : { told }) })
}

/** Checkpoints, or an index that still names some. */
export function holdsCheckpoints(memory: string): boolean {
  try {
    const names = listDir(memory)
    if (names.some((name) => /^checkpoint-.+\.md$/.test(name))) return true
    return names.includes('MEMORY.md') && INDEX.test(readTextFile(join(memory, 'MEMORY.md'), MOST_BYTES) ?? '')
  } catch {
    return false
  }
}

const INDEX = /^## +Active Checkpoints/m
const MOST_BYTES = 1_000_000

function isThere(path: string): boolean {
  try {
    return stampOf(path) !== null
  } catch {
    return false
  }
}
