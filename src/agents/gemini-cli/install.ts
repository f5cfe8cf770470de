/** What dogear puts into the settings of Gemini CLI, and how it is taken out again. */
import { join } from 'node:path'
import type { Group } from '../common/json-edit.js'
import { hookLine, SHELL } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

const TOOLS = 'run_shell_command|replace|write_file'

/** The events dogear answers, in milliseconds. */
const EVENTS: readonly [name: string, timeout: number, matcher?: string][] = [
  ['SessionStart', 8000],
  ['BeforeAgent', 5000],
  ['BeforeTool', 5000, TOOLS],
  ['AfterTool', 5000, TOOLS],
  ['PreCompress', 20_000, 'manual'],
  ['AfterAgent', 20_000],
  ['SessionEnd', 5000],
]

export const install: Install = setupOf({
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  command: 'gemini',
  folder: homeOf,
  parts: (place, launcher) => [
    {
      path: join(homeOf(place), 'settings.json'),
      groups: groupsFor(launcher),
      values: [{ path: ['mcpServers', 'dogear'], value: { command: SHELL, args: [launcher, 'mcp'] } }],
    },
  ],
  trial: (folder) => ({
    message: {
      session_id: 'dogear-doctor',
      transcript_path: join(folder, 'none.jsonl'),
      cwd: folder,
      hook_event_name: 'SessionStart',
      source: 'startup',
    },
    env: {},
  }),
  arrived: /<hook_context>/,
})

export function groupsFor(launcher: string): Record<string, Group> {
  const command = hookLine(launcher, 'gemini-cli')
  return Object.fromEntries(
    EVENTS.map(([name, timeout, matcher]): [string, Group] => [
      name,
      { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', name: 'dogear', command, timeout }] },
    ]),
  )
}
