/** The corpus: planted secrets, each with the text around it. The same in every run. */
import { neutralForms, namedForms } from './forms.js'
import { namedSecrets, placedSecrets } from './generic-secrets.js'
import { keyBlocks } from './key-blocks.js'
import { knownSecrets } from './known-secrets.js'
import { makeRandom } from './random.js'

export interface Planted {
  type: string
  /** Known by its shape; otherwise only its surroundings give it away. */
  known: boolean
  form: string
  secret: string
  text: string
}

export function plantSecrets(seed = 20_261_115): Planted[] {
  const random = makeRandom(seed)
  const planted: Planted[] = []
  for (const { type, make } of knownSecrets) {
    for (const form of neutralForms) {
      const secret = make(random)
      planted.push({ type, known: true, form: form.name, secret, text: form.write(secret, random) })
    }
  }
  for (const { type, make } of keyBlocks) {
    for (let i = 0; i < 6; i++) planted.push({ type, known: true, form: 'block', ...make(random) })
  }
  for (const { type, name, make } of namedSecrets) {
    for (const form of namedForms) {
      const secret = make(random)
      planted.push({ type, known: false, form: form.name, secret, text: form.write(name, secret, random) })
    }
  }
  for (const { type, make } of placedSecrets) {
    for (let i = 0; i < 8; i++) planted.push({ type, known: false, form: 'placed', ...make(random) })
  }
  return planted
}

/**
 * True if a piece of the secret is still there: any eight characters of it in a row, beyond what its vendor prints in
 * front of every one. Half a secret is a leak.
 */
export function leaks({ secret, known }: Planted, output: string): boolean {
  const hidden = known ? hiddenPart(secret) : secret
  for (const form of new Set([hidden, encodeURIComponent(hidden)])) {
    const width = Math.min(8, form.length)
    for (let i = 0; i + width <= form.length; i++) if (output.includes(form.slice(i, i + width))) return true
  }
  return false
}

/** Without the prefix, the host of a webhook, the host of a DSN. */
function hiddenPart(secret: string): string {
  const dsn = /^https:\/\/([0-9a-f]{32})@/.exec(secret)
  if (dsn) return dsn[1] as string
  const host = /^https:\/\/(?:hooks\.slack\.com\/services|discord\.com\/api\/webhooks)\//.exec(secret)
  return secret.slice(host ? host[0].length : 4)
}
