/** The signs of GitHub Copilot CLI. */
import { join } from 'node:path'
import type { Manifest } from '../agent.js'
import { isFolderName } from '../common/sessions.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  order: { file: 30, env: 35 },
  env: { marks: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'], sessions: ['COPILOT_AGENT_SESSION_ID'] },
  promptFlag: '-i',
  command: 'copilot',
  clients: ['copilot-cli', 'github-copilot'],
  showsData: 'beside the text',
  homes: (machine) => [homeOf(machine)],
  // One `plan.md` beside the session's events.
  plans: (place) => (isFolderName(place.session) ? [join(homeOf(place), 'session-state', place.session)] : []),
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}
