/** What a commit holds at some paths, and whether its raw bytes are what a checkout would write. */
import { type BytePath, utf8Of } from '../../core/undo/bytes.js'
import { runGit } from '../../platform/git/git.js'

export interface BaseFile {
  mode: string
  blob: string
}

const MAX_BYTES = 64_000_000
/** Longer lists are asked for in parts: a command line has an end. */
const AT_ONCE = 500
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Files and links at these paths. Null: git cannot say. */
export function filesInCommit(
  worktree: string,
  commit: string,
  paths: readonly BytePath[],
): Map<BytePath, BaseFile> | null {
  const files = new Map<BytePath, BaseFile>()
  if (!OBJECT_ID.test(commit)) return null
  const names = paths.map(utf8Of)
  // A name that is no text cannot stand in a command line: then the whole tree is read.
  const step = names.includes(null) ? paths.length : AT_ONCE
  const wanted = new Set(paths)
  for (let at = 0; at < paths.length; at += step) {
    const some = names.slice(at, at + step).filter((name) => name !== null)
    const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...(step === AT_ONCE ? ['--', ...some] : [])]
    const { ok, stdout } = runGit(worktree, args, { bytes: true, maxBytes: MAX_BYTES })
    if (!ok) return null
    for (const record of stdout.split('\0')) {
      const [, mode = '', blob = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]+)$/.exec(record) ?? []
      if (wanted.has(path)) files.set(path, { mode, blob })
    }
  }
  return files
}

export function readBlob(worktree: string, blob: string, maxBytes: number): Uint8Array | null {
  const { ok, stdout } = runGit(worktree, ['cat-file', 'blob', blob], { bytes: true, maxBytes })
  return ok ? Buffer.from(stdout, 'latin1') : null
}

const ATTRIBUTES = ['text', 'eol', 'filter', 'ident', 'working-tree-encoding', 'crlf']

/** Those of the paths that a checkout would write otherwise than they are kept, or may. */
export function filteredPaths(worktree: string, paths: readonly BytePath[]): Set<BytePath> {
  if (paths.length === 0) return new Set()
  const { stdout: setting } = runGit(worktree, ['config', '--get', 'core.autocrlf'])
  if (!/^(?:|false)$/.test(setting.trim())) return new Set(paths)
  const input = paths.map((path) => `${path}\0`).join('')
  const asked = runGit(worktree, ['check-attr', '-z', '--stdin', ...ATTRIBUTES], {
    bytes: true,
    input,
    maxBytes: MAX_BYTES,
  })
  if (!asked.ok) return new Set(paths)
  const parts = asked.stdout.split('\0')
  const filtered = new Set<BytePath>()
  for (let at = 0; at + 2 < parts.length; at += 3)
    if (!['unspecified', 'unset'].includes(parts[at + 2] ?? '')) filtered.add(parts[at] ?? '')
  return filtered
}
