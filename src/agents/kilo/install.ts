/** What dogear puts into the folder of Kilo Code. */
import { installOfFamily } from '../common/session-db/install.js'
import type { Install } from '../install.js'
import { databaseOf } from './folders.js'

export const install: Install = installOfFamily({ agent: 'kilo', title: 'Kilo Code', command: 'kilo', databaseOf })
