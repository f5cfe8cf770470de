/** The settings files of Claude Code as they are, nearest first: what holds here. A file that cannot be read says nothing. */
import { readTextFile } from '../../platform/files.js'
import { realPathOf } from '../../platform/place.js'
import { type ClaudeHere, managedSettings, placesFor, type Scope } from './install.js'
import { readAt } from './settings-read.js'
import { parseStatusCommand } from './status-command.js'

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
