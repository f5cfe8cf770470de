/** The signs of Grok Build. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'grok',
  title: 'Grok Build',
  order: { file: 36, env: 36 },
  env: { marks: ['GROK_AGENT', 'GROK_SESSION_ID', 'GROK_HOOK_EVENT'], sessions: ['GROK_SESSION_ID'] },
  command: 'grok',
  clients: ['grok'],
  showsData: 'beside the text',
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
