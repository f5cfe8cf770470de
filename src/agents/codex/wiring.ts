/** What Codex is told about dogear, and in which of its two files. */
import { join } from 'node:path'
import { readTextFile } from '../../platform/files/files.js'
import type { Machine } from '../agent.js'
import { eventsIn, type Group } from '../common/json-edit.js'
import { hookLine, mcpServer } from '../common/line.js'
import type { SetupPart } from '../common/setup.js'
import { takeBlock } from '../common/toml-block.js'
import { homeOf } from './folders.js'

/** The events dogear answers, in seconds. */
const EVENTS: readonly [name: string, timeout: number][] = [
  ['SessionStart', 10],
  ['UserPromptSubmit', 5],
  ['PreToolUse', 5],
  ['PostToolUse', 10],
  ['PreCompact', 20],
  ['Stop', 20],
  ['Interrupt', 3],
  ['SessionEnd', 3],
]

export interface Handler {
  type: 'command'
  command: string
  timeout: number
}

export function configOf(machine: Machine): string {
  return join(homeOf(machine), 'config.toml')
}

export function hooksOf(machine: Machine): string {
  return join(homeOf(machine), 'hooks.json')
}

export function handlersFor(launcher: string): [event: string, handler: Handler][] {
  const command = hookLine(launcher, 'codex')
  return EVENTS.map(([name, timeout]) => [name, { type: 'command', command, timeout }])
}

/** Where the user has hooks already: the client warns in every session where both files have some. */
export function partsFor(machine: Machine, launcher: string): SetupPart[] {
  const [toml, json] = [configOf(machine), hooksOf(machine)]
  const handlers = handlersFor(launcher)
  if (hasOwnHooks(toml, json))
    return [{ path: toml, block: [serverTable(launcher), ...handlers.map(hookTable)].join('\n') }]
  const groups = handlers.map(([name, handler]): [string, Group] => [name, { hooks: [handler] }])
  return [
    { path: json, groups: Object.fromEntries(groups), isStrict: true },
    { path: toml, block: serverTable(launcher) },
  ]
}

function serverTable(launcher: string): string {
  const { command, args } = mcpServer(launcher)
  return `[mcp_servers.dogear]\ncommand = ${quoted(command)}\nargs = [${args.map(quoted).join(', ')}]\n`
}

function hookTable([name, { command, timeout }]: [string, Handler]): string {
  return `[[hooks.${name}]]\nhooks = [{ type = "command", command = ${quoted(command)}, timeout = ${timeout} }]\n`
}

const MAX_BYTES = 10_000_000

function hasOwnHooks(toml: string, json: string): boolean {
  const inJson = readTextFile(json, MAX_BYTES)
  if (inJson !== null && eventsIn(inJson).length > 0) return false
  return /^[ \t]*\[{1,2}hooks[.\]](?!state)/m.test(takeBlock(readTextFile(toml, MAX_BYTES) ?? ''))
}

/** A text in quotes means the same in TOML, as long as it is printable. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
