/** Where Kilo Code keeps its sessions. */
import { isAbsolute, join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(userHome, '.local', 'share'), 'kilo')
}

export function databaseOf(machine: Machine): string {
  const named = machine.env['KILO_DB'] || 'kilo.db'
  return isAbsolute(named) ? named : join(homeOf(machine), named)
}
