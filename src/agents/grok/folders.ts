/** Where Grok Build keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['GROK_HOME'] || join(userHome, '.grok')
}
