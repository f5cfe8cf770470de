/** What dogear puts into the files of Copilot CLI, and how it is taken out again. */
import { join } from 'node:path'
import { hookLine, SHELL } from '../common/line.js'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'

/** The events dogear answers, in seconds. Never preToolUse: where such a hook fails, the client refuses every tool. */
const EVENTS: readonly [name: string, timeout: number][] = [
  ['sessionStart', 10],
  ['userPromptSubmitted', 5],
  ['postToolUse', 5],
  ['preCompact', 20],
  ['agentStop', 20],
  ['errorOccurred', 20],
  ['sessionEnd', 5],
]

export const install: Install = setupOf({
  agent: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  command: 'copilot',
  folder: homeOf,
  parts: (place, launcher) => [
    { path: join(homeOf(place), 'hooks', 'dogear.json'), own: hooksFile(launcher) },
    {
      path: join(homeOf(place), 'mcp-config.json'),
      values: [
        {
          path: ['mcpServers', 'dogear'],
          value: { type: 'local', command: SHELL, args: [launcher, 'mcp'], tools: ['*'] },
        },
      ],
    },
  ],
  trial: (folder) => ({
    message: { sessionId: 'dogear-doctor', timestamp: 0, cwd: folder, source: 'new' },
    word: 'sessionStart',
    env: {},
  }),
})

export function hooksFile(launcher: string): string {
  const hooks = EVENTS.map(([name, timeoutSec]) => [
    name,
    [{ type: 'command', bash: hookLine(launcher, 'copilot-cli', name), timeoutSec }],
  ])
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`
}
