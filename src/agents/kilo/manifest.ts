/** The signs of Kilo Code. */
import { dirname } from 'node:path'
import type { Manifest } from '../agent.js'
import { databaseOf, homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'kilo',
  title: 'Kilo Code',
  // It sets the mark of opencode, of which it is a fork, beside its own.
  order: { file: 39, env: 39 },
  env: { marks: ['KILO'], sessions: [] },
  command: 'kilo',
  promptFlag: '--prompt',
  clients: ['kilo'],
  homes: (machine) => [homeOf(machine), dirname(databaseOf(machine))],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
