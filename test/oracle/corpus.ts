/** Real sessions, where they lie beside the checkout. They are people's work: read in place, never copied into it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkout } from '../support/checkout.js'

const folder = join(checkout, '..', 'shared', 'corpus', 'claude-code')

export interface RealSession {
  name: string
  text: () => string
}

/** Empty where there are none. */
export function realSessions(): RealSession[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  return names.map((name) => ({ name, text: () => gunzipSync(readFileSync(join(folder, name))).toString('utf8') }))
}
