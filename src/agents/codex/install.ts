/** What dogear puts into the files of Codex, and how it is taken out again. */
import { join } from 'node:path'
import { setupOf } from '../common/setup.js'
import type { Install } from '../install.js'
import { homeOf } from './folders.js'
import { proveTrust, takeTrust } from './trust.js'
import { configOf, partsFor } from './wiring.js'

export const install: Install = setupOf({
  agent: 'codex',
  title: 'Codex CLI',
  command: 'codex',
  folder: homeOf,
  parts: partsFor,
  trial: (folder) => ({
    message: {
      session_id: 'dogear-doctor',
      transcript_path: join(folder, 'rollout-none.jsonl'),
      cwd: folder,
      hook_event_name: 'SessionStart',
      source: 'startup',
    },
    env: {},
  }),
  arrived: /"role":"developer"/,
  notes: () => ['Codex runs no hook before you trust it: start codex once and choose "Trust all and continue".'],
  prove: proveTrust,
  takeMore: (text, path, place) => (path === configOf(place) ? takeTrust(text, place) : text),
})
