/** The signs of Cursor: its editor and its command line. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'cursor',
  title: 'Cursor',
  // Its terminal is where other agents are started.
  order: { file: 50, env: 90 },
  // Its hooks are given the second, its shells the first.
  env: { marks: ['CURSOR_AGENT', 'CURSOR_VERSION'], sessions: [] },
  command: 'cursor-agent',
  clients: ['cursor'],
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
