/** The real client, for stories told with it. Where it cannot be had, `reason` says why, and they are skipped, loudly. */
import { findClient } from './client.js'

const found = await findClient()

/** Its program. */
export const client: string = found.program ?? ''
export const reason: string | undefined = found.reason
