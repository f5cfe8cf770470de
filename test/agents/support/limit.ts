/** A session that does its work and is then refused: the rate limit is reached. */
import { client } from './real.js'
import type { Desk } from './desk.js'
import { startModel } from '../model-server.js'
import { openTerminal, type Terminal } from './terminal.js'
import { hookDone } from './wired.js'
import { TOKEN } from './work.js'

export async function workUntilRefused(desk: Desk): Promise<Terminal> {
  desk.env['CLAUDE_CODE_MAX_RETRIES'] = '0'
  const [first = {}, second = {}] = TOKEN.turns(desk.repo.dir)
  const refused = { fails: { status: 429, type: 'rate_limit_error', message: 'slow down' } }
  const terminal = await openTerminal(client, desk, await startModel(first, second, refused))
  await terminal.ask(TOKEN.instruction, 3)
  await hookDone(desk, 'StopFailure')
  return terminal
}
