import { join } from 'node:path'
import { listDir, readTextFile } from '../platform/files.js'
import type { Place } from '../platform/place.js'
import { type Project, projectAt, projectsDir } from './paths.js'
import { isProjectKey } from './project-key.js'

/** project.json: how a project is found again. Everything in it can be gathered anew, but for the places it was at before. */
export interface ProjectRecord {
  version: number
  key: string
  kind: 'repository' | 'folder'
  /** Where it is and was, the newest first. */
  roots: Root[]
  remote?: string
  firstCommit?: string
  /** The head commit when last looked at, about once a day. */
  head?: string
}

export interface Root extends Place {
  seen: string
}

export const RECORD_VERSION = 1
const MAX_BYTES = 256_000
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function recordPath(project: Project): string {
  return join(project.dir, 'project.json')
}

/** null: none, or one that cannot be used. A bad record costs finding a moved project again, never a checkpoint. */
export function readRecord(project: Project): ProjectRecord | null {
  try {
    const text = readTextFile(recordPath(project), MAX_BYTES)
    return text === null ? null : parseRecord(text, project.key)
  } catch {
    return null
  }
}

export function listProjectFolders(home: string): Project[] {
  return listDir(projectsDir(home))
    .filter(isProjectKey)
    .sort()
    .map((key) => projectAt(home, key))
}

function parseRecord(text: string, key: string): ProjectRecord | null {
  const value = parseObject(text)
  if (!value || typeof value['version'] !== 'number' || !Array.isArray(value['roots'])) return null
  const roots = value['roots'].filter(isRoot)
  if (roots.length === 0) return null
  const known = {
    version: value['version'],
    key,
    kind: value['kind'] === 'folder' ? 'folder' : 'repository',
    roots,
  } as const
  return { ...value, ...known, ...optionalFacts(value) }
}

export function printRecord(record: ProjectRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function optionalFacts(value: Record<string, unknown>): Pick<ProjectRecord, 'remote' | 'firstCommit' | 'head'> {
  const { remote, firstCommit, head } = value
  return {
    ...(typeof remote === 'string' && { remote }),
    ...(isObjectId(firstCommit) && { firstCommit }),
    ...(isObjectId(head) && { head }),
  }
}

function isObjectId(value: unknown): value is string {
  return typeof value === 'string' && OBJECT_ID.test(value)
}

function isRoot(value: unknown): value is Root {
  if (typeof value !== 'object' || value === null) return false
  const root = value as Record<string, unknown>
  return ['path', 'dev', 'ino', 'birth', 'seen'].every((name) => typeof root[name] === 'string')
}
