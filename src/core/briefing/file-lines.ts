/**
 * The files of the work, the newest first, in as few characters as tell them: a folder once for all its files, a long way
 * to a place outside of the worktree once for all below it.
 */
import type { DirtyFile, Entry, FileRef } from '../entry/entry.js'
import { lookedForIn, workedOn } from '../entry/observed.js'
import { quoteItemLine, quoteLine } from '../printer/quote.js'
import type { Part } from './lay.js'

export interface FileRoom {
  /** How many files have a line of their own. */
  lines: number
  /** How many names are told of each. */
  names: number
}

/** git names a folder of new files by itself. */
export function isIn(dirty: DirtyFile, path: string): boolean {
  return dirty.path === path || (dirty.path.endsWith('/') && path.startsWith(dirty.path))
}

interface Row {
  file: FileRef
  /** Below the root of its lines. */
  path: string
}

/** The newest have a line each; older ones stand together by their folder. */
export function fileLines(entry: Entry, room: FileRoom): Part[] {
  const { files } = entry
  const markOf = (path: string): DirtyFile | undefined => entry.where.dirty?.find((file) => isIn(file, path))
  const shares = sharedNames(files)
  const newest = new Set(files.slice(0, room.lines))
  const ownLine = ({ file, path }: Row): string => {
    const mark = markOf(file.path)
    const lines = mark?.added === undefined ? '' : ` +${mark.added} −${mark.removed ?? 0}`
    const names = workedOn(file).slice(0, room.names)
    const isPlain = file.role === undefined || file.role === 'read' || (file.role === 'edited' && mark)
    const what = isPlain ? '' : ` (${quoteLine(file.role ?? '')})`
    const about = names.length === 0 ? '' : `: ${names.map(quoteLine).join(', ')}`
    return `- ${quoteItemLine(path)}${mark ? ` *${lines}` : ''}${what}${about}`
  }
  const print = (rows: readonly Row[]): Part[] => [
    ...rows.filter(({ file }) => newest.has(file)).map(ownLine),
    ...groupLines(
      rows.filter(({ file }) => !newest.has(file)),
      (path) => markOf(path) !== undefined,
      shares,
    ),
  ]
  return placesOf(files).flatMap(({ root, rows }) =>
    root === '' ? print(rows) : [`- below ${quoteLine(root)}:`, ...print(rows).map(indented)],
  )
}

/** Names that were looked for and that the lines above do not have. */
export function lookedLines(entry: Entry, room: FileRoom): Part[] {
  const told = new Set(entry.files.slice(0, room.lines).flatMap((file) => workedOn(file).slice(0, room.names)))
  const looked = entry.context.flatMap((item) => lookedForIn(item)?.split(', ') ?? [])
  const names = looked
    .filter((name) => !told.has(name))
    .slice(0, 3 * room.names)
    .map(quoteLine)
  if (names.length === 0) return []
  return [longestOf(names.length, (count) => `- searched for: ${names.slice(0, count).join(', ')}`)]
}

function indented(part: Part): Part {
  if (typeof part === 'string') return `  ${part}`
  return (room) => {
    const line = part(room - 2)
    return line === '' ? '' : `  ${line}`
  }
}

const MIN_ROOT = 20
/** `/home/ada/…`: what lies in different homes or volumes has no root in common. */
const ROOT_PARTS = 3
/** A place in a home may be as deep as that. */
const MAX_ROOT_PARTS = 6

interface Place {
  root: string
  rows: Row[]
}

/** Files of the worktree, and those of every place outside of it, in the order of the newest file of each. */
function placesOf(files: readonly FileRef[], parts: number = ROOT_PARTS): Place[] {
  const places = new Map<string, FileRef[]>()
  for (const file of files) {
    const key = isAbsolute(file.path) ? file.path.split('/').slice(0, parts).join('/') : ''
    places.set(key, [...(places.get(key) ?? []), file])
  }
  return [...places].flatMap(([key, own]): Place[] => {
    const root = key === '' ? '' : commonRoot(own)
    // Two projects in one home: each has a root of its own.
    if (key !== '' && root === '' && own.length > 1 && parts < MAX_ROOT_PARTS) return placesOf(own, parts + 1)
    return [{ root, rows: own.map((file) => ({ file, path: file.path.slice(root.length) })) }]
  })
}

function isAbsolute(path: string): boolean {
  return /^(?:[/~]|[A-Za-z]:\/)/.test(path)
}

/** Long enough, and the way to more than one. */
function commonRoot(files: readonly FileRef[]): string {
  if (files.length < 2) return ''
  const root = inFolder(commonFolder(files.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))))
  return root.length < MIN_ROOT ? '' : root
}

/** Its parts; each folder ends with a slash. */
function commonFolder(paths: readonly string[]): string[] {
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  const first = folders[0] ?? []
  const end = first.findIndex((part, i) => folders.some((one) => one[i] !== part))
  return end < 0 ? first : first.slice(0, end)
}

/** Where several files are called the same, the name alone tells none. */
function sharedNames(files: readonly FileRef[]): Set<string> {
  const seen = new Set<string>()
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

/**
 * `dir/{a.ts, b.ts}`, in the order of the newest of each folder; files that are alone in theirs stand
 * by what those of the same first folder have in common.
 * A name that others have too keeps its folder: `changes/{one/tasks.md, two/tasks.md}`.
 */
function groupLines(...given: Parameters<typeof groupsOf>): Part[] {
  return groupsOf(...given).map((group) => {
    const text = groupText(group)
    return longestOf(group.length, (count) => `- ${text(count)}`)
  })
}

function groupsOf(rows: readonly Row[], isDirty: (path: string) => boolean, shared: ReadonlySet<string>): Placed[][] {
  const placed = rows.map(({ file, path }) => {
    const parts = path.split('/')
    const kept = shared.has(parts.at(-1) ?? '') ? 2 : 1
    return { path, isMarked: isDirty(file.path), place: inFolder(parts.slice(0, -kept)) }
  })
  const counts = new Map<string, number>()
  for (const { place } of placed) counts.set(place, (counts.get(place) ?? 0) + 1)
  const groups = new Map<string, Placed[]>()
  for (const one of placed) {
    const isAlone = counts.get(one.place) === 1
    // With a mark of its own: a folder may be called like the beginning of others.
    const key = isAlone ? `* ${one.path.slice(0, one.path.indexOf('/', 1) + 1)}` : one.place
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

interface Placed {
  path: string
  isMarked: boolean
  place: string
}

function inFolder(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}

/** So many of them, the newest first. The mark once where it holds for all. */
function groupText(group: readonly Placed[]): (count: number) => string {
  const place = inFolder(commonFolder(group.map(({ place: folder }) => folder)))
  const isAll = group.every(({ isMarked }) => isMarked)
  const names = group.map(({ path, isMarked }) => {
    return `${quoteLine(path.slice(place.length))}${isMarked && !isAll ? ' *' : ''}`
  })
  return (count) => {
    const rest = names.length - count
    const list = [...names.slice(0, count), ...(rest > 0 ? [`… ${rest} more`] : [])].join(', ')
    const isPlain = names.length === 1 || (place === '' && !isAll)
    const line = isPlain ? `${quoteLine(place)}${list}` : `${quoteLine(place)}{${list}}`
    return `${quoteItemLine(line)}${isAll ? ' *' : ''}`
  }
}

/** All in one line, a folder once for all its files, in the order of the newest of each. */
export function filesLine({ files, where }: Entry): Part[] {
  if (files.length === 0) return []
  const shared = sharedNames(files)
  const isDirty = (path: string): boolean => where.dirty?.some((file) => isIn(file, path)) === true
  const rows = files.slice(0, MAX_NAMED).map((file) => ({ file, path: file.path }))
  const shown = (count: number): string =>
    `- ${groupsOf(rows.slice(0, count), isDirty, shared)
      .map((group) => groupText(group)(group.length))
      .join(', ')}`
  return [longestOf(rows.length, shown)]
}

const MAX_NAMED = 20

/** As many of them as there is room for. */
export function longestOf(most: number, print: (count: number) => string): (room: number) => string {
  return (room) => {
    for (let count = most; count > 0; count--) {
      const line = print(count)
      if (line.length <= room) return line
    }
    return ''
  }
}
