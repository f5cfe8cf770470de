/** What dogear puts into the folder of Kilo Code. */
import { installOfFamily } from '../common/session-db/install.js'
import type { Install } from '../install.js'

export const install: Install = installOfFamily({ agent: 'kilo', title: 'Kilo Code', command: 'kilo' })
