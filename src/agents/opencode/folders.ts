/** Where opencode keeps its sessions. */
import { isAbsolute, join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(userHome, '.local', 'share'), 'opencode')
}

export function databaseOf(machine: Machine): string {
  const named = machine.env['OPENCODE_DB'] || 'opencode.db'
  return isAbsolute(named) ? named : join(homeOf(machine), named)
}
