/** Tokens in the context of one request. */
import { numberOf, objectOf, objectsOf } from '../common/values.js'
import type { Json } from '../common/values.js'

/** Written by the client itself, e.g. to show an error of the service. */
export const SYNTHETIC = '<synthetic>'

export interface Usage {
  context: number
  output?: number
}

/** A request with tools on the server's side is several requests: the last one holds the whole context. */
export function usageOf(message: Json): Usage | undefined {
  const usage = objectOf(message['usage'])
  if (!usage || message['model'] === SYNTHETIC) return undefined
  const last = objectsOf(usage['iterations']).findLast((one) => contextOf(one) > 0) ?? usage
  const output = numberOf(usage['output_tokens'])
  return output === undefined ? { context: contextOf(last) } : { context: contextOf(last), output }
}

function contextOf(usage: Json): number {
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return parts.reduce((sum, key) => sum + (numberOf(usage[key]) ?? 0), 0)
}
