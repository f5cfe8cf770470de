/** Which entry a session was last handed, so that its next save continues that one. */
import { join } from 'node:path'
import { ensureDir, readTextFile, replaceDurable } from '../platform/files.js'
import type { Project } from './paths.js'
import { sessionDir } from './paths.js'

export function readResumed(project: Project, session: string): string | null {
  return readTextFile(join(sessionDir(project, session), 'resumed'), 200)?.trim() || null
}

export function writeResumed(project: Project, session: string, id: string, tag: string): void {
  ensureDir(sessionDir(project, session), project.home)
  replaceDurable(join(sessionDir(project, session), 'resumed'), `${id}\n`, tag)
}
