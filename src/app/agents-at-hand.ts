/** Whether any agent has ever kept something on this machine: six looks at the disk, before the readers are loaded. */
import { join } from 'node:path'
import { isFolder } from '../platform/folder.js'
import type { World } from './world.js'

export function hasAgents({ env, userHome }: World): boolean {
  const folders = [
    env['CLAUDE_CONFIG_DIR'] ?? join(userHome, '.claude'),
    env['CODEX_HOME'] ?? join(userHome, '.codex'),
    join(userHome, '.gemini'),
    join(userHome, '.copilot'),
    join(userHome, '.cursor'),
    join(env['XDG_DATA_HOME'] ?? join(userHome, '.local', 'share'), 'opencode'),
  ]
  return folders.some(isFolder)
}
