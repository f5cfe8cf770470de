/**
 * Edits of the files in which Claude Code is told what to run. Each takes a text and what was put into it so far, and
 * gives both anew. Only our own entries come and go; every other byte stays.
 */
import { DogearError } from '../../core/errors.js'
import { printFor, putInto, replaceAt, takeOut, takePad } from '../../core/text/json/edit.js'
import { isSame, nodeAt, scanJson, type Path } from '../../core/text/json/scan.js'
import type { Inserted } from '../../store/installed.js'
import { eventsIn, groupsOf, handlersOf, readAt } from './settings.js'
import { isOurHandler, isOurServer, parseStatusCommand, type Group, type Server } from './wiring.js'

export interface Edited {
  text: string
  inserted: Inserted
}

/** `text`: null where there is no file. `before`: what an earlier time put in. */
export function openText(text: string | null, before?: Inserted): Edited {
  const inserted = before ?? { made: [], pads: [], document: false }
  const root = text === null ? null : scanJson(text)
  if (root === null) return { text: `${text ?? ''}{}\n`, inserted: { ...inserted, document: true } }
  if (root.kind === 'object') return { text: text as string, inserted }
  throw new DogearError('bad-input', 'it is no JSON object', { expected: '{ … }' })
}

/** One group per event; one of an older version is brought up to date where it stands. */
export function addHooks(edited: Edited, groups: Readonly<Record<string, Group>>): Edited {
  const others = eventsIn(edited.text).filter((name) => !(name in groups))
  const cleaned = { ...edited, text: others.reduce(takeEvent, edited.text) }
  return Object.entries(groups).reduce((now, [name, group]) => addGroup(now, name, group), cleaned)
}

/** With its name, which a client that does not know it would refuse. */
function takeEvent(text: string, name: string): string {
  const taken = takeHooksOf(text, name)
  return taken === text ? text : takeIfEmpty(taken, ['hooks', name])
}

function addGroup(edited: Edited, name: string, wanted: Group): Edited {
  const groups = groupsOf(edited.text, name)
  const at = groups.findIndex((group) => handlersOf(group).some(isOurHandler))
  const found = groups[at]
  if (found === undefined) return addItem(edited, ['hooks', name], wanted)
  if (isSame(found, wanted) || holds(found, wanted)) return edited
  const path = ['hooks', name, at]
  if (handlersOf(found).every(isOurHandler))
    return { ...edited, text: replaceAt(edited.text, path, printFor(edited.text, path, wanted)) }
  // Somebody has put a hook of their own into our group: ours moves out.
  return addItem({ ...edited, text: takeHooksOf(edited.text, name) }, ['hooks', name], wanted)
}

function holds(found: unknown, wanted: Group): boolean {
  const { matcher } = (found ?? {}) as { matcher?: unknown }
  return matcher === wanted.matcher && handlersOf(found).some((handler) => isSame(handler, wanted.hooks[0]))
}

/** False: there is a server of that name that is not ours. */
export function addServer(edited: Edited, path: readonly string[], server: Server): Edited | false {
  const found = readAt(edited.text, path)
  if (isSame(found, server)) return edited
  if (found === undefined) return putAt(edited, path, server)
  if (!isOurServer(found)) return false
  return { ...edited, text: replaceAt(edited.text, path, printFor(edited.text, path, server)) }
}

/** The age of the last save goes on while nothing happens. A client that does not know it ignores it. */
const REFRESH_SECONDS = 60

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
  if (wanted === command) return edited
  const path = ['statusLine', 'command']
  const text = replaceAt(edited.text, path, JSON.stringify(wanted))
  return { text, inserted: ours ? edited.inserted : { ...edited.inserted, status: rawAt(edited.text, path) } }
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

function addItem(edited: Edited, path: string[], item: unknown): Edited {
  const list = nodeAt(scanJson(edited.text), path)
  if (list === undefined) return withMade(putAt(edited, path, [item]), path)
  if (list.kind !== 'array') throw wrongKind(path, 'a list')
  return withPad(edited, path, putInto(edited.text, path, item))
}

/** Makes the objects on the way. */
function putAt(edited: Edited, path: readonly string[], value: unknown): Edited {
  const root = scanJson(edited.text)
  let there = 0
  while (there < path.length - 1 && nodeAt(root, path.slice(0, there + 1)) !== undefined) there += 1
  const at = path.slice(0, there)
  if (nodeAt(root, at)?.kind !== 'object') throw wrongKind(at, 'an object')
  const nested = path.slice(there + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  const levels = path.slice(there, -1).map((_, index) => path.slice(0, there + index + 1))
  return levels.reduce(withMade, withPad(edited, at, putInto(edited.text, at, nested, path[there])))
}

function withMade({ text, inserted }: Edited, path: string[]): Edited {
  return { text, inserted: { ...inserted, made: [...inserted.made, path] } }
}

function withPad({ inserted }: Edited, path: string[], put: { text: string; pad: string }): Edited {
  const isKnown = put.pad === '' || inserted.document
  return {
    text: put.text,
    inserted: isKnown ? inserted : { ...inserted, pads: [...inserted.pads, { path, pad: put.pad }] },
  }
}

function rawAt(text: string, path: Path): string {
  const node = nodeAt(scanJson(text), path)
  return node ? text.slice(node.start, node.end) : ''
}

function wrongKind(path: readonly string[], kind: string): DogearError {
  return new DogearError('bad-input', `"${path.join('.')}" is not ${kind}`, {
    expected: `${kind} at "${path.join('.')}"`,
  })
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
  const events = eventsIn(text).reduce(takeHooksOf, text)
  const unruled = (inserted?.items ?? []).reduce(takeText, events)
  const bare = takeStatusLine(servers.reduce(takeServer, unruled), inserted)
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

function takeHooksOf(text: string, name: string): string {
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
