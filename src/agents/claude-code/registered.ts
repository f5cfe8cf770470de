/** Where Claude Code is told to call dogear: by settings files, and by the plugin. Reads; a file that is broken says nothing. */
import { join } from 'node:path'
import { readTextFile } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { type ClaudeHere, configRoot, placesFor, type Scope, SCOPES } from './install.js'
import { enabledPlugin, eventsIn, groupsOf, handlersOf, readAt, readSettingsFiles } from './settings.js'
import { isOurHandler, lineNamingDogear, servesDogear, wordsOf } from './wiring.js'

export interface Registered {
  from: Scope | 'plugin'
  path: string
  events: string[]
  /** How the hook is started, its variables filled in. Empty: only by what is strange. */
  command: string
  args: string[]
  /** Whatever else in that file names the launcher: nothing that init writes, so nothing that is known. */
  strange: string[]
  /** Of the plugin. */
  version?: string
}

export function readRegistered(here: ClaudeHere): Registered[] {
  const bySettings = readSettingsFiles(here).flatMap(({ scope, path, text }) => {
    const found = text === null || scope === 'managed' ? null : handlersIn(text, { '${CLAUDE_PROJECT_DIR}': here.root })
    return found && scope !== 'managed' ? [{ from: scope, path, ...found }] : []
  })
  const plugin = readPlugin(here)
  return plugin ? [...bySettings, plugin] : bySettings
}

type Handlers = Pick<Registered, 'events' | 'command' | 'args' | 'strange'>

/** Null: the file has nothing to do with dogear. */
function handlersIn(text: string, variables: Readonly<Record<string, string>>): Handlers | null {
  const fill = (word: string): string =>
    Object.entries(variables).reduce((filled, [name, value]) => filled.replaceAll(name, value), word)
  const found = eventsIn(text).flatMap((name) =>
    groupsOf(text, name)
      .flatMap(handlersOf)
      .filter((handler) => lineNamingDogear(handler) !== null)
      .map((handler) => ({ name, line: lineNamingDogear(handler) ?? '', words: wordsOf(handler), handler })),
  )
  const first = found.find(({ handler }) => isOurHandler(handler))
  const isLikeFirst = ({ words }: (typeof found)[number]): boolean => words.join('\0') === first?.words.join('\0')
  if (found.length === 0) return null
  const [command = '', ...args] = first?.words.map(fill) ?? []
  return {
    events: found.filter(isLikeFirst).map(({ name }) => name),
    command,
    args,
    strange: [...new Set(found.filter((one) => !isLikeFirst(one)).map(({ line }) => line))],
  }
}

/** Null: not switched on, or not to be found where plugins are kept. */
function readPlugin(here: ClaudeHere): Registered | null {
  const name = enabledPlugin(here)
  const folder = name === null ? null : installPath(here, name)
  if (folder === null) return null
  const path = join(folder, 'hooks', 'hooks.json')
  const text = readQuietly(path)
  const found = text === null ? null : handlersIn(text, { '${CLAUDE_PLUGIN_ROOT}': folder })
  const version = readAtQuietly(join(folder, '.claude-plugin', 'plugin.json'), ['version'])
  return found && { from: 'plugin', path, ...found, ...(typeof version === 'string' ? { version } : {}) }
}

function installPath(here: ClaudeHere, name: string): string | null {
  const installs = readAtQuietly(join(configRoot(here), 'plugins', 'installed_plugins.json'), ['plugins', name])
  const all = (Array.isArray(installs) ? installs : [installs]) as { installPath?: unknown }[]
  const paths = all.map((one) => one?.installPath).filter((path) => typeof path === 'string')
  return paths.at(-1) ?? null
}

/** The files in which a server for dogear is named. */
export function readServers(here: ClaudeHere): string[] {
  return SCOPES.flatMap((scope) => {
    const { file, path } = placesFor(scope, here).servers
    return servesDogear(readAtQuietly(file, path)) ? [file] : []
  })
}

function readAtQuietly(path: string, at: readonly string[]): unknown {
  const text = readQuietly(path)
  return text === null ? undefined : readAt(text, at)
}

function readQuietly(path: string): string | null {
  try {
    const text = readTextFile(realPathOf(path), 50_000_000)
    if (text !== null) readAt(text, [])
    return text
  } catch {
    return null
  }
}
