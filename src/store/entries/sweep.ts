/** Takes away the temporary files that killed processes left in a home. */
import { dirname, join } from 'node:path'
import { listDir, listFolders, removeFile, statOf } from '../../platform/files/files.js'
import { tagOfTemp } from '../../platform/files/temp-file.js'
import { processTag, tagIsDead } from '../../platform/process/process-tag.js'
import { type Project, projectsDir } from '../paths.js'

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
  return sweepBelow(project.home, (path) => path === project.dir || dirname(path) !== projects)
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
