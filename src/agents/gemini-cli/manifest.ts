/** The signs of Gemini CLI. */
import { isAbsolute, join } from 'node:path'
import type { Manifest, PlanDisk, PlanPlace } from '../agent.js'
import { isFolderName } from '../common/sessions.js'
import { homeOf } from './folders.js'

export const manifest: Manifest = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  order: { file: 20, env: 30 },
  env: { marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'], sessions: ['GEMINI_SESSION_ID'] },
  promptFlag: '-i',
  command: 'gemini',
  clients: ['gemini-cli'],
  homes: (machine) => [homeOf(machine)],
  plans: plansFolders,
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [{ name: 'user', summary: 'for all your projects', holdsFor: 'user' }],
    load: async () => (await import('./install.js')).install,
  },
}

/** The folder between `tmp` and the session is named after the project in a way that changed between versions. */
function plansFolders(place: PlanPlace, disk: PlanDisk): string[] {
  const { session, env } = place
  const named = env['GEMINI_PLANS_DIR']
  if (named && isAbsolute(named)) return [named]
  if (!isFolderName(session)) return []
  const tmp = join(homeOf(place), 'tmp')
  return disk.folders(tmp).map((project) => join(tmp, project, session, 'plans'))
}
