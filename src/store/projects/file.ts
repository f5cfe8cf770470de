/** The folder of a project: its name, and project.json, by which a project is found again. */
import { basename, dirname, join } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import { listDir, readTextFile } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { OBJECT_ID } from '../../platform/git/files.js'
import type { Place } from '../../platform/place.js'
import { projectAt, projectsDir, type Project } from '../paths.js'

/** Everything in it can be gathered anew, but for the places it was at before. */
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

const RECORD_VERSION = 1
const MAX_BYTES = 256_000

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

/** What is true of a project now, to be compared with its record. */
export interface Facts {
  place: Place
  kind: ProjectRecord['kind']
  remote?: string
  firstCommit?: string
  head?: string
}

const DAY_MS = 86_400_000
const MAX_ROOTS = 16

/**
 * The record as it should be; null: leave the file alone.
 * The head moves with every commit, and a save must not pay two fsyncs for that. It only serves to recognise the
 * repository after a move across disks, for which a head of yesterday is as good. So it is refreshed with `seen`: when
 * that is more than a day off (in either direction: clocks jump), or along with any other change.
 */
export function planRecord(
  before: ProjectRecord | null,
  facts: Facts,
  key: string,
  nowMs: number,
): ProjectRecord | null {
  // A newer dogear knows more than we do: what it wrote stays.
  if (before && (before.version > RECORD_VERSION || isCurrent(before, facts, nowMs))) return null
  const { kind, remote, firstCommit, head } = facts
  const place = { ...facts.place, path: safeName(facts.place.path) }
  const root: Root = { ...place, seen: new Date(nowMs).toISOString() }
  const earlier = before?.roots.filter(({ path }) => path !== place.path) ?? []
  const { remote: _, ...others } = before ?? {}
  return {
    ...others,
    version: RECORD_VERSION,
    key,
    kind,
    roots: [root, ...earlier].slice(0, MAX_ROOTS),
    ...(remote !== undefined && { remote }),
    ...(firstCommit !== undefined && { firstCommit }),
    ...(head !== undefined && { head }),
  }
}

function isCurrent(record: ProjectRecord, facts: Facts, nowMs: number): boolean {
  const root = record.roots[0] as Root
  const { path, dev, ino, birth } = facts.place
  return (
    root.path === safeName(path) &&
    root.dev === dev &&
    root.ino === ino &&
    root.birth === birth &&
    Math.abs(nowMs - Date.parse(root.seen)) < DAY_MS &&
    record.kind === facts.kind &&
    record.remote === facts.remote &&
    (record.head !== undefined || facts.head === undefined) &&
    (record.firstCommit !== undefined || facts.firstCommit === undefined)
  )
}

/** The name of the folder: readable first, then what makes it unique. */
const KEY = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?-[0-9a-f]{12}$/

/** `dir` is the real path of what identifies the project: the common git folder, or the folder itself. */
export function projectKey(dir: string, platform: NodeJS.Platform = process.platform): string {
  const path = safeName(comparablePath(dir, platform))
  return `${slugOf(folderName(path, platform))}-${sha256Hex(path).slice(0, 12)}`
}

/** For a place whose own key belongs to a project that has moved away from it. */
export function successorKey(key: string, identity: string): string {
  return `${slugOfKey(key)}-${sha256Hex(`${key} ${identity}`).slice(0, 12)}`
}

export function isProjectKey(text: string): boolean {
  return KEY.test(text)
}

export function slugOfKey(key: string): string {
  return key.slice(0, -13)
}

export function slugOf(name: string): string {
  const slug = plainLetters(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** Most names are plain, and asking for the marks of all scripts makes V8 read a large table. */
function plainLetters(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** One spelling per folder. Linux needs none: there two spellings are two folders. */
export function comparablePath(path: string, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return path.normalize('NFC')
  if (platform !== 'win32') return path
  const bare = path.replaceAll('/', '\\').replace(/^\\\\\?\\(?=[a-z]:)/i, '')
  const upper = bare.replace(/^[a-z]:/, (drive) => drive.toUpperCase())
  return /^[A-Z]:\\$/.test(upper) ? upper : upper.replace(/[\\. ]+$/, '')
}

// `auth/.git` and `auth/.bare` are called auth, `auth.git` too.
function folderName(path: string, platform: NodeJS.Platform): string {
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path
  const name = basename(slashed)
  return name.startsWith('.') && dirname(slashed) !== '/' ? basename(dirname(slashed)) : name.replace(/\.git$/, '')
}
