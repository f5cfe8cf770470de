/** The signs of Kilo Code. */
import { dirname, isAbsolute, join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'

export const manifest: Manifest = {
  id: 'kilo',
  title: 'Kilo Code',
  // It sets the mark of opencode, of which it is a fork, beside its own.
  order: { file: 39, env: 39 },
  env: { marks: ['KILO'], sessions: [] },
  command: 'kilo',
  clients: ['kilo'],
  homes: (machine) => [homeOf(machine), dirname(databaseOf(machine))],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}

export function homeOf({ env, userHome }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(userHome, '.local', 'share'), 'kilo')
}

export function databaseOf(machine: Machine): string {
  const named = machine.env['KILO_DB'] || 'kilo.db'
  return isAbsolute(named) ? named : join(homeOf(machine), named)
}
