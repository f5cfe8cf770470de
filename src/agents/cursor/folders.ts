/** Where Cursor keeps what it has. */
import { join } from 'node:path'
import type { Machine } from '../agent.js'

export function homeOf({ userHome }: Pick<Machine, 'userHome'>): string {
  return join(userHome, '.cursor')
}
