/** The signs of Cursor: its editor and its command line. */
import { join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'

export const manifest: Manifest = {
  id: 'cursor',
  title: 'Cursor',
  // Its terminal is where other agents are started.
  order: { file: 50, env: 90 },
  // Its hooks are given the second, its shells the first.
  env: { marks: ['CURSOR_AGENT', 'CURSOR_VERSION'], sessions: [] },
  clients: ['cursor'],
  homes: (machine) => [homeOf(machine)],
}

export function homeOf({ userHome }: Pick<Machine, 'userHome'>): string {
  return join(userHome, '.cursor')
}
