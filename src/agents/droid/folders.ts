/** Where droid keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ userHome }: Machine): string {
  return join(userHome, '.factory')
}
