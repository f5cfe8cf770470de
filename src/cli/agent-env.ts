/** Which agent and session this command runs in, from the variables that agents set for the programs they start. */
import { MANIFESTS } from '../agents/registry.js'
import { present } from '../agents/common/values.js'
import type { Env } from './output.js'

export interface FoundAgent {
  agent?: string
  session?: string
}

/** DOGEAR_AGENT and DOGEAR_SESSION say it outright and win. */
export function findAgent(env: Env): FoundAgent {
  const marked = MANIFESTS.filter((one) => one.env.marks.some((mark) => env[mark]))
  const manifest = marked.toSorted((a, b) => a.order.env - b.order.env)[0]
  const session = manifest?.env.sessions.map((name) => env[name]).find(Boolean)
  return present<FoundAgent>({
    agent: env['DOGEAR_AGENT'] || manifest?.id,
    session: env['DOGEAR_SESSION'] || session || undefined,
  })
}
