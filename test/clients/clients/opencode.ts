import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'opencode',
  name: 'opencode',
  bin: 'node_modules/.bin/opencode',
  // It installs its plug-in library at the start, and waits long where the registry is silent.
  env: {
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    npm_config_registry: `${MODEL}/npm`,
  },
  prepare(home) {
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Mock',
      options: { baseURL: `${MODEL}/v1`, apiKey: 'x' },
      models: { 'mock-model': { name: 'Mock', limit: { context: 200_000, output: 8000 } } },
    }
    write(
      join(home, '.config', 'opencode', 'opencode.jsonc'),
      `{\n  // mine\n  "autoupdate": false,\n  "share": "disabled",\n  "model": "mock/mock-model",\n  "permission": "allow",\n  "provider": ${JSON.stringify({ mock: provider })},\n}\n`,
    )
  },
  first: () => ['run'],
  again: () => ['run', '--continue'],
  takesStdin: true,
  outlives: true,
  tools: {
    run: (command) => ({ name: 'bash', args: { command, description: 'run' } }),
    edit: (path, before, after) => ({ name: 'edit', args: { filePath: path, oldString: before, newString: after } }),
    mcp: (tool, args) => [{ name: `dogear_${tool}`, args }],
  },
  compacts: {
    turns: [
      {
        prompt: 'Go on with the cart.',
        steps: [
          { call: { name: 'bash', args: { command: 'echo grown', description: 'x' } }, usage: 199_000 },
          { say: 'It grew.' },
        ],
      },
    ],
    told: 'at once',
  },
  terminal: { args: [], ready: 'Ask anything', clear: '/new' },
  files: ['.config/opencode/opencode.jsonc'],
}
