/** Where the work is: what git has of it, how its checks ended, and its files. */
import type { Entry, FileRef, Item } from '../entry/entry.js'
import { commandOfFailing, hasPassed, lookedForIn, workedOn } from '../entry/observed.js'
import { quoteItemLine, quoteLine } from '../printer/quote.js'
import { plural, type Drift } from './drift.js'
import { failingRows } from './item-lines.js'
import type { Part } from './lay.js'

const COMMIT = /^(?:last )?commit (?:([0-9a-f]{7,64}) )?(.+)$/s

/** A commit that was seen, by git or in the session. */
export function commitIn({ text, observed }: Item): { id: string; subject: string } | null {
  const found = observed === undefined ? null : COMMIT.exec(text)
  return found && { id: found[1] ?? '', subject: found[2] ?? '' }
}

const MAX_COMMITS = 6

export function gitLines(entry: Entry): Part[] {
  const { branch, head, dirty = [], dirtyTotal = dirty.length } = entry.where
  const commits = [...entry.done, ...entry.context].flatMap((item) => commitIn(item) ?? [])
  const isHead = ({ id }: { id: string }): boolean => id !== '' && head?.startsWith(id) === true
  const last = commits.find(isHead) ?? (head === undefined ? commits[0] : undefined)
  const others = commits.filter(
    (one, i) => one !== last && commits.findIndex(({ subject }) => subject === one.subject) === i,
  )
  const where = [
    last && branch !== undefined && `on ${quoteLine(branch)}`,
    last
      ? `last commit ${last.id} ${quoteLine(last.subject)}`
      : dirtyTotal > 0 && head && `at commit ${quoteLine(head).slice(0, 10)}`,
  ].filter(Boolean)
  return [
    ...(where.length > 0 ? [`- ${where.join(', ')}`] : []),
    ...(dirtyTotal > 0 ? [uncommittedLine(entry, dirtyTotal)] : []),
    ...others
      .slice(0, MAX_COMMITS)
      .map(({ id, subject }) => `- before: ${id} ${quoteLine(subject)}`.replace('  ', ' ')),
    ...entry.context.filter(({ observed }) => observed === 'git status').map(({ text }) => `- ${quoteItemLine(text)}`),
  ]
}

const MAX_UNCOMMITTED = 20

/** Those that the files below name are marked there. */
function uncommittedLine({ where: { dirty = [] }, files }: Entry, total: number): Part {
  const named = new Set(files.map(({ path }) => path))
  const others = dirty.filter(({ path }) => !named.has(path))
  const marked = dirty.length - others.length
  const paths = others.slice(0, MAX_UNCOMMITTED).map(({ path, state, added, removed }) => {
    const lines = added === undefined ? '' : ` +${added} −${removed ?? 0}`
    return `${quoteLine(path)}${lines}${state === 'modified' ? '' : ` (${state})`}`
  })
  const what = `- not committed: ${plural(total, 'file')}${marked === 0 ? '' : ', marked * below'}`
  return (room) => {
    for (let count = paths.length; count > 0; count--) {
      const rest = total - marked - count
      const list = [...paths.slice(0, count), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
      const line = `${what}${marked === 0 ? ':' : '; also'} ${list}`
      if (line.length <= room) return line
    }
    return what.length <= room ? what : ''
  }
}

/** What fails first, with the line that tells why; what passed has a mark, and of the rest nobody knows. */
export function checkLines(entry: Entry, joined: readonly Entry[], drift: Drift): string[] {
  const failing = failingRows(entry, joined, drift)
  const known = new Set(failing.map(({ command }) => command))
  const others = entry.commands.filter(({ text }) => !known.has(text))
  return [
    ...failing.map(({ line }) => line),
    ...others.map((item) => `- ${asCode(item)}${hasPassed(item) ? ' ✓' : ''}`),
  ]
}

/** Observed it is a command and perhaps where it runs; what somebody states may be anything. */
function asCode(item: Item): string {
  const [, command = item.text, where = ''] = /^(.*?)( \(in [^()]*\))?$/s.exec(item.text) ?? []
  return item.observed === undefined
    ? quoteItemLine(item.text)
    : `\`${quoteLine(command)}\`${quoteLine(where) && ` ${quoteLine(where)}`}`
}

export interface FileRoom {
  /** How many files have a line of their own. */
  lines: number
  /** How many names are told of each. */
  names: number
}

/** The newest have a line each; older ones stand together by their folder. */
export function fileLines(entry: Entry, room: FileRoom): string[] {
  const { files, where } = entry
  const dirty = new Map(where.dirty?.map((file) => [file.path, file]))
  const root = commonRoot(files)
  const shown = files.slice(0, room.lines).map((file) => {
    const mark = dirty.get(file.path)
    const lines = mark?.added === undefined ? '' : ` +${mark.added} −${mark.removed ?? 0}`
    const names = workedOn(file).slice(0, room.names)
    const isPlain = file.role === undefined || file.role === 'read' || (file.role === 'edited' && mark)
    const what = isPlain ? '' : ` (${quoteLine(file.role ?? '')})`
    const about = names.length === 0 ? '' : `: ${names.map(quoteLine).join(', ')}`
    return `- ${quoteItemLine(withoutRoot(file.path, root))}${mark ? ` *${lines}` : ''}${what}${about}`
  })
  const looked = entry.context.flatMap((item) => lookedForIn(item) ?? [])
  return [
    ...(root === '' ? [] : [`- below ${quoteLine(root)}:`]),
    ...shown,
    ...groupLines(files.slice(room.lines), (path) => dirty.has(path), root),
    ...looked.map(
      (names) =>
        `- searched for: ${quoteLine(
          names
            .split(', ')
            .slice(0, 3 * room.names)
            .join(', '),
        )}`,
    ),
  ]
}

const MIN_ROOT = 24

/** A long way to all of them, as where they lie outside of the worktree, is told once. */
function commonRoot(files: readonly FileRef[]): string {
  if (files.length < 2) return ''
  const parts = files.map(({ path }) => path.split('/').slice(0, -1))
  let depth = 0
  while (parts.every((one) => one[depth] !== undefined && one[depth] === parts[0]?.[depth])) depth++
  // The last folder of each stays with it.
  const least = Math.min(...parts.map(({ length }) => length))
  const root = (parts[0] ?? []).slice(0, Math.min(depth, least - 1)).join('/')
  return root.length < MIN_ROOT ? '' : `${root}/`
}

function withoutRoot(path: string, root: string): string {
  return path.slice(root.length)
}

const MAX_GROUP_LINE = 240

/** `dir/{a.ts, b.ts}`, in the order of the newest of each folder; files that are alone in theirs stand by the first folder. */
function groupLines(files: readonly FileRef[], isDirty: (path: string) => boolean, root: string): string[] {
  const rows = files.map(({ path }) => ({ path: withoutRoot(path, root), mark: isDirty(path) ? ' *' : '' }))
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
  const counts = new Map<string, number>()
  for (const { path } of rows) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
  const groups = new Map<string, string[]>()
  for (const { path, mark } of rows) {
    const folder = folderOf(path)
    const place = counts.get(folder) === 1 ? path.slice(0, path.indexOf('/', 1) + 1) : folder
    groups.set(place, [...(groups.get(place) ?? []), `${quoteLine(path.slice(place.length))}${mark}`])
  }
  return [...groups].flatMap(([place, names]) => inLines(quoteLine(place), names))
}

function inLines(place: string, names: readonly string[]): string[] {
  const lines: string[][] = [[]]
  for (const name of names) {
    const last = lines.at(-1) as string[]
    if (last.length > 0 && place.length + last.join(', ').length + name.length > MAX_GROUP_LINE) lines.push([name])
    else last.push(name)
  }
  return lines.map((one) => {
    const list = one.join(', ')
    return `- ${one.length === 1 || place === '' ? `${place}${list}` : `${place}{${list}}`}`
  })
}

/** Whether it is told elsewhere: a file that was changed, a commit. */
export function isToldElsewhere(item: Item): boolean {
  if (item.observed === undefined) return false
  return commitIn(item) !== null || commandOfFailing(item) !== null || /^(?:created|edited|deleted) \S/.test(item.text)
}
