import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'

export const client: Client = {
  agent: 'pi',
  name: 'pi',
  bin: 'node_modules/.bin/pi',
  needsNode22: true,
  env: { PI_OFFLINE: '1' },
  prepare(home) {
    const model = { id: 'mock-model', name: 'Mock', contextWindow: 200_000, maxTokens: 8000 }
    const provider = { baseUrl: `${MODEL}/v1`, api: 'openai-completions', apiKey: 'x', models: [model] }
    // Else it compacts nothing that is still small.
    write(join(home, '.pi', 'agent', 'settings.json'), '{ "compaction": { "keepRecentTokens": 10 } }\n')
    write(join(home, '.pi', 'agent', 'models.json'), `${JSON.stringify({ providers: { mock: provider } }, null, 2)}\n`)
  },
  first: (prompt) => ['--model', 'mock/mock-model', '-p', prompt],
  again: (prompt) => ['--model', 'mock/mock-model', '--continue', '-p', prompt],
  outlives: true,
  tools: {
    run: (command) => ({ name: 'bash', args: { command } }),
    edit: (path, before, after) => ({ name: 'edit', args: { path, edits: [{ oldText: before, newText: after }] } }),
    mcp: null,
  },
  compacts: { typed: '/compact' },
  terminal: { args: ['--model', 'mock/mock-model'], ready: 'mock-model', clear: '/new' },
  files: ['.pi/agent/models.json'],
}
