/** PreCompact. */
import { askGit } from './ask-git.js'
import type { Call } from './call.js'

export async function run(call: Call): Promise<void> {
  const status = askGit(call)
  const { compactEvent } = await import('./compact-event.js')
  await compactEvent(call, status)
}
