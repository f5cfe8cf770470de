/**
 * Is dogear called at all: registered, once, completely, by this version, and not switched off? The files are read and
 * compared; nothing that they name is run.
 */
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { cutAt } from '../../core/text/cut.js'
import { cleanLine } from '../../core/text/text.js'
import { readTextFile, statOf } from '../../platform/files/files.js'
import { type Program, programAt } from '../../platform/process/command.js'
import { broken, type Check, type CheckPlace, type Finding, HAND_OVER, LAUNCHER, note, ok, warn } from '../install.js'
import { emptyLauncher, type LauncherPlaces, placesIn } from '../launcher.js'
import { readAt } from '../common/json-edit.js'
import { quoteIfNeeded } from '../common/line.js'
import { type Client, clientHere, COMPLETE, OLDEST, refusalOf } from './client.js'
import {
  type ClaudeHere,
  placesFor,
  readRegistered,
  readServers,
  readSettingsFiles,
  type Registered,
  type SettingsFile,
} from './settings.js'
import { isOlder } from './version.js'
import { eventsFor } from './wiring.js'

export function check(place: CheckPlace): Check {
  const found = readRegistered(place)
  const registered = found.filter(({ command }) => command !== '')
  const files = readSettingsFiles(place)
  const client = clientHere(place)
  const findings = [
    checkClient(client),
    ...files.flatMap(checkFile),
    ...files.flatMap(checkSwitches),
    ...(registered.length === 0 ? [broken('hooks', 'Claude Code is not told to call dogear', 'dogear init')] : []),
    ...found.flatMap(checkStrange),
    ...registered.flatMap((one) => checkRegistered(one, place, client?.version ?? null)),
    ...checkTwice(registered),
    checkServers(place, registered),
  ]
  return { findings, isSetUp: registered.length > 0 }
}

function checkClient(client: Client | null): Finding {
  if (client === null) return note('client', `Claude Code is not on the PATH; dogear needs ${OLDEST} or later of it`)
  const { program, version } = client
  if (isOlder(version, OLDEST))
    return broken('client', `Claude Code ${version} (${program}); dogear needs ${OLDEST} or later`, 'claude update')
  const all = eventsFor(version).length === eventsFor(null).length
  if (all) return ok('client', `Claude Code ${version} (${program})`)
  const lack = eventsFor(null).filter((name) => !eventsFor(version).includes(name))
  return note(
    'client',
    `Claude Code ${version} (${program}) has no ${lack.join(', ')}: from ${COMPLETE} on it has all hooks`,
  )
}

function checkFile({ path, problem, text }: SettingsFile): Finding[] {
  if (problem !== undefined) return [broken('settings', `${path}: ${problem}`, `mend ${path}`)]
  const refused = text === null || text.trim() === '' ? null : refusalOf(text)
  return refused === null ? [] : [broken('settings', `${path} has ${refused}`, `take it out of ${path}`)]
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

const MAX_LINE_LENGTH = 300

/** Hooks that name the launcher and are not what init writes: a repository may hold anything. */
function checkStrange({ from, path, strange }: Registered): Finding[] {
  return strange.map((line) =>
    warn(
      'hooks',
      `${path} has this run, which dogear init never writes: ${cutAt(cleanLine(line), MAX_LINE_LENGTH)}`,
      `look at ${path}, then ${mendOf(from)}`,
    ),
  )
}

function checkRegistered(one: Registered, place: CheckPlace, client: string | null): Finding[] {
  const { program, version } = place
  const mend = mendOf(one.from)
  const taken = eventsFor(client)
  const missing = taken.filter((name) => !one.events.includes(name))
  const refused =
    one.from === 'plugin' ? [] : eventsFor(null).filter((name) => one.events.includes(name) && !taken.includes(name))
  const [launcher = ''] = one.args
  if (isForeign(one, place)) return checkStrange({ ...one, strange: [[one.command, ...one.args].join(' ')] })
  const beside = one.isOldForm ? [] : [join(dirname(launcher), HAND_OVER)]
  const gone = [launcher, ...beside].find((path) => !statOf(path))
  if (gone !== undefined) return [broken('hooks', `${one.path} calls ${gone}, which is not there`, mend)]
  if (one.isOldForm) return [warn('hooks', oldForm(one), mend)]
  const places = placesIn(readLauncher(launcher) ?? '')
  return [
    missing.length === 0
      ? ok('hooks', `registered by ${one.from} (${one.path})`)
      : warn('hooks', `${one.path} does not call dogear for ${missing.join(', ')}`, mend),
    ...refused.map((name) => broken('hooks', `Claude Code ${client} drops ${one.path} because of ${name}`, mend)),
    ...checkNode(launcher, places, place, mend),
    ...checkRoot(launcher, places, program, mend),
    ...(places.root === '' ? checkPath(one, place) : []),
    ...(one.from === 'plugin' ? [] : checkLauncher(launcher, program, mend)),
    ...(one.version === undefined || one.version === version
      ? []
      : [warn('version', `the plugin is ${one.version}, the program ${version}`, mend)]),
  ]
}

function oldForm({ path }: Registered): string {
  return `${path} has the hooks as dogear wrote them before 0.6.0: they name one Node, and fail once it is replaced`
}

/** The launcher looks on the PATH where the Node that it names is gone; whose PATH, is not known. */
function checkNode(launcher: string, { node }: LauncherPlaces, { env }: CheckPlace, mend: string): Finding[] {
  if (node !== '' && statOf(node)) return []
  const found = foldersOnPath(env).find((folder) => statOf(join(folder, 'node')))
  if (node === '' && found !== undefined) return []
  if (found === undefined) return [broken('hooks', `${launcher} finds no Node${node && `: ${node} is gone`}`, mend)]
  return [warn('hooks', `${launcher} names ${node}, which is gone; hooks run by the Node on the PATH (${found})`, mend)]
}

function foldersOnPath(env: CheckPlace['env']): string[] {
  return (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
}

function mendOf(from: Registered['from']): string {
  return from === 'plugin' ? 'claude plugin update dogear' : `dogear init claude-code --scope ${from}`
}

/** Files in a repository came with it, perhaps: there only what init itself would write is taken for ours. */
function isForeign({ from, args, isOldForm }: Registered, place: CheckPlace): boolean {
  if (from !== 'project' && from !== 'local') return false
  return isOldForm || args[0] !== placesFor(from, place).launcher
}

/** What is shared, and the plugin, name no place: the launcher looks for the program as a shell would. */
function checkPath({ from }: Registered, { env, program: { root } }: CheckPlace): Finding[] {
  const isFound = env['DOGEAR_PROGRAM'] || foldersOnPath(env).some((folder) => statOf(join(folder, 'dogear')))
  if (isFound) return []
  // A clone is put on the PATH by npm as well; what npm has installed somewhere is installed by its name.
  const what = root.split(sep).includes('node_modules') ? 'dogear' : quoteIfNeeded(root)
  return [
    broken(
      'hook runs',
      `${from}: dogear is not on the PATH, and these hooks name no other place to find it`,
      `npm install -g ${what}, or set DOGEAR_PROGRAM=${quoteIfNeeded(root)} where the agent is started`,
    ),
  ]
}

function checkLauncher(launcher: string, program: Program, mend: string): Finding[] {
  const other = [LAUNCHER, HAND_OVER].find((name) => {
    const own = readLauncher(join(program.root, 'plugin', name))
    const there = readLauncher(join(dirname(launcher), name))
    return own === null || there === null || emptyLauncher(there) !== own
  })
  if (other === undefined) return []
  return [warn('hooks', `${join(dirname(launcher), other)} is not the launcher of this dogear`, mend)]
}

/** Null: there is none, or what is there is no such file. */
function readLauncher(path: string): string | null {
  try {
    return readTextFile(path, 1_000_000)
  } catch {
    return null
  }
}

function checkRoot(launcher: string, { root }: LauncherPlaces, program: Program, mend: string): Finding[] {
  if (root === '' || root === program.root) return []
  const { hook } = programAt(root)
  if (!statOf(hook)) return [broken('hooks', `${launcher} calls ${hook}, which is not there`, mend)]
  return [warn('version', `${launcher} calls the dogear in ${root}; this one is in ${program.root}`, mend)]
}

/** The client itself runs equal ones of several settings files once. Those of a plugin stand back by themselves: see the launcher. */
function checkTwice(registered: readonly Registered[]): Finding[] {
  const own = registered.filter(({ from }) => from !== 'plugin')
  const ways = new Map(own.map((one) => [JSON.stringify([one.command, one.args]), one]))
  const names = [...ways.values()].map(({ from }) => from)
  const isBoth = own.length > 0 && own.length < registered.length
  return [
    ...(isBoth
      ? [
          note(
            'hooks',
            `also in the plugin, which stands back; its tools are there twice: dogear uninstall claude-code`,
          ),
        ]
      : []),
    ...(ways.size < 2
      ? []
      : [
          warn(
            'hooks',
            `registered by ${names.join(' and ')}, so each hook runs ${names.length} times`,
            `dogear uninstall claude-code --scope ${names[0] ?? 'user'}`,
          ),
        ]),
  ]
}

function checkServers(here: ClaudeHere, registered: readonly Registered[]): Finding {
  const files = readServers(here)
  if (files.length > 0) return ok('tools', `MCP server named in ${files.join(', ')}`)
  if (registered.some(({ from }) => from === 'plugin')) return ok('tools', 'MCP server of the plugin')
  if (registered.length === 0) return note('tools', 'no MCP server is named')
  return warn('tools', 'the model has no tools to save and resume: no MCP server is named', 'dogear init')
}
