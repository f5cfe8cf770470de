/** Which files of `.workflow_artifacts` are in flight: chosen by name and time. Nothing here ever sees what is in them. */
import type { FileRef } from '../../core/entry.js'
import type { ArtifactRole } from './in-flight.js'
import { ARTIFACTS, baseName, isConflictCopy, MEMORY } from './paths.js'

export interface Stamped {
  path: string
  mtimeMs: number
}

const NUMBERED = /^(critic-response|review)-(\d{1,9})\.md$/

/** What an artifact is, by its name; null: none. */
export function artifactRole(path: string): Exclude<ArtifactRole, 'session-state'> | null {
  const name = baseName(path)
  if (isConflictCopy(path)) return null
  if (name === 'current-plan.md') return 'plan'
  if (name === 'architecture.md') return 'architecture'
  return (NUMBERED.exec(name)?.[1] as 'critic-response' | 'review' | undefined) ?? null
}

/**
 * The newest of each kind. Where the task's own folder has any, only that one counts: with two tasks in work, the newest
 * plan may be the other one's.
 */
export function chooseArtifacts(files: readonly Stamped[], task?: string): FileRef[] {
  const possible = files.filter((file) => artifactRole(file.path) && !file.path.includes(`${MEMORY}/`))
  const own = task === undefined ? [] : possible.filter((file) => file.path.includes(`${ARTIFACTS}/${task}/`))
  const among = own.length > 0 ? own : possible
  return (['plan', 'architecture', 'critic-response', 'review'] as const).flatMap((role) => {
    const path = latest(among.filter((file) => artifactRole(file.path) === role))
    return path === null ? [] : [{ path, role }]
  })
}

/** The folder that was written to last, and in it the highest number: rounds are counted anew in every stage. */
function latest(files: readonly Stamped[]): string | null {
  const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1))
  if (!newest) return null
  const beside = files.filter((file) => folderOf(file.path) === folderOf(newest.path))
  return beside.toSorted((a, b) => numberOf(b.path) - numberOf(a.path))[0]?.path ?? newest.path
}

function numberOf(path: string): number {
  return Number(NUMBERED.exec(baseName(path))?.[2] ?? 0)
}

function folderOf(path: string): string {
  return path.slice(0, path.length - baseName(path).length)
}
