/** What dogear puts into the files of Cursor, by its documents: no real client was at hand to prove it with. */
import { join } from 'node:path'
import { hookLine, SHELL } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

/** The events dogear answers, in seconds. What comes before and after a tool is not told to it. */
const EVENTS: readonly [name: string, timeout: number][] = [
  ['sessionStart', 10],
  ['stop', 20],
  ['preCompact', 20],
  ['sessionEnd', 5],
]

export const install: Install = setupOf({
  agent: 'cursor',
  title: 'Cursor',
  command: 'cursor-agent',
  folder: homeOf,
  parts: (place, launcher) => [
    {
      path: join(homeOf(place), 'hooks.json'),
      start: '{\n  "version": 1\n}\n',
      groups: Object.fromEntries(
        EVENTS.map(([name, timeout]) => [name, { command: hookLine(launcher, 'cursor'), timeout }]),
      ),
      isStrict: true,
    },
    {
      path: join(homeOf(place), 'mcp.json'),
      values: [{ path: ['mcpServers', 'dogear'], value: { command: SHELL, args: [launcher, 'mcp'] } }],
      isStrict: true,
    },
  ],
  trial: (folder) => ({
    message: {
      hook_event_name: 'sessionStart',
      conversation_id: 'dogear-doctor',
      cursor_version: '0',
      workspace_roots: [folder],
    },
    env: {},
  }),
  notes: () => ["This follows Cursor's documents: it was not proven with a real Cursor."],
})
