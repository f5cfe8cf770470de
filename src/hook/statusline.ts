/** `hook.cjs statusline [--wrap COMMAND]`: the status line, as quick to start as a hook. */
import { statusLine } from '../app/session/statusline.js'
import type { Call } from './call.js'

export async function run({ home, userHome, message, env, print }: Call): Promise<void> {
  const at = process.argv.indexOf('--wrap')
  const wraps = at === -1 ? undefined : process.argv[at + 1]
  const request = { home, userHome, message, env, nowMs: Date.now() }
  print(await statusLine({ ...request, ...(wraps === undefined ? {} : { wraps }) }))
}
