/** Where Copilot CLI keeps its files. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['COPILOT_HOME']?.trim() || join(userHome, '.copilot')
}
