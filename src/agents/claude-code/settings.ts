/** The settings files of Claude Code as they are, nearest first: what holds here. A file that cannot be read says nothing. */
import { replaceAt, takeOut, takePad } from '../../core/text/json/edit.js'
import { nodeAt, scanJson, valueOf, type Path } from '../../core/text/json/scan.js'
import { readTextFile } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import type { Inserted } from '../../store/installed.js'
import { managedSettings, placesFor, type ClaudeHere, type Scope } from './install.js'
import { isOurHandler, isOurServer, parseStatusCommand } from './wiring.js'

export interface SettingsFile {
  scope: Scope | 'managed'
  path: string
  /** Null: there is none. */
  text: string | null
  /** Why it cannot be read. */
  problem?: string
}

const MOST_BYTES = 50_000_000
const NEAREST_FIRST: readonly Scope[] = ['local', 'project', 'user']

export function readSettingsFiles(here: ClaudeHere): SettingsFile[] {
  const managed = { scope: 'managed' as const, path: managedSettings(process.platform) }
  const own = NEAREST_FIRST.map((scope) => ({ scope, path: placesFor(scope, here).settings }))
  return [managed, ...own].map((file) => ({ ...file, ...readFile(file.path) }))
}

function readFile(path: string): Pick<SettingsFile, 'text' | 'problem'> {
  try {
    const text = readTextFile(realPathOf(path), MOST_BYTES)
    if (text !== null) readAt(text, [])
    return { text }
  } catch (error) {
    return { text: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Its full name, where a plugin called dogear is switched on. */
export function enabledPlugin(here: ClaudeHere): string | null {
  for (const { text } of readSettingsFiles(here)) {
    const plugins = text === null ? undefined : readAt(text, ['enabledPlugins'])
    if (typeof plugins !== 'object' || plugins === null) continue
    const named = Object.entries(plugins).find(([name]) => name.startsWith('dogear@'))
    if (named) return named[1] === false ? null : named[0]
  }
  return null
}

/** The status line command that holds as long as the nearest file has none. */
export function effectiveStatusLine(here: ClaudeHere): string | undefined {
  const commands = readSettingsFiles(here)
    .filter(({ scope }) => scope === 'project' || scope === 'user')
    .map(({ text }) => (text === null ? undefined : readAt(text, ['statusLine', 'command'])))
  const command = commands.find((one) => typeof one === 'string')
  const ours = command === undefined ? null : parseStatusCommand(command)
  return ours ? ours.wraps : command
}

// What stands in the files in which Claude Code is told what to run.

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
  const { hooks } = (group ?? {}) as { hooks?: unknown }
  return Array.isArray(hooks) ? hooks : []
}

// Taking out what was put in: every byte that is not ours stays, also where others edited the file meanwhile.

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
