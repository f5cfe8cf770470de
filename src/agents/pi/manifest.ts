/** The signs of pi. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'pi',
  title: 'pi',
  order: { file: 55, env: 55 },
  env: { marks: ['PI_CODING_AGENT', 'PI_SESSION_ID', 'PI_SESSION_FILE'], sessions: ['PI_SESSION_ID'] },
  command: 'pi',
  // It has no MCP client of its own; extensions bring one.
  clients: ['pi-coding-agent'],
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
