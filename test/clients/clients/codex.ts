import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

const FLAGS = ['--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox']

export const client: Client = {
  agent: 'codex',
  name: 'codex',
  bin: 'node_modules/.bin/codex',
  env: {},
  prepare(home, repo) {
    write(
      join(home, '.codex', 'config.toml'),
      `# mine\nmodel = "gpt-5.5"\nmodel_provider = "mock"\n\n[model_providers.mock]\nname = "Mock" # keep\nbase_url = "${MODEL}/v1"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n\n[projects."${repo}"]\ntrust_level = "trusted"\n`,
    )
  },
  first: (prompt) => ['exec', ...FLAGS, prompt],
  again: (prompt) => ['exec', 'resume', '--last', ...FLAGS, prompt],
  tools: {
    run: (cmd) => ({ name: 'exec_command', args: { cmd } }),
    edit: (path, before, after) => ({
      name: 'apply_patch',
      raw: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch`,
    }),
    mcp: (tool, args) => [
      { name: 'tool_search', args: { query: `dogear ${tool}` } },
      { name: `mcp__dogear/${tool}`, args },
    ],
  },
  compacts: {
    turns: [
      {
        prompt: 'Go on with the cart.',
        steps: [{ call: { name: 'exec_command', args: { cmd: 'echo grown' } }, usage: 300_000 }, { say: 'It grew.' }],
      },
    ],
    told: 'at once',
  },
  // Its daemon would outlive the terminal, and the network it was started in.
  terminal: {
    args: ['--disable', 'daemon_auto_start', ...FLAGS],
    ready: '›',
    // Down, and Enter: the model stays what it is.
    dialogs: [['Try new model', '\u001b[B\r']],
    clear: '/clear',
  },
  files: ['.codex/config.toml'],
}
