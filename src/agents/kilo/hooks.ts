/** What dogear's plug-in tells of a session. Pure. */
import { hooksOfFamily } from '../common/session-db/hooks.js'
import type { Hooks } from '../hooks.js'
import { databaseOf } from './folders.js'

export const hooks: Hooks = hooksOfFamily(databaseOf)
