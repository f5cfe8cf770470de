/**
 * A shelf is a folder in which lines lie side by side: `entries` holds the workstreams, and each month of `loose` the lines
 * of sessions that nobody named. Each has a catalog of its own, so that a command looks at the few shelves it needs.
 */
import { isLoose, looseMonth } from '../../core/choose/loose.js'
import { isName } from '../../core/choose/name.js'
import { checkDir, listDir, listFolders, statOf, touchFolder } from '../../platform/files/files.js'
import { entriesDir, looseDir, type Project } from '../paths.js'

export interface Shelf {
  dir: string
  /** `202611`; none for the shelf of the workstreams. */
  month?: string
  /** Nothing on it was saved later. */
  untilMs: number
}

const MONTH = /^\d{6}$/

export function namedShelf(project: Project): Shelf {
  return { dir: entriesDir(project), untilMs: Infinity }
}

/** The months, the one with what may have been saved last first. */
export function looseShelves(project: Project): Shelf[] {
  return listFolders(looseDir(project))
    .filter((month) => MONTH.test(month))
    .map((month) => looseShelf(project, month))
    .sort((a, b) => b.untilMs - a.untilMs || (a.dir < b.dir ? 1 : -1))
}

/** The shelf on which a line of this name lies, or would. */
export function shelfOf(project: Project, name: string): Shelf {
  const month = looseMonth(name)
  return month === null ? namedShelf(project) : looseShelf(project, month)
}

/** In the order of the alphabet. A link in place of a folder is no line. */
export function namesOn(project: Project, { dir, month }: Shelf): string[] {
  checkDir(dir, project.home)
  const isHere = (name: string): boolean =>
    month === undefined ? isName(name) && !isLoose(name) : looseMonth(name) === month
  return listFolders(dir).filter(isHere).sort()
}

/** How many lines there are, by their names alone. */
export function countOn({ dir, month = '' }: Shelf): number {
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
  const changedMs = Number((statOf(dir)?.mtimeNs ?? 0n) / 1_000_000n)
  return { dir, month, untilMs: Math.max(endOf(month), changedMs + DISK_TICK_MS) }
}

/** The coarsest disks tick every two seconds. */
const DISK_TICK_MS = 2000

function endOf(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1)
}
