/** What git says differs from the base, as bytes, and in which order it is kept where not all of it can be. */
import { type BytePath, utf8Of } from './bytes.js'

/** The call of git that is made for a take alone; its answer with one letter for each byte. */
export const STATUS_ARGS: readonly string[] = [
  'status',
  '--porcelain=v2',
  '-z',
  '--branch',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
]

export interface DirtyPath {
  path: BytePath
  kind: 'tracked' | 'untracked' | 'conflicted'
  /** Of the base; absent where it has no such file. */
  baseBlob?: string
  /** What is staged, where it is neither the base's nor what is there, as far as git can tell. */
  stagedBlob?: string
  stagedMode?: string
}

export interface DirtyStatus {
  base?: string
  branch?: string
  paths: DirtyPath[]
  /** git says of a file that it was moved, in a way that does not tell what stood where. */
  isUnclear?: boolean
  /** How long git took, where it was asked for this. */
  gitMs?: number
}

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const LINK_OR_FILE = /^1[02]0/

/** Of that call, or of one that looks for moved files and names new folders as a whole. */
export function parseDirty(porcelain: string): DirtyStatus {
  const status: DirtyStatus = { paths: [] }
  const records = porcelain.split('\0')
  for (let at = 0; at < records.length; at++) {
    const record = records[at] ?? ''
    if (record.startsWith('# branch.oid ')) {
      const base = record.slice('# branch.oid '.length)
      if (OBJECT_ID.test(base)) status.base = base
    } else if (record.startsWith('# branch.head ')) {
      const branch = record.slice('# branch.head '.length)
      if (branch !== '(detached)') status.branch = utf8Of(branch) ?? branch
    } else if (record.startsWith('2 ')) {
      // Followed by the path it had before.
      const moved = parseMoved(record, records[++at] ?? '')
      if (moved) status.paths.push(...moved)
      else status.isUnclear = true
    } else {
      const path = parseRecord(record)
      if (path) status.paths.push(path)
    }
  }
  return status
}

const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

function parseRecord(record: string): DirtyPath | null {
  const fields = FIELDS_BEFORE_PATH[record[0] ?? '']
  if (fields === undefined || record[1] !== ' ') return null
  const parts = record.split(' ')
  const path = parts.slice(fields).join(' ')
  if (path === '') return null
  if (record.startsWith('?')) return { path, kind: 'untracked' }
  if (record.startsWith('u')) return { path, kind: 'conflicted' }
  const [, xy = '', , headMode = '', indexMode = '', treeMode = '', headBlob = '', indexBlob = ''] = parts
  // A submodule is its commit, which git keeps. What is only announced (`add -N`) has no mode but that of the file.
  if (![headMode, indexMode, treeMode].some((mode) => LINK_OR_FILE.test(mode))) return null
  const isStaged = xy[0] !== '.' && xy[1] !== '.' && LINK_OR_FILE.test(indexMode)
  return {
    path,
    kind: 'tracked',
    ...(LINK_OR_FILE.test(headMode) && { baseBlob: headBlob }),
    ...(isStaged && { stagedBlob: indexBlob, stagedMode: indexMode }),
  }
}

/** As if nobody had looked for moved files: one that is gone, and one that is new. Null: only git can say. */
function parseMoved(record: string, before: string): DirtyPath[] | null {
  const parts = record.split(' ')
  const path = parts.slice(9).join(' ')
  const [, xy = '', , headMode = '', indexMode = '', , headBlob = '', indexBlob = ''] = parts
  // What is moved in the work tree only was announced (`add -N`).
  if (path === '' || before === '' || !/^[RC][.MTD]$/.test(xy)) return null
  const isFile = [headMode, indexMode].every((mode) => LINK_OR_FILE.test(mode))
  if (!isFile) return null
  const isStaged = xy[1] !== '.'
  return [
    { path, kind: 'tracked', ...(isStaged && { stagedBlob: indexBlob, stagedMode: indexMode }) },
    ...(xy[0] === 'R' ? [{ path: before, kind: 'tracked' as const, baseBlob: headBlob }] : []),
  ]
}

export interface Caps {
  /** Bytes of one file, and of all that a take adds. */
  file: number
  total: number
  /** New files, which nobody has told git about. */
  untracked: number
}

export const DEFAULT_CAPS: Caps = { file: 2_000_000, total: 64_000_000, untracked: 2_000 }

export interface Candidate {
  path: BytePath
  /** Tracked, or touched by the session: these come first. */
  isFirst: boolean
  size: number
  mtimeMs: number
}

/**
 * Which are kept, in this order: what is tracked and what the session touched, then the newest and smallest. A folder that
 * holds more than fits is one line of what was left.
 */
export function withinCaps<T extends Candidate>(
  candidates: readonly T[],
  caps: Caps,
): { kept: T[]; tooLarge: T[]; overLimit: { path: BytePath; count: number }[] } {
  const fitting = candidates.filter(({ size }) => size <= caps.file)
  const first = fitting.filter(({ isFirst }) => isFirst)
  const rest = fitting.filter(({ isFirst }) => !isFirst).toSorted(byAgeAndSize)
  const kept: T[] = []
  const over: T[] = rest.slice(caps.untracked)
  let room = caps.total
  for (const one of [...first, ...rest.slice(0, caps.untracked)]) {
    if (one.size > room) over.push(one)
    else {
      room -= one.size
      kept.push(one)
    }
  }
  return { kept, tooLarge: candidates.filter(({ size }) => size > caps.file), overLimit: byFolder(over) }
}

const SAME_AGE_MS = 60_000

function byAgeAndSize(a: Candidate, b: Candidate): number {
  return Math.floor(b.mtimeMs / SAME_AGE_MS) - Math.floor(a.mtimeMs / SAME_AGE_MS) || a.size - b.size
}

function byFolder(over: readonly Candidate[]): { path: BytePath; count: number }[] {
  const counts = new Map<BytePath, number>()
  for (const { path } of over) {
    const folder = path.includes('/') ? `${path.split('/', 1)[0]}/` : path
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([path, count]) => ({ path, count }))
}
