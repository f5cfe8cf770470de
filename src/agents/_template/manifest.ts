/** The signs of a toy. Copy this folder, name it after your agent, and put that name where `_template` stands. */
import { join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'

export const manifest: Manifest = {
  id: '_template',
  title: 'Toy',
  order: { file: 60, env: 60 },
  env: { marks: ['TOY_AGENT'], sessions: ['TOY_SESSION_ID'] },
  clients: ['toy'],
  homes: (machine) => [homeOf(machine)],
  hooks: async () => (await import('./hooks.js')).hooks,
}

export function homeOf({ env, userHome }: Machine): string {
  return env['TOY_HOME'] || join(userHome, '.toy')
}
