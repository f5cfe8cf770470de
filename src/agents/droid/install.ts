/** What dogear puts into the settings of droid, and how it is taken out again. */
import { join } from 'node:path'
import type { Group } from '../common/json-edit.js'
import { hookLine, mcpServer } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

/** The events dogear answers, in seconds. */
const EVENTS: readonly [name: string, timeout: number][] = [
  ['SessionStart', 10],
  ['UserPromptSubmit', 5],
  ['PreToolUse', 5],
  ['PostToolUse', 5],
  ['PreCompact', 20],
  ['Stop', 20],
  ['SessionEnd', 5],
]

export const install: Install = setupOf({
  agent: 'droid',
  title: 'Factory droid',
  command: 'droid',
  folder: homeOf,
  parts: (place, launcher) => [
    { path: join(homeOf(place), 'settings.json'), groups: groupsFor(launcher) },
    {
      path: join(homeOf(place), 'mcp.json'),
      values: [{ path: ['mcpServers', 'dogear'], value: mcpServer(launcher) }],
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
  arrived: /"hookEventName":"SessionStart"/,
})

function groupsFor(launcher: string): Record<string, Group> {
  const command = hookLine(launcher, 'droid')
  return Object.fromEntries(
    EVENTS.map(([name, timeout]): [string, Group] => [name, { hooks: [{ type: 'command', command, timeout }] }]),
  )
}
