/** The signs of Cline. In the shells it starts it leaves none. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'cline',
  title: 'Cline',
  order: { file: 45, env: 68 },
  env: { marks: [], sessions: [] },
  command: 'cline',
  clients: ['cline', '@cline'],
  showsData: 'beside the text',
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
