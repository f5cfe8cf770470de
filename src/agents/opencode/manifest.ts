/** The signs of opencode. */
import { dirname } from 'node:path'
import type { Manifest } from '../agent.js'
import { databaseOf, homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'opencode',
  title: 'opencode',
  order: { file: 40, env: 40 },
  env: { marks: ['OPENCODE'], sessions: [] },
  command: 'opencode',
  promptFlag: '--prompt',
  clients: ['opencode'],
  homes: (machine) => [homeOf(machine), dirname(databaseOf(machine))],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
