import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'gemini-cli',
  name: 'gemini',
  bin: 'node_modules/.bin/gemini',
  env: { GEMINI_API_KEY: 'mock', GOOGLE_GEMINI_BASE_URL: MODEL },
  prepare(home) {
    write(
      join(home, '.gemini', 'settings.json'),
      `{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "privacy": { "usageStatisticsEnabled": false },\n  "general": { "disableAutoUpdate": true, "enableAutoUpdate": false }\n}\n`,
    )
  },
  first: (prompt) => ['--yolo', '--skip-trust', '-p', prompt],
  again: (prompt) => ['--yolo', '--skip-trust', '--resume', 'latest', '-p', prompt],
  tools: {
    run: (command) => ({ name: 'run_shell_command', args: { command, description: 'run', is_background: false } }),
    edit: (path, before, after) => ({
      name: 'replace',
      args: { file_path: path, instruction: 'change it', old_string: before, new_string: after },
    }),
    mcp: (tool, args) => [{ name: `mcp_dogear_${tool}`, args }],
  },
  compacts: {
    turns: [
      {
        prompt: 'Go on with the cart.',
        steps: [
          {
            call: {
              name: 'run_shell_command',
              args: { command: 'echo grown', description: 'x', is_background: false },
            },
            usage: 800_000,
          },
          { say: 'It grew.' },
        ],
      },
    ],
    told: 'next',
  },
  terminal: { args: ['--yolo', '--skip-trust'], ready: 'Type your message', clear: '/clear' },
  files: ['.gemini/settings.json'],
}
