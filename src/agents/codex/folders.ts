/** Where Codex keeps its files. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['CODEX_HOME'] || join(userHome, '.codex')
}
