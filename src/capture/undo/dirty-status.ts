/** What git says of a work tree, file by file: read from what it just said to a save, else it is asked. */
import { join } from 'node:path'
import { utf8Of } from '../../core/undo/bytes.js'
import { type DirtyPath, type DirtyStatus, parseDirty, STATUS_ARGS } from '../../core/undo/dirty.js'
import { findGit, type GitPlace } from '../../platform/git/folder.js'
import { runGit } from '../../platform/git/git.js'
import type { Said } from '../git-status.js'

export interface DirtyStatusRequest {
  git: GitPlace
  said?: Said | null
  nowMs(): number
  /** As the clock says, when it has to be over. */
  untilMs: number
}

/** Null: git did not say. */
export function readDirtyStatus(request: DirtyStatusRequest): DirtyStatus | null {
  const { said, nowMs } = request
  const known = said ? fromSaid(said, request) : null
  if (known) return known
  const startMs = nowMs()
  const text = ask(request, STATUS_ARGS)
  return text === null ? null : { ...parseDirty(text), gitMs: nowMs() - startMs }
}

const MAX_BYTES = 64_000_000
/** A take that takes longer helps nobody. */
const GIT_MS = 1_800

function ask({ git, nowMs, untilMs }: DirtyStatusRequest, args: readonly string[]): string | null {
  const timeoutMs = Math.max(1, Math.min(GIT_MS, untilMs - nowMs()))
  const { ok, stdout } = runGit(git.worktree ?? '', args, { maxBytes: MAX_BYTES, bytes: true, timeoutMs })
  return ok ? stdout : null
}

/** A command line has an end. */
const MAX_FOLDERS = 200

/** A save is told of a new folder as a whole: then its files are asked for. Null: not all can be read from it. */
function fromSaid({ text }: Said, request: DirtyStatusRequest): DirtyStatus | null {
  const status = parseDirty(text)
  if (status.isUnclear) return null
  const worktree = request.git.worktree ?? ''
  const isFolder = ({ path }: DirtyPath): boolean => path.endsWith('/') && !isRepository(worktree, utf8Of(path))
  const folders = status.paths.filter(isFolder)
  if (folders.length === 0) return status
  const names = folders.map(({ path }) => utf8Of(path))
  // A name that is no text cannot stand in a command line.
  if (names.includes(null) || names.length > MAX_FOLDERS) return null
  const wanted = names.filter((name) => name !== null)
  const files = ask(request, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...wanted])
  if (files === null) return null
  const fresh = files.split('\0').filter((path) => path !== '')
  const others = status.paths.filter((one) => !folders.includes(one))
  return { ...status, paths: [...others, ...fresh.map((path): DirtyPath => ({ path, kind: 'untracked' }))] }
}

/** One within this one is left as it is. */
function isRepository(worktree: string, name: string | null): boolean {
  const folder = name === null ? null : join(worktree, name).replace(/\/$/, '')
  return folder !== null && findGit(folder)?.worktree === folder
}
