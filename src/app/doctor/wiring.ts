/** Is dogear called at all: registered, once, completely, by this version, and not switched off? */
import type { ClaudeHere } from '../../agents/claude-code/install.js'
import { readRegistered, readServers, type Registered } from '../../agents/claude-code/registered.js'
import { readSettingsFiles, type SettingsFile } from '../../agents/claude-code/settings-files.js'
import { readAt } from '../../agents/claude-code/settings-read.js'
import { EVENT_NAMES } from '../../agents/claude-code/wiring.js'
import { statOf } from '../../platform/files.js'
import { type Program, programAt } from '../../platform/program.js'
import { broken, type Finding, note, ok, warn } from './finding.js'

export interface Wiring {
  here: ClaudeHere
  program: Program
  version: string
}

export function checkWiring({ here, program, version }: Wiring): { findings: Finding[]; registered: Registered[] } {
  const registered = readRegistered(here)
  const files = readSettingsFiles(here)
  const findings = [
    ...files.flatMap(checkFile),
    ...files.flatMap(checkSwitches),
    ...(registered.length === 0
      ? [broken('hooks', 'Claude Code is not told to call dogear', 'dogear init')]
      : registered.flatMap((one) => checkRegistered(one, program, version))),
    ...checkTwice(registered),
    checkServers(here, registered),
  ]
  return { findings, registered }
}

function checkFile({ path, problem }: SettingsFile): Finding[] {
  return problem === undefined ? [] : [broken('settings', `${path}: ${problem}`, `mend ${path}`)]
}

const MANAGED_ONLY = ['allowManagedHooksOnly', 'strictPluginOnlyCustomization'] as const

function checkSwitches({ path, text, scope }: SettingsFile): Finding[] {
  if (text === null) return []
  const off = readAt(text, ['disableAllHooks']) === true
  const limited = scope === 'managed' ? MANAGED_ONLY.filter((key) => isOn(readAt(text, [key]))) : []
  return [
    ...(off ? [broken('hooks', `all hooks are switched off in ${path}`, `remove "disableAllHooks" from ${path}`)] : []),
    ...limited.map((key) =>
      broken(
        'hooks',
        `your administrator does not allow hooks of users ("${key}" in ${path})`,
        'ask your administrator',
      ),
    ),
  ]
}

function isOn(value: unknown): boolean {
  return value !== undefined && value !== false && value !== null
}

function checkRegistered(one: Registered, program: Program, version: string): Finding[] {
  const mend = one.from === 'plugin' ? 'claude plugin update dogear' : `dogear init claude-code --scope ${one.from}`
  const missing = EVENT_NAMES.filter((name) => !one.events.includes(name))
  const [launcher = '', , root] = one.args
  if (!statOf(launcher)) return [broken('hooks', `${one.path} calls ${launcher}, which is not there`, mend)]
  return [
    missing.length === 0
      ? ok('hooks', `registered by ${one.from} (${one.path})`)
      : warn('hooks', `${one.path} does not call dogear for ${missing.join(', ')}`, mend),
    ...checkRoot(one, root, program, mend),
    ...(one.version === undefined || one.version === version
      ? []
      : [warn('version', `the plugin is ${one.version}, the program ${version}`, mend)]),
  ]
}

function checkRoot({ path }: Registered, root: string | undefined, program: Program, mend: string): Finding[] {
  if (root === undefined || root === program.root) return []
  const { hook } = programAt(root)
  if (!statOf(hook)) return [broken('hooks', `${path} calls ${hook}, which is not there`, mend)]
  return [warn('version', `${path} calls the dogear in ${root}; this one is in ${program.root}`, mend)]
}

/** The client itself runs equal ones of several settings files once; a plugin's it runs besides. */
function checkTwice(registered: readonly Registered[]): Finding[] {
  const ways = new Map(registered.map((one) => [JSON.stringify([one.command, one.args]), one]))
  if (ways.size < 2) return []
  const names = [...ways.values()].map(({ from }) => from)
  const scope = names.find((name) => name !== 'plugin') ?? 'user'
  return [
    warn(
      'hooks',
      `registered by ${names.join(' and ')}, so each hook runs ${names.length} times`,
      `dogear uninstall claude-code --scope ${scope}`,
    ),
  ]
}

function checkServers(here: ClaudeHere, registered: readonly Registered[]): Finding {
  const files = readServers(here)
  if (files.length > 0) return ok('tools', `MCP server named in ${files.join(', ')}`)
  if (registered.some(({ from }) => from === 'plugin')) return ok('tools', 'MCP server of the plugin')
  if (registered.length === 0) return note('tools', 'no MCP server is named')
  return warn('tools', 'the model has no tools to save and resume: no MCP server is named', 'dogear init')
}
