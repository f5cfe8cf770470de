/** Where Gemini CLI keeps its files. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return join(env['GEMINI_CLI_HOME'] || userHome, '.gemini')
}
