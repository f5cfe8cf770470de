/** Taking out what was put in: every byte that is not ours stays, also where others edited the file meanwhile. */
import { replaceAt, takeOut, takePad } from '../../core/json-text/edit.js'
import { nodeAt, type Path } from '../../core/json-text/read.js'
import { scanJson } from '../../core/json-text/scan.js'
import type { Inserted } from '../../store/installed.js'
import { eventsIn, groupsOf, handlersOf, readAt } from './settings-read.js'
import { parseStatusCommand } from './status-command.js'
import { isOurHandler, isOurServer } from './wiring.js'

/** Everything of ours, wherever it stands now. `servers`: where it may stand in this file. */
export function takeOutOurs(
  text: string,
  inserted: Inserted | undefined,
  servers: readonly (readonly string[])[],
): string {
  const events = eventsIn(text).reduce(takeHooksOf, text)
  const bare = takeStatusLine(servers.reduce(takeServer, events), inserted)
  const made = inserted?.made ?? guessMade(text, servers)
  const emptied = made.toSorted((a, b) => b.length - a.length).reduce(takeIfEmpty, bare)
  const closed = (inserted?.pads ?? []).reduce((now, { path, pad }) => takePad(now, path, pad), emptied)
  return inserted?.document ? takeDocument(closed) : closed
}

function takeServer(text: string, path: readonly string[]): string {
  return isOurServer(readAt(text, path)) ? takeOut(text, path) : text
}

function takeStatusLine(text: string, inserted: Inserted | undefined): string {
  const command = readAt(text, ['statusLine', 'command'])
  const ours = typeof command === 'string' ? parseStatusCommand(command) : null
  if (!ours) return text
  const was = inserted ? inserted.status : ours.wraps === undefined ? undefined : JSON.stringify(ours.wraps)
  return was === undefined ? takeOut(text, ['statusLine']) : replaceAt(text, ['statusLine', 'command'], was)
}

export function takeHooksOf(text: string, name: string): string {
  const groups = groupsOf(text, name)
  let rest = text
  for (let at = groups.length - 1; at >= 0; at--) rest = takeGroup(rest, ['hooks', name, at], handlersOf(groups[at]))
  return rest
}

function takeGroup(text: string, path: Path, handlers: readonly unknown[]): string {
  if (!handlers.some(isOurHandler)) return text
  if (handlers.every(isOurHandler)) return takeOut(text, path)
  let rest = text
  for (let at = handlers.length - 1; at >= 0; at--)
    if (isOurHandler(handlers[at])) rest = takeOut(rest, [...path, 'hooks', at])
  return rest
}

function takeIfEmpty(text: string, path: readonly string[]): string {
  const node = nodeAt(scanJson(text), path)
  const isEmpty = node !== undefined && node.kind !== 'scalar' && node.children.length === 0
  // A comment in it is somebody's.
  return isEmpty && node.tail === node.start + 1 ? takeOut(text, path) : text
}

function takeDocument(text: string): string {
  const root = scanJson(text)
  if (!root || root.kind !== 'object' || root.children.length > 0 || root.tail !== root.start + 1) return text
  return text.slice(0, root.start) + text.slice(root.end).replace(/^\r?\n/, '')
}

/** Without a record: what would have been made where there was nothing. */
function guessMade(text: string, servers: readonly (readonly string[])[]): string[][] {
  const events = eventsIn(text).filter((name) => takeHooksOf(text, name) !== text)
  const hooks = events.length === 0 ? [] : [['hooks'], ...events.map((name) => ['hooks', name])]
  return [...hooks, ...servers.map((path) => path.slice(0, -1))]
}
