/** What dogear puts into the folder of Cline, and how it is taken out again. */
import { join } from 'node:path'
import { hookLine, SHELL } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import { readTextFile } from '../../platform/files/files.js'
import { type Install, LAUNCHER, type ScopePlace } from '../install.js'
import { homeOf } from './folders.js'

/** Programs named after the event. What comes before a tool has its place in hooks.ts. */
const EVENTS: readonly string[] = ['TaskStart', 'PostToolUse', 'TaskComplete', 'PreCompact', 'SessionShutdown']

export const install: Install = setupOf({
  agent: 'cline',
  title: 'Cline',
  command: 'cline',
  folder: homeOf,
  parts: (place, launcher) => [
    ...EVENTS.filter((event) => !isTheirs(place, event)).map((event) => ({
      path: fileOf(place, event),
      own: `#!/bin/sh\n${hookLine(launcher, 'cline')}\n`,
      mode: 0o700,
    })),
    {
      path: join(homeOf(place), 'data', 'settings', 'cline_mcp_settings.json'),
      values: [{ path: ['mcpServers', 'dogear'], value: { command: SHELL, args: [launcher, 'mcp'] } }],
    },
  ],
  trial: (folder) => ({
    message: {
      hookName: 'agent_start',
      sessionContext: { rootSessionId: 'dogear-doctor' },
      workspaceRoots: [folder],
      parent_agent_id: null,
    },
    env: {},
  }),
  notes: (place) => [
    ...EVENTS.filter((event) => isTheirs(place, event)).map(
      (event) => `${fileOf(place, event)} is there already and was left as it is: dogear does not hear of that event.`,
    ),
    'Cline takes text from hooks only behind the answer of a tool: the briefing comes with the first one.',
  ],
})

function fileOf(place: ScopePlace, event: string): string {
  return join(homeOf(place), 'hooks', event)
}

/** There is one program for an event: where the user has one, it stays. */
function isTheirs(place: ScopePlace, event: string): boolean {
  const text = readTextFile(fileOf(place, event), 1_000_000)
  return text !== null && !text.includes(LAUNCHER)
}
