/** Where Cline's command line keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['CLINE_DIR'] || join(userHome, '.cline')
}
