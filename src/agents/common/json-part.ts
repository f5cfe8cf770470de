/** What a client's JSON file is to hold of dogear: hooks in Claude Code's form, and values such as a server. */
import type { Inserted } from '../../store/installed.js'
import { takeOut } from '../../core/text/json/edit.js'
import {
  addGroups,
  type Edited,
  eventsIn,
  type Group,
  openText,
  putOurs,
  readAt,
  takeHooksOf,
  takeMade,
} from './json-edit.js'
import { isOurHandler, isOurServer } from './line.js'

export interface JsonPart {
  path: string
  /** The client wants JSON to the letter, and drops a file with a comment in it. */
  isStrict?: boolean
  /** What a file has to begin with where there is none. */
  start?: string
  /** Below "hooks", by the names of the events. */
  groups?: Readonly<Record<string, Group>>
  /** MCP servers and the like: what they start is our launcher, by which they are known again. */
  values?: readonly { path: readonly string[]; value: unknown }[]
}

export function putIntoJson(
  text: string | null,
  before: Inserted | undefined,
  part: JsonPart,
  agent: string,
): Edited & { notes: string[]; undone?: string } {
  const isOurs = (handler: unknown): boolean => isOurHandler(handler, agent)
  const opened = openText(text ?? part.start ?? null, before)
  if (text === null && part.start !== undefined) opened.inserted = { ...opened.inserted, document: true }
  const notes: string[] = []
  let edited = part.groups ? addGroups(opened, part.groups, isOurs) : opened
  for (const { path, value } of part.values ?? []) {
    const put = putOurs(edited, path, value, isOurServer)
    if (put) edited = put
    else notes.push(`There is another "${path.at(-1)}" in ${part.path}; it was left as it is.`)
  }
  const undone = part.isStrict === true && !isPlainJson(edited.text)
  return {
    ...edited,
    notes,
    ...(undone && { undone: `${part.path} has a comment or a comma too many, for which the client drops it` }),
  }
}

export function takeFromJson(text: string, inserted: Inserted | undefined, part: JsonPart, agent: string): string {
  const isOurs = (handler: unknown): boolean => isOurHandler(handler, agent)
  const bare = eventsIn(text).reduce((now, name) => takeHooksOf(now, name, isOurs), text)
  const values = part.values ?? []
  const rest = values.reduce((now, { path }) => (isOurServer(readAt(now, path)) ? takeOut(now, path) : now), bare)
  const events = eventsIn(text).filter((name) => takeHooksOf(text, name, isOurs) !== text)
  const hooks = events.length === 0 ? [] : [['hooks'], ...events.map((name) => ['hooks', name])]
  const bared = takeMade(rest, inserted, [...hooks, ...values.map(({ path }) => path.slice(0, -1))])
  return inserted?.document && bared === part.start ? '' : bared
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
