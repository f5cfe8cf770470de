/** Where pi keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['PI_CODING_AGENT_DIR'] || join(userHome, '.pi', 'agent')
}
