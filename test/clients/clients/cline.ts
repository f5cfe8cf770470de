import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'cline',
  name: 'cline',
  bin: 'node_modules/.bin/cline',
  env: {},
  prepare(home) {
    const settings = { provider: 'openai-compatible', apiKey: 'x', model: 'mock-model', baseUrl: `${MODEL}/v1` }
    const own = { settings, updatedAt: '2026-01-01T00:00:00.000Z', tokenSource: 'manual' }
    const providers = { 'openai-compatible': own }
    write(
      join(home, '.cline', 'data', 'settings', 'providers.json'),
      JSON.stringify({ version: 1, lastUsedProvider: 'openai-compatible', modes: {}, providers }),
    )
  },
  first: (prompt) => [prompt],
  // Going on with a session takes a terminal.
  again: (prompt) => [prompt],
  daemons: (home) =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => textOf(pid, 'cmdline').includes('--cline-hub-daemon'))
      .filter((pid) => textOf(pid, 'environ').split('\0').includes(`HOME=${home}`))
      .map(Number),
  isBriefedByTool: true,
  tools: {
    run: (command) => ({ name: 'run_commands', args: { commands: [command] } }),
    edit: (path, before, after) => ({ name: 'editor', args: { path, old_text: before, new_text: after } }),
    mcp: (tool, args) => [{ name: `dogear__${tool}`, args }],
  },
  compacts: null,
  files: ['.cline/data/settings/providers.json'],
}

/** Empty: it has ended, or is somebody else's. */
function textOf(pid: string, name: string): string {
  try {
    return readFileSync(join('/proc', pid, name), 'utf8')
  } catch {
    return ''
  }
}
