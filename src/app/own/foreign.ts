/** What a stranger wrote, on its way to somebody who reads it: fenced, with the file it stands in, and told once. */
import { foreignLines } from '../../core/own/content.js'
import type { ExtraSection } from '../../core/entry/entry.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import { remember } from '../../store/own-content.js'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'
import type { Judged, WorkText } from './content.js'

/** The words of a file that are not this user's. */
export interface ForeignContent {
  /** From the worktree. */
  path: string
  lines: string[]
  /** See Judged. */
  toldAs: string
  told: boolean
  refused: boolean
}

export function foreignIn(judged: readonly Judged[]): ForeignContent[] {
  return judged.flatMap(({ file: { path, text }, verdict, toldAs, told, refused }: Judged<WorkText>) => {
    const lines = foreignLines(text, verdict)
    return lines.length === 0 ? [] : [{ path, lines, toldAs, told, refused }]
  })
}

const MAX_LINES = 40
const MAX_LENGTH = 1_500
const MAX_PATH = 80

/** As a section of its own, behind all that is known. Each line is quoted, so that none of them can begin anything. */
export function fencedSections(foreign: readonly ForeignContent[]): ExtraSection[] {
  return foreign.map(({ path, lines }) => ({
    title: `Not written by the user: ${shownPath(path)}`,
    text: quoted(lines),
  }))
}

export function quoted(lines: readonly string[]): string {
  let room = MAX_LENGTH
  const shown = lines.slice(0, MAX_LINES).flatMap((line) => {
    const text = `> ${cleanLine(cleanText(line))}`
    room -= text.length + 1
    return room < 0 ? [] : [text]
  })
  return shown.length < lines.length
    ? [...shown, `> … ${lines.length - shown.length} more`].join('\n')
    : shown.join('\n')
}

/** One line for the user. Empty: they have heard of all of it. */
export function foreignNotice(foreign: readonly ForeignContent[]): string[] {
  const open = foreign.filter(({ told }) => !told)
  const [first] = open
  if (!first) return []
  const more = open.length > 1 ? ` and ${open.length - 1} more` : ''
  return [
    `${shownPath(first.path)} (${linesOf(first)})${more}: not written here, so it counts as somebody else's. Yours? dogear list --trust yes, or --trust mine for all of this repository. Not: --trust no`,
  ]
}

export function linesOf({ lines }: ForeignContent): string {
  return `${lines.length} line${lines.length === 1 ? '' : 's'}`
}

/** Once per content. */
export function tellForeign(
  { tag }: Pick<World, 'tag'>,
  located: Located,
  foreign: readonly ForeignContent[],
  { tell, dryRun }: { tell: (lines: readonly string[]) => void; dryRun: boolean },
): void {
  const lines = foreignNotice(foreign)
  if (lines.length > 0) tell(lines)
  if (!dryRun) markTold(located, foreign, tag)
}

/** They have heard of it. */
export function markTold({ project }: Located, foreign: readonly ForeignContent[], tag: string): void {
  const keys = foreign.filter(({ told }) => !told).map(({ toldAs }) => toldAs)
  if (keys.length > 0) remember(project, 'told', keys, tag)
}

/** A path is a stranger's text, too. */
export function shownPath(path: string): string {
  const line = cleanLine(path)
  return line.length <= MAX_PATH ? line : `${line.slice(0, MAX_PATH - 1)}…`
}
