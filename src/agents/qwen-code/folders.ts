/** Where Qwen Code keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ env, userHome }: Machine): string {
  return env['QWEN_HOME'] || join(userHome, '.qwen')
}
