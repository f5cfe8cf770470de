/** The signs of droid. In the shells it starts it leaves none. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'droid',
  title: 'Factory droid',
  order: { file: 35, env: 65 },
  env: { marks: [], sessions: [] },
  command: 'droid',
  clients: ['factory', 'droid'],
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
