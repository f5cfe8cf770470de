import { join } from 'node:path'
import { type Client, MODEL, write } from '../support/client.js'
import { client as opencode } from './opencode.js'

/** A fork of opencode. */
export const client: Client = {
  ...opencode,
  agent: 'kilo',
  name: 'kilo',
  bin: 'node_modules/.bin/kilo',
  env: {
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_DISABLE_SESSION_INGEST: '1',
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
      join(home, '.config', 'kilo', 'kilo.jsonc'),
      `{\n  // mine\n  "autoupdate": false,\n  "share": "disabled",\n  "model": "mock/mock-model",\n  "permission": "allow",\n  "provider": ${JSON.stringify({ mock: provider })},\n}\n`,
    )
  },
  first: () => ['run', '--auto'],
  again: () => ['run', '--auto', '--continue'],
  files: ['.config/kilo/kilo.jsonc'],
}
