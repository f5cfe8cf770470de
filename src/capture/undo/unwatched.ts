/**
 * Files that git was told not to look at (assume-unchanged, skip-worktree): its status never names them, and a checkout or a
 * reset writes over them all the same. Which they are is asked seldom, for it means reading the whole index.
 */
import { join } from 'node:path'
import { type BytePath } from '../../core/undo/bytes.js'
import type { DirtyPath } from '../../core/undo/dirty.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { stampOf } from '../../platform/files/files.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { runGit } from '../../platform/git/git.js'
import { lookAt, readAt } from '../../platform/work-tree/look.js'
import { blobIdLike } from './present.js'

export interface UnwatchedRequest {
  root: BytePath
  git: GitPlace
  /** Where the list of them is kept, in this home. */
  scratch: { dir: string; home: string }
  nowMs(): number
}

interface Known {
  index: string
  atMs: number
  files: { path: BytePath; blob: string }[]
}

const NAME = 'unwatched.json'
/** The index changes at every `git add`, those bits hardly ever. */
const ASK_AFTER_MS = 60_000
const MAX_FILES = 2_000
const MAX_BYTES = 4_000_000

/** Those that hold something else than git has of them. */
export function readUnwatched(request: UnwatchedRequest, maxBytes: number): DirtyPath[] {
  return listUnwatched(request).flatMap(({ path, blob }): DirtyPath[] => {
    try {
      const read = readAt(request.root, path, maxBytes)
      if (!read) return lookAt(request.root, path)?.kind === 'file' ? [{ path, kind: 'tracked', baseBlob: blob }] : []
      return blobIdLike(blob, read.bytes) === blob ? [] : [{ path, kind: 'tracked', baseBlob: blob }]
    } catch {
      return []
    }
  })
}

function listUnwatched({ root, git, scratch: { dir, home }, nowMs }: UnwatchedRequest): Known['files'] {
  const index = stampOf(join(git.gitDir, 'index'))?.stamp ?? ''
  const known = parseKnown(readQuick(`${dir}/${NAME}`, MAX_BYTES, home))
  if (known && (known.index === index || Math.abs(nowMs() - known.atMs) < ASK_AFTER_MS)) return known.files
  const asked = runGit(git.worktree ?? '', ['ls-files', '-v', '-s', '-z'], { bytes: true, maxBytes: 64_000_000 })
  if (!asked.ok) return known?.files ?? []
  const files = asked.stdout.split('\0').flatMap((record) => {
    const [, blob = '', path] = /^[a-zS] 10\d{4} ([0-9a-f]+) 0\t([^]+)$/.exec(record) ?? []
    // What a sparse checkout leaves out is not there, and git names it where it is.
    return path !== undefined && lookAt(root, path) !== null ? [{ path, blob }] : []
  })
  const kept = files.slice(0, MAX_FILES)
  writeQuick(dir, NAME, JSON.stringify({ index, atMs: nowMs(), files: kept }), home)
  return kept
}

function parseKnown(text: string | null): Known | null {
  try {
    const known = JSON.parse(text ?? 'null') as Known | null
    const isFile = (one: Known['files'][number] | null): boolean =>
      typeof one?.path === 'string' && typeof one.blob === 'string'
    return Array.isArray(known?.files) && known.files.every(isFile) ? known : null
  } catch {
    return null
  }
}
