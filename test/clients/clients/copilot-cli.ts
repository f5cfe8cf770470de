import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'copilot-cli',
  name: 'copilot',
  bin: 'node_modules/.bin/copilot',
  env: {
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${MODEL}/v1`,
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '100000',
  },
  prepare(home, repo) {
    write(join(home, '.copilot', 'config.json'), `{ "trusted_folders": [${JSON.stringify(repo)}] }\n`)
  },
  first: (prompt) => ['-p', prompt, '--allow-all-tools'],
  again: (prompt) => ['--continue', '-p', prompt, '--allow-all-tools'],
  tools: {
    run: (command) => ({ name: 'bash', args: { command, description: 'run' } }),
    edit: (path, before, after) => ({ name: 'edit', args: { path, old_str: before, new_str: after } }),
    mcp: (tool, args) => [{ name: `dogear-${tool}`, args }],
  },
  compacts: {
    turns: [
      {
        prompt: 'Go on with the cart.',
        steps: [
          { call: { name: 'bash', args: { command: 'echo grown', description: 'x' } }, usage: 97_000 },
          { call: { name: 'bash', args: { command: 'echo more', description: 'x' } }, usage: 97_000 },
          { say: 'It grew.' },
        ],
      },
    ],
    told: 'next',
  },
  terminal: { args: ['--allow-all-tools'], ready: '❯', clear: '/clear ', cleared: 'Started a fresh session' },
  files: ['.copilot/config.json'],
}
