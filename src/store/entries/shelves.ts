/**
 * A shelf is a folder in which lines lie side by side: `entries` holds the workstreams, and each month of `loose` the lines
 * of sessions that nobody named. Each has a catalog of its own, so that a command looks at the few shelves it needs.
 */
import { sep } from 'node:path'
import { isLoose, looseMonth } from '../../core/choose/loose.js'
import { isName } from '../../core/choose/name.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import {
  checkDir,
  ensureDir,
  listDir,
  listFolders,
  readTextFile,
  replaceDerived,
  stampOf,
} from '../../platform/files/files.js'
import { touchFolder } from '../../platform/files/folder-stamps.js'
import { processTag } from '../../platform/process/process-tag.js'
import { entriesDir, indexDir, looseDir, type Project } from '../paths.js'

export interface Shelf {
  dir: string
  /** `202611`; none for the shelf of the workstreams. */
  month?: string
  /** Nothing on it was saved later. */
  untilMs: number
  /** How its folder looks; empty where that cannot be relied on. */
  stamp: string
}

const MONTH = /^\d{6}$/

export function namedShelf(project: Project): Shelf {
  return { dir: entriesDir(project), untilMs: Infinity, stamp: '' }
}

/** The months, the one with what may have been saved last first. */
export function looseShelves(project: Project): Shelf[] {
  return listFolders(looseDir(project))
    .filter((month) => MONTH.test(month))
    .map((month) => looseShelf(project, month))
    .sort((a, b) => b.untilMs - a.untilMs || (a.dir < b.dir ? 1 : -1))
}

/** In the order of the alphabet. A link in place of a folder is no line. */
export function namesOn(project: Project, { dir, month }: Shelf): string[] {
  checkDir(dir, project.home)
  const isHere = (name: string): boolean =>
    month === undefined ? isName(name) && !isLoose(name) : looseMonth(name) === month
  return listFolders(dir).filter(isHere).sort()
}

/**
 * How many lines these months hold, by the names of their folders alone. A month that looks as it did when it was counted
 * holds as many: `index/<project>.months.json` can be deleted at any moment.
 */
export function countOn(project: Project, months: readonly Shelf[]): number {
  if (months.length === 0) return 0
  const path = `${indexDir(project.home)}${sep}${project.key}.months.json`
  const known = readCounts(path)
  let sum = 0
  let isNew = false
  for (const { dir, month = '', stamp } of months) {
    const before = known.get(month)
    const isSame = stamp !== '' && before?.[0] === stamp
    const count = isSame ? before[1] : countNames(dir, month)
    sum += count
    if (isSame || stamp === '') continue
    known.set(month, [stamp, count])
    isNew = true
  }
  if (isNew) writeCounts(project, path, known)
  return sum
}

type Count = [stamp: string, count: number]

function readCounts(path: string): Map<string, Count> {
  try {
    const record = openRecord(readTextFile(path, MAX_COUNTS_BYTES) ?? '')
    return new Map(Object.entries((record?.['months'] ?? {}) as Record<string, Count>))
  } catch {
    return new Map()
  }
}

const MAX_COUNTS_BYTES = 1_000_000

function writeCounts(project: Project, path: string, counts: ReadonlyMap<string, Count>): void {
  try {
    ensureDir(indexDir(project.home), project.home)
    replaceDerived(path, sealRecord({ months: Object.fromEntries(counts) }), processTag())
  } catch {
    // They are counted again.
  }
}

function countNames(dir: string, month: string): number {
  const prefix = `loose-${month}-`
  return listDir(dir).reduce((sum, name) => (name.startsWith(prefix) ? sum + 1 : sum), 0)
}

/** For a session of a month that is over: what is saved to it now shows in the time of the shelf. */
export function markShelf(project: Project, name: string): void {
  const month = looseMonth(name)
  if (month !== null && Date.now() >= endOf(month)) touchFolder(looseDir(project, month))
}

/** A save that began before midnight on the last day has long been made. */
const IN_FLIGHT_MS = 3_600_000

/** From when on a look at the time of this shelf tells of every save to it; Infinity: never, every line is looked at. */
export function isOverAt({ month }: Shelf): number {
  return month === undefined ? Infinity : endOf(month) + IN_FLIGHT_MS
}

function looseShelf(project: Project, month: string): Shelf {
  const dir = looseDir(project, month)
  const look = stampOf(dir)
  const changedMs = look?.mtimeMs ?? 0
  // Two changes within one tick of the disk's clock leave the same time.
  const isSettled = Date.now() - changedMs >= DISK_TICK_MS
  const stamp = look && isSettled ? look.stamp : ''
  return { dir, month, untilMs: Math.max(endOf(month), changedMs + DISK_TICK_MS), stamp }
}

/** The coarsest disks tick every two seconds. */
const DISK_TICK_MS = 2000

function endOf(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1)
}
