/** Where the work is: what git has of it and how its checks ended. */
import type { Entry, Item } from '../entry/entry.js'
import { commandOfFailing, hasPassed } from '../entry/observed.js'
import { quoteItemLine, quoteLine } from '../printer/quote.js'
import { commandsIn } from '../session/facts/command-text.js'
import { plural, type Drift } from './drift.js'
import { failingRows } from './item-lines.js'
import { isIn, longestOf } from './file-lines.js'
import type { Part } from './lay.js'

const COMMIT = /^(?:last )?commit (?:([0-9a-f]{7,64}) )?(.+)$/s

/** A commit that was seen, by git or in the session. */
export function commitIn({ text, observed }: Item): { id: string; subject: string } | null {
  const found = observed === undefined ? null : COMMIT.exec(text)
  return found && { id: found[1] ?? '', subject: found[2] ?? '' }
}

const MAX_COMMITS = 6

export function gitLines(entry: Entry): Part[] {
  const { head, dirty = [], dirtyTotal = dirty.length } = entry.where
  const commits = [...entry.done, ...entry.context].flatMap((item) => commitIn(item) ?? [])
  const isHead = ({ id }: { id: string }): boolean => id !== '' && head?.startsWith(id) === true
  const last = commits.find(isHead) ?? (head === undefined ? commits[0] : undefined)
  const others = commits.filter(
    (one, i) => one.subject !== last?.subject && commits.findIndex(({ subject }) => subject === one.subject) === i,
  )
  const at = last
    ? [`- last commit ${last.id} ${quoteLine(last.subject)}`.replace('  ', ' ')]
    : dirtyTotal > 0 && head
      ? [`- at commit ${quoteLine(head).slice(0, 10)}`]
      : []
  return [
    ...at,
    ...(dirtyTotal > 0 ? [uncommittedLine(entry, dirtyTotal)] : []),
    ...others
      .slice(0, MAX_COMMITS)
      .map(({ id, subject }) => `- before: ${id} ${quoteLine(subject)}`.replace('  ', ' ')),
    ...entry.context.filter(({ observed }) => observed === 'git status').map(({ text }) => `- ${quoteItemLine(text)}`),
  ]
}

const MAX_UNCOMMITTED = 20

/** Those that the files below name are marked there, and are the newer ones: others are told where there are none. */
function uncommittedLine({ where: { dirty = [] }, files }: Entry, total: number): Part {
  const marked = dirty.filter((one) => files.some(({ path }) => isIn(one, path))).length
  if (marked > 0)
    return `- not committed (*): ${plural(total, 'file')}${marked === total ? '' : `, ${marked} of them below`}`
  const paths = dirty.slice(0, MAX_UNCOMMITTED).map(({ path, state, added, removed }) => {
    const lines = added === undefined ? '' : ` +${added} −${removed ?? 0}`
    return `${quoteLine(path)}${lines}${state === 'modified' ? '' : ` (${state})`}`
  })
  const what = `- not committed: ${plural(total, 'file')}`
  const some = longestOf(
    paths.length,
    (count) =>
      `${what}: ${[...paths.slice(0, count), ...(total > count ? [`and ${total - count} more`] : [])].join(', ')}`,
  )
  return (room) => some(room) || (what.length <= room ? what : '')
}

/** So many of what fails come before what passed. */
const FAILING_FIRST = 2
const PASSED_FIRST = 4

/** What fails first, with the line that tells why; what passed has a mark, and of the rest nobody knows. */
export function checkLines(entry: Entry, joined: readonly Entry[], drift: Drift, isRoomy: boolean): string[] {
  const failing = failingRows(entry, joined, drift, isRoomy)
  const known = new Set(failing.map(({ command }) => command))
  // A part of a chain that fails is told with it.
  const parts = new Set(failing.flatMap(({ command }) => commandsIn(command).map(({ text }) => text)))
  const others = entry.commands.filter(
    (item) => !known.has(item.text) && (hasPassed(item) || !parts.has(item.text.replace(PLACE, ''))),
  )
  const now = failing.filter(({ isOld }) => !isOld)
  const failed = [...now, ...failing.filter(({ isOld }) => isOld)].map(({ line }) => line)
  const first = Math.min(FAILING_FIRST, now.length)
  const passed = others.map((item) => `- ${asCode(item, isRoomy)}${hasPassed(item) ? ' ✓' : ''}`)
  return [
    ...failed.slice(0, first),
    ...passed.slice(0, PASSED_FIRST),
    ...failed.slice(first),
    ...passed.slice(PASSED_FIRST),
  ]
}

/** The first of them in one line. */
export function checksLine(entry: Entry, joined: readonly Entry[], drift: Drift): Part[] {
  const checks = checkLines(entry, joined, drift, false)
    .slice(0, PASSED_FIRST)
    .map((line) => line.slice(2))
  return checks.length === 0 ? [] : [longestOf(checks.length, (count) => `- ${checks.slice(0, count).join(', ')}`)]
}

/** Where a command ran, behind it. */
const PLACE = / \(in [^()]*\)$/
/** The way to a longer one is left out where there is little room. */
const MAX_PLACE = 50

/** Observed it is a command and perhaps where it runs; what somebody states may be anything. */
function asCode(item: Item, isRoomy: boolean): string {
  const [place = ''] = PLACE.exec(item.text) ?? []
  const command = item.text.slice(0, item.text.length - place.length)
  const where = isRoomy || place.length <= MAX_PLACE ? place : place.replace(/\(in .*?([^/]*\/[^/]*\))$/s, '(in …/$1')
  return item.observed === undefined
    ? quoteItemLine(item.text)
    : `\`${quoteLine(command)}\`${quoteLine(where) && ` ${quoteLine(where)}`}`
}

/** Whether it is told elsewhere: a file that was changed, a commit. */
export function isToldElsewhere(item: Item): boolean {
  if (item.observed === undefined) return false
  return (
    commitIn(item) !== null ||
    commandOfFailing(item) !== null ||
    /^(?:created|edited|deleted) \S|^`.+` failed, now passes$/s.test(item.text)
  )
}
