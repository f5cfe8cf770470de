import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

const FLAGS = ['--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox']

export const client: Client = {
  agent: 'codex',
  name: 'codex',
  bin: 'node_modules/.bin/codex',
  env: {},
  prepare(home) {
    write(
      join(home, '.codex', 'config.toml'),
      `# mine\nmodel = "gpt-5.5"\nmodel_provider = "mock"\n\n[model_providers.mock]\nname = "Mock" # keep\nbase_url = "${MODEL}/v1"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
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
    steps: [{ call: { name: 'exec_command', args: { cmd: 'echo grown' } }, usage: 300_000 }, { say: 'It grew.' }],
    told: 'at once',
  },
  files: ['.codex/config.toml'],
}
