/**
 * Edits of the JSON files in which clients are told what to run. Each takes a text and what was put into it so far, and
 * gives both anew. Only our own entries come and go; every other byte stays.
 */
import { DogearError } from '../../core/errors.js'
import { printFor, putInto, replaceAt, takeOut, takePad } from '../../core/text/json/edit.js'
import { isSame, nodeAt, type Path, scanJson, valueOf } from '../../core/text/json/scan.js'
import type { Inserted } from '../../store/installed.js'

export interface Edited {
  text: string
  inserted: Inserted
}

/** What a client runs at one event: Claude Code's form, which most clients took over, or the handler by itself. */
export type Group = { matcher?: string; hooks: object[] } | { command: string; timeout?: number }

/** Of a handler: a command of dogear's for this agent. */
export type IsOurs = (handler: unknown) => boolean

/** `text`: null where there is no file. `before`: what an earlier time put in. */
export function openText(text: string | null, before?: Inserted): Edited {
  const inserted = before ?? { made: [], pads: [], document: false }
  const root = text === null ? null : scanJson(text)
  if (root === null) return { text: `${text ?? ''}{}\n`, inserted: { ...inserted, document: true } }
  if (root.kind === 'object') return { text: text as string, inserted }
  throw new DogearError('bad-input', 'it is no JSON object', { expected: '{ … }' })
}

/** One group per event; one of an older version is brought up to date where it stands. */
export function addGroups(edited: Edited, groups: Readonly<Record<string, Group>>, isOurs: IsOurs): Edited {
  const others = eventsIn(edited.text).filter((name) => !(name in groups))
  const cleaned = { ...edited, text: others.reduce((text, name) => takeEvent(text, name, isOurs), edited.text) }
  return Object.entries(groups).reduce((now, [name, group]) => addGroup(now, name, group, isOurs), cleaned)
}

/** With its name, which a client that does not know it would refuse. */
function takeEvent(text: string, name: string, isOurs: IsOurs): string {
  const taken = takeHooksOf(text, name, isOurs)
  return taken === text ? text : takeIfEmpty(taken, ['hooks', name])
}

function addGroup(edited: Edited, name: string, wanted: Group, isOurs: IsOurs): Edited {
  const groups = groupsOf(edited.text, name)
  const at = groups.findIndex((group) => handlersOf(group).some(isOurs))
  const found = groups[at]
  if (found === undefined) return addItem(edited, ['hooks', name], wanted)
  if (isSame(found, wanted) || holds(found, wanted)) return edited
  const path = ['hooks', name, at]
  if (handlersOf(found).every(isOurs))
    return { ...edited, text: replaceAt(edited.text, path, printFor(edited.text, path, wanted)) }
  // Somebody has put a hook of their own into our group: ours moves out.
  return addItem({ ...edited, text: takeHooksOf(edited.text, name, isOurs) }, ['hooks', name], wanted)
}

function holds(found: unknown, wanted: Group): boolean {
  const matcherOf = (group: unknown): unknown => ((group ?? {}) as { matcher?: unknown }).matcher
  const [ours] = handlersOf(wanted)
  return matcherOf(found) === matcherOf(wanted) && handlersOf(found).some((handler) => isSame(handler, ours))
}

/** False: something else stands there that is not ours. */
export function putOurs(
  edited: Edited,
  path: readonly string[],
  value: unknown,
  isOurs: (found: unknown) => boolean,
): Edited | false {
  const found = readAt(edited.text, path)
  if (found === undefined) return putAt(edited, path, value)
  if (isSame(found, value) || (isOurs(found) && saysAll(found, value))) return edited
  if (!isOurs(found)) return false
  return { ...edited, text: replaceAt(edited.text, path, printFor(edited.text, path, value)) }
}

/** Keys that a user added beside ours are theirs. */
function saysAll(found: unknown, wanted: unknown): boolean {
  const there = (found ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(wanted as object).every(([key, value]) => isSame(there[key], value))
}

export function addItem(edited: Edited, path: string[], item: unknown): Edited {
  const list = nodeAt(scanJson(edited.text), path)
  if (list === undefined) return withMade(putAt(edited, path, [item]), path)
  if (list.kind !== 'array') throw wrongKind(path, 'a list')
  return withPad(edited, path, putInto(edited.text, path, item))
}

/** Makes the objects on the way. */
export function putAt(edited: Edited, path: readonly string[], value: unknown): Edited {
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

export function rawAt(text: string, path: Path): string {
  const node = nodeAt(scanJson(text), path)
  return node ? text.slice(node.start, node.end) : ''
}

function wrongKind(path: readonly string[], kind: string): DogearError {
  return new DogearError('bad-input', `"${path.join('.')}" is not ${kind}`, {
    expected: `${kind} at "${path.join('.')}"`,
  })
}

/** What was made for ours and is empty now goes, too. `made`: where that is not known, what would have been made. */
export function takeMade(text: string, inserted: Inserted | undefined, made: readonly string[][]): string {
  const known = inserted?.made ?? made
  const emptied = known.toSorted((a, b) => b.length - a.length).reduce(takeIfEmpty, text)
  const closed = (inserted?.pads ?? []).reduce((now, { path, pad }) => takePad(now, path, pad), emptied)
  return inserted?.document ? takeDocument(closed) : closed
}

export function takeHooksOf(text: string, name: string, isOurs: IsOurs): string {
  const groups = groupsOf(text, name)
  let rest = text
  for (let at = groups.length - 1; at >= 0; at--)
    rest = takeGroup(rest, ['hooks', name, at], handlersOf(groups[at]), isOurs)
  return rest
}

function takeGroup(text: string, path: Path, handlers: readonly unknown[], isOurs: IsOurs): string {
  if (!handlers.some(isOurs)) return text
  if (handlers.every(isOurs)) return takeOut(text, path)
  let rest = text
  for (let at = handlers.length - 1; at >= 0; at--)
    if (isOurs(handlers[at])) rest = takeOut(rest, [...path, 'hooks', at])
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

export function readAt(text: string, path: Path): unknown {
  return valueOf(nodeAt(scanJson(text), path))
}

export function eventsIn(text: string): string[] {
  const hooks = readAt(text, ['hooks'])
  return typeof hooks === 'object' && hooks !== null && !Array.isArray(hooks) ? Object.keys(hooks) : []
}

export function groupsOf(text: string, name: string): unknown[] {
  const groups = readAt(text, ['hooks', name])
  return Array.isArray(groups) ? groups : []
}

export function handlersOf(group: unknown): unknown[] {
  const { hooks, command } = (group ?? {}) as { hooks?: unknown; command?: unknown }
  if (Array.isArray(hooks)) return hooks
  return typeof command === 'string' ? [group] : []
}
