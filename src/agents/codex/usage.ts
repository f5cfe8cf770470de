/** Codex's token counts. `total_tokens` of the last request is what stands in the context after it. */
import type { UsageEvent } from '../../core/transcript.js'
import { numberOf, objectOf, present } from '../common/values.js'
import type { Json } from '../common/values.js'

export type Usage = Pick<UsageEvent, 'context' | 'output' | 'window'>

/** `key` tells a repeated count from a new one. */
export function usageOf(payload: Json): { usage: Usage; key: string } | undefined {
  const info = objectOf(payload['info'])
  const last = objectOf(info?.['last_token_usage'])
  const context = numberOf(last?.['total_tokens'])
  if (!info || !last || context === undefined || context === 0) return undefined
  const window = numberOf(info['model_context_window'])
  const usage = present<Usage>({ context, output: numberOf(last['output_tokens']), window })
  return { usage, key: `${numberOf(objectOf(info['total_token_usage'])?.['total_tokens'])} ${context}` }
}
