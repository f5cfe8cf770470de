/** Edits of the settings of Claude Code: see agents/common/json-edit.ts. Besides hooks and server, rules and the status line. */
import { replaceAt, takeOut } from '../../core/text/json/edit.js'
import type { Inserted } from '../../store/installed.js'
import {
  addGroups,
  addItem,
  type Edited,
  eventsIn,
  type Group,
  type IsOurs,
  putAt,
  putOurs,
  rawAt,
  readAt,
  takeHooksOf,
  takeMade,
} from '../common/json-edit.js'
import { isOurHandler, isOurServer, type Server } from '../common/line.js'
import { parseStatusCommand } from './wiring.js'

const isOurs: IsOurs = (handler) => isOurHandler(handler, 'claude-code')

export function addHooks(edited: Edited, groups: Readonly<Record<string, Group>>): Edited {
  return addGroups(edited, groups, isOurs)
}

/** False: there is a server of that name that is not ours. */
export function addServer(edited: Edited, path: readonly string[], server: Server): Edited | false {
  return putOurs(edited, path, server, isOurServer)
}

/** The age of the last save goes on while nothing happens. A client that does not know it ignores it. */
const REFRESH_SECONDS = 60
const REFRESH = ['statusLine', 'refreshInterval']

/**
 * `commandFor` gets the command to wrap. `elsewhere`: one that holds from another file as long as this has none.
 * False: what is there is no command, so it cannot be wrapped.
 */
export function addStatusLine(
  edited: Edited,
  commandFor: (wraps?: string) => string,
  elsewhere?: string,
): Edited | false {
  const found = readAt(edited.text, ['statusLine'])
  if (found === undefined)
    return putAt(edited, ['statusLine'], {
      type: 'command',
      command: commandFor(elsewhere),
      refreshInterval: REFRESH_SECONDS,
    })
  const { command } = (found ?? {}) as { command?: unknown }
  if (typeof command !== 'string') return false
  const ours = parseStatusCommand(command)
  const wanted = commandFor(ours ? ours.wraps : command)
  const path = ['statusLine', 'command']
  const text = wanted === command ? edited.text : replaceAt(edited.text, path, JSON.stringify(wanted))
  const status = ours ? {} : { status: rawAt(edited.text, path) }
  return addRefresh({ text, inserted: { ...edited.inserted, ...status } })
}

/** How often somebody's own is drawn stays theirs, where they said it. */
function addRefresh(edited: Edited): Edited {
  if (readAt(edited.text, REFRESH) !== undefined) return edited
  const { text, inserted } = putAt(edited, REFRESH, REFRESH_SECONDS)
  return { text, inserted: { ...inserted, refresh: true } }
}

/** Texts of a list, such as rules; those that stand there already are the user's own. */
export function addTexts(edited: Edited, path: string[], values: readonly string[]): Edited {
  return values.reduce((now, value) => {
    const there = readAt(now.text, path)
    if (Array.isArray(there) && there.includes(value)) return now
    const added = addItem(now, path, value)
    return { ...added, inserted: { ...added.inserted, items: [...(added.inserted.items ?? []), { path, value }] } }
  }, edited)
}

function takeText(text: string, { path, value }: { path: string[]; value: string }): string {
  const there = readAt(text, path)
  const at = Array.isArray(there) ? there.indexOf(value) : -1
  return at === -1 ? text : takeOut(text, [...path, at])
}

/**
 * Takes out everything of ours, wherever it stands now. Every byte that is not ours stays, also where others edited the
 * file meanwhile. `servers`: where it may stand in this file.
 */
export function takeOutOurs(
  text: string,
  inserted: Inserted | undefined,
  servers: readonly (readonly string[])[],
): string {
  const events = eventsIn(text).reduce((now, name) => takeHooksOf(now, name, isOurs), text)
  const unruled = (inserted?.items ?? []).reduce(takeText, events)
  const bare = takeStatusLine(servers.reduce(takeServer, unruled), inserted)
  return takeMade(bare, inserted, inserted ? [] : guessMade(text, servers))
}

function takeServer(text: string, path: readonly string[]): string {
  return isOurServer(readAt(text, path)) ? takeOut(text, path) : text
}

function takeStatusLine(text: string, inserted: Inserted | undefined): string {
  const command = readAt(text, ['statusLine', 'command'])
  const ours = typeof command === 'string' ? parseStatusCommand(command) : null
  if (!ours) return text
  const was = inserted ? inserted.status : ours.wraps === undefined ? undefined : JSON.stringify(ours.wraps)
  if (was === undefined) return takeOut(text, ['statusLine'])
  const bare = inserted?.refresh && readAt(text, REFRESH) === REFRESH_SECONDS ? takeOut(text, REFRESH) : text
  return replaceAt(bare, ['statusLine', 'command'], was)
}

/** Without a record: what would have been made where there was nothing. */
function guessMade(text: string, servers: readonly (readonly string[])[]): string[][] {
  const events = eventsIn(text).filter((name) => takeHooksOf(text, name, isOurs) !== text)
  const hooks = events.length === 0 ? [] : [['hooks'], ...events.map((name) => ['hooks', name])]
  return [...hooks, ...servers.map((path) => path.slice(0, -1))]
}
