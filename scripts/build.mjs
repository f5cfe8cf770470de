// `npm run build`: builds in any case, up to date or not.
import { ensureBuilt, ensureInstalled } from './setup.mjs'

ensureInstalled()
await ensureBuilt({ always: true })
