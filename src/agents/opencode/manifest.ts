/** The signs of opencode. */
import { dirname, isAbsolute, join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'

export const manifest: Manifest = {
  id: 'opencode',
  title: 'opencode',
  order: { file: 40, env: 40 },
  env: { marks: ['OPENCODE'], sessions: [] },
  command: 'opencode',
  clients: ['opencode'],
  homes: (machine) => [homeOf(machine), dirname(databaseOf(machine))],
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}

export function homeOf({ env, userHome }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(userHome, '.local', 'share'), 'opencode')
}

export function databaseOf(machine: Machine): string {
  const named = machine.env['OPENCODE_DB'] || 'opencode.db'
  return isAbsolute(named) ? named : join(homeOf(machine), named)
}
