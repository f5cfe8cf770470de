/** The signs of Codex CLI. */
import { join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'

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
}

export function homeOf({ env, userHome }: Machine): string {
  return env['CODEX_HOME'] || join(userHome, '.codex')
}
