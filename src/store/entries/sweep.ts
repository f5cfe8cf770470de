/** Takes away the temporary files that killed processes left in a home, and in the folder of an export. */
import { dirname, join } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import {
  ensureDir,
  listDir,
  listFolders,
  readTextFile,
  removeFile,
  removeFolderIfEmpty,
  replaceDurable,
  statOf,
} from '../../platform/files/files.js'
import { tagOfTemp } from '../../platform/files/temp-file.js'
import { processTag, tagIsDead, tagOf } from '../../platform/process/process-tag.js'
import { exportsDir, type Project, projectsDir } from '../paths.js'

/** The owner is proven dead, or unknown and a day gone. */
const DAY_NS = 86_400_000_000_000n

/** Best effort: a folder that cannot be cleaned is no reason to fail what the user asked for. How many went. */
export function sweepDir(dir: string): number {
  try {
    return sweepNames(dir, listDir(dir))
  } catch {
    return 0
  }
}

/** Every folder of the home, whoever writes there, except those of other projects. */
export function sweepProject(project: Project): number {
  const projects = projectsDir(project.home)
  const gone = sweepExports(project.home)
  return gone + sweepBelow(project.home, (path) => path === project.dir || dirname(path) !== projects)
}

/**
 * An export writes where nobody looks again: while it runs, its folder is noted. The answer ends the note. Best effort: from a
 * home that cannot be written to, one wants to export all the more.
 */
export function noteExport(home: string, folder: string, tag: string): () => void {
  const note = join(exportsDir(home), tag)
  // It would be written down, and is needed exactly: then nobody sweeps there.
  if (safeName(folder) !== folder) return () => {}
  try {
    ensureDir(exportsDir(home), home)
    replaceDurable(note, folder, tag)
  } catch {
    return () => {}
  }
  return () => endNote(home, note)
}

function endNote(home: string, note: string): void {
  try {
    removeFile(note)
    removeFolderIfEmpty(exportsDir(home))
  } catch {
    // The next sweep tries again.
  }
}

const MAX_PATH_BYTES = 65_536

/** What exports that were killed left in their folders. How many files went. */
export function sweepExports(home: string): number {
  const notes = namesIn(exportsDir(home)).filter(tagIsDead)
  let gone = 0
  for (const tag of notes) {
    const note = join(exportsDir(home), tag)
    for (const below of foldersIn(folderIn(note))) gone += sweepDir(below)
    endNote(home, note)
  }
  return gone
}

function namesIn(dir: string): string[] {
  try {
    return listDir(dir)
  } catch {
    return []
  }
}

function folderIn(note: string): string {
  try {
    return readTextFile(note, MAX_PATH_BYTES) ?? note
  } catch {
    return note
  }
}

function sweepBelow(dir: string, isOurs: (path: string) => boolean): number {
  const below = foldersIn(dir).filter(isOurs)
  return below.reduce((sum, path) => sum + sweepBelow(path, isOurs), sweepDir(dir))
}

function foldersIn(dir: string): string[] {
  try {
    return listFolders(dir).map((name) => join(dir, name))
  } catch {
    return []
  }
}

/** The same for a listing the caller has anyway. */
export function sweepNames(dir: string, names: readonly string[]): number {
  let gone = 0
  for (const name of names) {
    const tag = name.startsWith('.') ? tagOfTemp(name) : null
    if (tag !== null && tag !== processTag() && sweepOne(join(dir, name), tag)) gone++
  }
  return gone
}

/** In a folder of ours alone: also what a process left that was killed while it wrote one of the small files of hooks. */
export function sweepOwn(dir: string): void {
  const names = namesIn(dir)
  sweepNames(dir, names)
  for (const name of names) {
    const pid = name.startsWith('.') ? /\.(\d+)\.tmp$/.exec(name)?.[1] : undefined
    if (pid !== undefined && tagOf(Number(pid)) === null) removeFile(join(dir, name))
  }
}

function sweepOne(path: string, tag: string): boolean {
  try {
    if (!tagIsDead(tag) && !isOld(path)) return false
    // Unlinking never follows a link; a folder of that name is not ours and stays.
    removeFile(path)
    return true
  } catch {
    return false
  }
}

/** Owners in other containers cannot be asked. Should one be alive after a day, its save fails and says so. */
function isOld(path: string): boolean {
  const stat = statOf(path)
  return stat !== null && BigInt(Date.now()) * 1_000_000n - stat.mtimeNs > DAY_NS
}
