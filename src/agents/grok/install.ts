/** What dogear puts into the folder of Grok Build, and how it is taken out again. */
import { join } from 'node:path'
import { hookLine, mcpServer } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

/** The events dogear answers, in seconds. */
const EVENTS: readonly [name: string, timeout: number][] = [
  ['SessionStart', 10],
  ['PreToolUse', 5],
  ['PostToolUse', 5],
  ['PreCompact', 10],
  ['Stop', 20],
  ['StopFailure', 10],
  ['SessionEnd', 5],
]

export const install: Install = setupOf({
  agent: 'grok',
  title: 'Grok Build',
  command: 'grok',
  folder: homeOf,
  parts: (place, launcher) => [
    { path: join(homeOf(place), 'hooks', 'dogear.json'), own: hooksFile(launcher) },
    { path: join(homeOf(place), 'config.toml'), block: serverTable(launcher) },
  ],
  trial: (folder) => ({
    message: {
      hookEventName: 'session_start',
      hook_event_name: 'SessionStart',
      session_id: 'dogear-doctor',
      cwd: folder,
      source: 'new',
    },
    env: {},
  }),
  notes: () => [
    'Grok Build takes text from hooks only behind the answer of a tool: the briefing comes with the first one.',
  ],
})

function hooksFile(launcher: string): string {
  const command = hookLine(launcher, 'grok')
  const groups = EVENTS.map(([name, timeout]) => [name, [{ hooks: [{ type: 'command', command, timeout }] }]])
  return `${JSON.stringify({ hooks: Object.fromEntries(groups) }, null, 2)}\n`
}

/** A text in quotes means the same in TOML, as long as it is printable. */
function serverTable(launcher: string): string {
  const { command, args } = mcpServer(launcher)
  const words = args.map((word) => JSON.stringify(word)).join(', ')
  return `[mcp_servers.dogear]\ncommand = ${JSON.stringify(command)}\nargs = [${words}]\n`
}
