/**
 * For what a hook logs or says that may hold a secret or act on a terminal: seldom, so it is loaded only then. It asks the rules and nothing
 * else: so the bundler keeps them apart from what only looks whether they are needed.
 */
import { redactorFor } from '../core/redact/redact.js'
import { cleanText } from '../core/text/text.js'

export function redactLine(text: string): string {
  const clean = cleanText(text)
  return redactorFor([clean])(clean)
}
