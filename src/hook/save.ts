/** Stop, StopFailure, SessionEnd, idle. */
import { askGit } from './ask-git.js'
import type { Call } from './call.js'

export async function run(call: Call): Promise<void> {
  const status = askGit(call)
  const { saveEvent } = await import('./save-event.js')
  await saveEvent(call, status)
}
