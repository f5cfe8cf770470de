/** How a line is shown and what is typed to mean it. A session that nobody named is shown by its task. */
import type { Entry } from '../entry/entry.js'
import { shortId } from '../entry/id.js'
import { lineKeysOf } from '../entry/line-keys.js'
import { cleanLine } from '../text/text.js'
import { isLoose } from './loose.js'

interface Line {
  name: string
  /** Of its newest entry. */
  id: string
  label?: string | undefined
  task?: string | undefined
  next?: string | undefined
  intent?: string | undefined
}

const MAX_TITLE = 60

/** "auth-refactor", or "Move the session tokens into …" for a session without a name. */
export function titleOf(line: Line): string {
  if (!isLoose(line.name)) return cleanLine(line.label ?? line.name)
  const text = cleanLine(line.task ?? line.intent ?? line.next ?? '')
  if (text === '') return `session ${shortId(line.id)}`
  return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1).trimEnd()}…`
}

/** What "continue" and `dogear resume` take: the name, or for a session without one the short id of its newest entry. */
export function handleOf({ name, id, label }: Pick<Line, 'name' | 'id' | 'label'>): string {
  return isLoose(name) ? shortId(id) : cleanLine(label ?? name)
}

/** The same by its newest entry: how every answer calls the line. */
export function calledBy(entry: Pick<Entry, 'name' | 'id' | 'extraKeys'>): string {
  return handleOf({ name: entry.name, id: entry.id, label: lineKeysOf(entry).label })
}

/** As a word of a command, in quotes where a shell would take it apart. */
export function asWord(handle: string): string {
  return /[\s"'`$\\!*?;&|<>()[\]{}~^]|^#/.test(handle) ? `'${handle.replaceAll("'", `'\\''`)}'` : handle
}
