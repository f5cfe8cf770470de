/** What dogear puts into the settings of Qwen Code, and how it is taken out again. */
import { join } from 'node:path'
import type { Group } from '../common/json-edit.js'
import { hookLine, SHELL } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

const TOOLS = 'run_shell_command|edit|write_file'

/** The events dogear answers, in milliseconds. */
const EVENTS: readonly [name: string, timeout: number, matcher?: string][] = [
  ['SessionStart', 10_000],
  ['UserPromptSubmit', 5000],
  ['PreToolUse', 5000, TOOLS],
  ['PostToolUse', 5000, TOOLS],
  ['PostToolUseFailure', 5000, TOOLS],
  ['PreCompact', 20_000],
  ['Stop', 20_000],
  ['StopFailure', 20_000],
  ['SessionEnd', 5000],
]

export const install: Install = setupOf({
  agent: 'qwen-code',
  title: 'Qwen Code',
  command: 'qwen',
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
})

function groupsFor(launcher: string): Record<string, Group> {
  const command = hookLine(launcher, 'qwen-code')
  return Object.fromEntries(
    EVENTS.map(([name, timeout, matcher]): [string, Group] => [
      name,
      { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', name: 'dogear', command, timeout }] },
    ]),
  )
}
