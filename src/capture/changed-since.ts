/** Has anything in a work tree changed since a moment, by whatever means? What cannot be told counts as changed. */
import { dirname, join } from 'node:path'
import { listDir, statOf } from '../platform/files/files.js'
import { findGit } from '../platform/git/folder.js'
import { readStatus } from './git-status.js'

/** More files than this are not looked at one by one. */
const MAX_FILES = 3000
const MANY = Symbol('more files than are looked at')

/** `own`: folders that dogear itself writes into, relative to the work tree. */
export function changedSince(worktree: string, sinceMs: number, own: readonly string[] = []): boolean {
  const isOwn = (path: string): boolean =>
    own.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`))
  try {
    const git = findGit(worktree)
    const root = git?.worktree
    if (!git || root == null) return isAnyNewer(worktree, filesBelow(worktree, ''), sinceMs, isOwn)
    // A commit, a checkout, a file that is as it was committed again.
    if ([join(git.gitDir, 'logs', 'HEAD'), join(git.gitDir, 'index')].some((path) => isNewer(path, sinceMs)))
      return true
    const status = readStatus(root)
    if (status === null) return isAnyNewer(root, filesBelow(root, ''), sinceMs, isOwn)
    if (status.files.length > MAX_FILES) return true
    const files = status.files.flatMap(({ path }) => (path.endsWith('/') ? filesBelow(root, path) : [path]))
    return isAnyNewer(root, files, sinceMs, isOwn)
  } catch (error) {
    if (error === MANY) return true
    throw error
  }
}

function isAnyNewer(
  root: string,
  files: readonly string[],
  sinceMs: number,
  isOwn: (path: string) => boolean,
): boolean {
  return files.some((path) => !isOwn(path) && isNewer(join(root, path), sinceMs))
}

/** By the time that no program can set. One that is gone has changed the folder in which it was. */
function isNewer(path: string, sinceMs: number): boolean {
  const stat = statOf(path)
  if (stat) return Number(stat.changedNs / 1_000_000n) > sinceMs
  const folder = dirname(path)
  return folder !== path && isNewer(folder, sinceMs)
}

const NOT_OURS = /^(?:node_modules|\.git|\.venv|venv|__pycache__|target|dist|build)$/

function filesBelow(root: string, folder: string): string[] {
  const found: string[] = []
  const folders = [folder.replace(/\/$/, '')]
  for (const at of folders) {
    found.push(at)
    for (const name of listDir(join(root, at))) {
      const path = at === '' ? name : `${at}/${name}`
      if (!statOf(join(root, path))?.isDirectory) found.push(path)
      else if (!NOT_OURS.test(name)) folders.push(path)
    }
    if (found.length + folders.length > MAX_FILES) throw MANY
  }
  return found.filter((path) => path !== '')
}
