/**
 * Where the linked worktrees of a repository are and were. `git worktree move` takes the files elsewhere, and the folder
 * that git keeps for the worktree inside the repository stays what it was: by that one a worktree is known again.
 */
import { join } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import { readTextFile, replaceDurable, statOf } from '../../platform/files/files.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { type Place, readPlace } from '../../platform/place.js'
import type { Project } from '../paths.js'

interface Known extends Omit<Place, 'path'> {
  /** The newest first. */
  paths: string[]
}

const MAX_BYTES = 256_000
const MAX_WORKTREES = 200
const MAX_PATHS = 16

/** Where the worktree was before, as far as nothing is there any more. */
export function worktreeBefore(project: Project, git: GitPlace): string[] {
  if (git.kind !== 'worktree') return []
  const known = knownAs(readAll(project), readPlace(git.gitDir))
  const here = git.worktree === null ? null : safeName(git.worktree)
  return known?.paths.filter((path) => path !== here && statOf(path) === null) ?? []
}

/** Best effort: without it a worktree that is moved later is taken for another one. */
export function rememberWorktree(project: Project, { kind, gitDir, worktree: path }: GitPlace, tag: string): void {
  const place = kind === 'worktree' ? readPlace(gitDir) : null
  if (!place || path === null) return
  const worktree = safeName(path)
  const all = readAll(project)
  const known = knownAs(all, place)
  if (known?.paths[0] === worktree) return
  const { dev, ino, birth } = place
  const paths = [worktree, ...(known?.paths ?? []).filter((one) => one !== worktree)].slice(0, MAX_PATHS)
  const rest = all.filter((one) => one !== known && !one.paths.includes(worktree))
  const next = [{ dev, ino, birth, paths }, ...rest].slice(0, MAX_WORKTREES)
  replaceDurable(pathOf(project), `${JSON.stringify({ worktrees: next }, null, 2)}\n`, tag)
}

/** Without a time of birth a number may have been given to another folder since. */
function knownAs(all: readonly Known[], place: Place | null): Known | undefined {
  if (!place || place.birth === '0') return undefined
  return all.find(({ dev, ino, birth }) => dev === place.dev && ino === place.ino && birth === place.birth)
}

function pathOf(project: Project): string {
  return join(project.dir, 'worktrees.json')
}

/** What cannot be read is gathered anew. */
function readAll(project: Project): Known[] {
  try {
    const { worktrees } = JSON.parse(readTextFile(pathOf(project), MAX_BYTES) ?? '{}') as { worktrees?: unknown }
    return Array.isArray(worktrees) ? worktrees.filter(isKnown) : []
  } catch {
    return []
  }
}

function isKnown(value: unknown): value is Known {
  const { dev, ino, birth, paths } = (value ?? {}) as Record<string, unknown>
  const isText = (one: unknown): boolean => typeof one === 'string'
  return [dev, ino, birth].every(isText) && Array.isArray(paths) && paths.every(isText)
}
