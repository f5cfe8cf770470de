import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'droid',
  name: 'droid',
  bin: 'node_modules/@factory/cli-linux-x64/bin/droid',
  env: {},
  prepare(home) {
    const model = {
      displayName: 'Mock',
      model: 'mock-model',
      baseUrl: `${MODEL}/v1`,
      apiKey: 'x',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 8000,
      maxContextLimit: 200_000,
    }
    write(
      join(home, '.factory', 'settings.json'),
      `{\n  // mine\n  "customModels": ${JSON.stringify([model])},\n  "enableHooks": true\n}\n`,
    )
  },
  first: (prompt) => ['exec', '--model', 'custom:mock-model', '--auto', 'high', prompt],
  // Going on with a session takes a login.
  again: (prompt) => ['exec', '--model', 'custom:mock-model', '--auto', 'high', prompt],
  tools: {
    run: (command) => ({
      name: 'Execute',
      args: { command, summary: 'run', riskLevel: 'low', riskLevelReason: 'it is a test' },
    }),
    edit: (path, before, after) => ({ name: 'Edit', args: { file_path: path, old_str: before, new_str: after } }),
    mcp: (tool, args) => [{ name: `dogear___${tool}`, args }],
  },
  compacts: null,
  files: ['.factory/settings.json'],
}
