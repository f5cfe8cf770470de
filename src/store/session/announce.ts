/**
 * A save says that it runs, so that what would disturb it (a compaction) can wait: an empty file in its session's folder,
 * named by the process. One that died needs no cleaning up to be told from one that lives. It is news, not data: nothing
 * is synced, and no save fails for it.
 */
import { join } from 'node:path'
import { ensureDir, listDir, removeFile, statOf } from '../../platform/files/files.js'
import { processTag, tagIsDead } from '../../platform/process/process-tag.js'
import { createEmpty } from '../../platform/files/quick-file.js'
import { type Project, sessionDir } from '../paths.js'

/** Whoever said so on another machine or in another container cannot be asked, and no save takes that long. */
const UNKNOWN_NS = 600_000_000_000n
const TAG = /^[a-z0-9]+\.[a-z0-9]+\.[0-9]+\.[0-9]+$/

/** Runs `work` announced, and takes the announcement back on every way out. `failed` is called where it could not be made. */
export async function whileAnnounced<T>(
  project: Project,
  session: string,
  failed: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const withdraw = announceSave(project, session)
  if (!withdraw) failed()
  try {
    return await work()
  } finally {
    withdraw?.()
  }
}

/** How to take it back; null: it could not be made. For work that does not return to its caller in one go. */
export function announceSave(project: Project, session: string): (() => void) | null {
  try {
    const dir = savingDir(project, session)
    ensureDir(dir, project.home)
    for (const tag of tagsIn(dir)) if (tagIsDead(tag)) removeFile(join(dir, tag))
    const path = join(dir, processTag())
    createEmpty(path)
    return () => takeBack(path)
  } catch {
    return null
  }
}

/** Another process saves this session now; one that is dead does not. Asked of this one alone: others may save at the same time. */
export function isBeingSaved(project: Project, session: string): boolean {
  try {
    const dir = savingDir(project, session)
    return tagsIn(dir).some((tag) => tag !== processTag() && isRunning(dir, tag))
  } catch {
    // A folder that cannot be listed is no reason to keep anybody waiting.
    return false
  }
}

function savingDir(project: Project, session: string): string {
  return join(sessionDir(project, session), 'saving')
}

function tagsIn(dir: string): string[] {
  return listDir(dir).filter((name) => TAG.test(name))
}

function isRunning(dir: string, tag: string): boolean {
  if (tagIsDead(tag)) return false
  const stat = statOf(join(dir, tag))
  return stat !== null && BigInt(Date.now()) * 1_000_000n - stat.mtimeNs < UNKNOWN_NS
}

/** The folder stays: the next save of the session would have to make it again, and wait for the disk. */
function takeBack(path: string): void {
  try {
    removeFile(path)
  } catch {
    // The end of this process withdraws it, too.
  }
}
