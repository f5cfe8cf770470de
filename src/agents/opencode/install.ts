/** What dogear puts into the folder of opencode. */
import { installOfFamily } from '../common/session-db/install.js'
import type { Install } from '../install.js'
import { databaseOf } from './folders.js'

export const install: Install = installOfFamily({
  agent: 'opencode',
  title: 'opencode',
  command: 'opencode',
  databaseOf,
})
