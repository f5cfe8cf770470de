/** The signs of GitHub Copilot CLI. */
import { join } from 'node:path'
import type { Machine, Manifest } from '../agent.js'
import { isFolderName } from '../common/sessions.js'

export const manifest: Manifest = {
  id: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  order: { file: 30, env: 35 },
  env: { marks: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'], sessions: ['COPILOT_AGENT_SESSION_ID'] },
  clients: ['copilot-cli'],
  homes: (machine) => [homeOf(machine)],
  // One `plan.md` beside the session's events.
  plans: (place) => (isFolderName(place.session) ? [join(homeOf(place), 'session-state', place.session)] : []),
}

export function homeOf({ env, userHome }: Machine): string {
  return env['COPILOT_HOME']?.trim() || join(userHome, '.copilot')
}
