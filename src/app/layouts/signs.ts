/**
 * Whether files of a layout may lie here: a handful of looks at the disk for the signs in the manifests, before any code
 * of the layouts is loaded.
 */
import { join, resolve } from 'node:path'
import { agentsWith, type Able } from '../../agents/abilities.js'
import type { MemoryManifest, WorktreeManifest } from '../../layouts/manifest.js'
import { MANIFESTS, type LayoutId } from '../../layouts/registry.js'
import { listDir, readTextFile, stampOf } from '../../platform/files/files.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'

/** The folders a layout's files may lie in: where the work tree begins, and where one stands. */
export function workFolders(world: World, { worktree, git }: Located): string[] {
  // A bare repository has no work tree to keep files in.
  if (git?.kind === 'bare') return []
  return world.cwd === worktree ? [worktree] : [worktree, world.cwd]
}

export function layoutsIn(folder: string): LayoutId[] {
  return IN_WORKTREE.filter(({ signs }) => signs.some((path) => isThere(join(folder, path)))).map(({ id }) => id)
}

/** Whether a session here starts with what such a layout has to say. What waits lies in files, whatever was chosen. */
export function saysAtStart(world: World, located: Located, what: 'latest' | 'waiting'): boolean {
  const ids = new Set(MANIFESTS.filter(({ atStart }) => atStart === what).map(({ id }) => id))
  const chosen = what === 'latest' ? world.config.layouts : undefined
  if (chosen) return chosen.some((id) => ids.has(id))
  return workFolders(world, located).some((folder) => layoutsIn(folder).some((id) => ids.has(id)))
}

/** The folder that somebody named, or the agent's own. Null: its memory is switched off. */
export function memoryOf(world: World, located: Located, chosen: string | undefined): string | null {
  const { cwd, userHome, env } = world
  const named = chosen || env['DOGEAR_MEMORY_DIR']
  if (named) return resolve(cwd, named.startsWith('~/') ? join(userHome, named.slice(2)) : named)
  return memoryAgent()?.memory({ root: located.git ? located.root : cwd, userHome, env }) ?? null
}

/** Whose memory it is. */
export function memoryAgent(): Able<'memory'> | undefined {
  return agentsWith('memory')[0]
}

/** The layouts of which a memory folder holds checkpoints, or an index that still names some. */
export function layoutsInMemory(memory: string): LayoutId[] {
  const names = namesIn(memory)
  const isUsed = ({ signs: { name, index } }: MemoryManifest): boolean =>
    names.some((one) => name.test(one)) ||
    (index !== undefined && names.includes(index.file) && index.holds.test(textOf(join(memory, index.file))))
  return names.length === 0 ? [] : IN_MEMORY.filter(isUsed).map(({ id }) => id)
}

const IN_WORKTREE = MANIFESTS.filter((one): one is WorktreeManifest<LayoutId> => one.base === 'worktree')
const IN_MEMORY = MANIFESTS.filter((one): one is MemoryManifest<LayoutId> => one.base === 'memory')
const MAX_INDEX_BYTES = 1_000_000

function namesIn(folder: string): string[] {
  try {
    return listDir(folder)
  } catch {
    return []
  }
}

/** The paths of a memory folder that look like checkpoints of this layout. */
export function checkpointsIn(memory: string, id: LayoutId): string[] {
  const sign = IN_MEMORY.find((one) => one.id === id)?.signs.name
  return namesIn(memory)
    .filter((name) => sign?.test(name))
    .map((name) => join(memory, name))
}

function textOf(path: string): string {
  try {
    return readTextFile(path, MAX_INDEX_BYTES) ?? ''
  } catch {
    return ''
  }
}

function isThere(path: string): boolean {
  try {
    return stampOf(path) !== null
  } catch {
    return false
  }
}

/** Where layouts keep their files in a work tree, relative to it: what changes there is dogear's own doing, as a rule. */
export function foldersOfLayouts(): string[] {
  return IN_WORKTREE.flatMap(({ signs }) => signs)
}
