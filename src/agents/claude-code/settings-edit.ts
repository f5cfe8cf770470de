/**
 * Edits of the files in which Claude Code is told what to run. Each takes a text and what was put into it so far, and
 * gives both anew. Only our own entries come and go; every other byte stays.
 */
import { DogearError } from '../../core/errors.js'
import { printFor, putInto, replaceAt } from '../../core/text/json/edit.js'
import { isSame, nodeAt, type Path, scanJson } from '../../core/text/json/scan.js'
import type { Inserted } from '../../store/installed.js'
import { eventsIn, groupsOf, handlersOf, readAt, takeHooksOf } from './settings.js'
import { type Group, isOurHandler, isOurServer, parseStatusCommand, type Server } from './wiring.js'

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
  const cleaned = { ...edited, text: others.reduce(takeHooksOf, edited.text) }
  return Object.entries(groups).reduce((now, [name, group]) => addGroup(now, name, group), cleaned)
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
  if (found === undefined) return putAt(edited, ['statusLine'], { type: 'command', command: commandFor(elsewhere) })
  const { command } = (found ?? {}) as { command?: unknown }
  if (typeof command !== 'string') return false
  const ours = parseStatusCommand(command)
  const wanted = commandFor(ours ? ours.wraps : command)
  if (wanted === command) return edited
  const path = ['statusLine', 'command']
  const text = replaceAt(edited.text, path, JSON.stringify(wanted))
  return { text, inserted: ours ? edited.inserted : { ...edited.inserted, status: rawAt(edited.text, path) } }
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
