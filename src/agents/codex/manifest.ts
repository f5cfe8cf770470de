/** The signs of Codex CLI. */
import type { Manifest } from '../agent.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'codex',
  title: 'Codex CLI',
  order: { file: 10, env: 20 },
  env: {
    marks: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_SANDBOX'],
    sessions: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID'],
  },
  command: 'codex',
  clients: ['codex'],
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
