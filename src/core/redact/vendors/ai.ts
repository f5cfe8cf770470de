/** Models and what is built around them. */
import { ALNUM, DOTTED, HEX, WORD } from '../chars.js'
import type { TokenShape } from '../token-rule.js'

export const ai: readonly TokenShape[] = [
  { type: 'anthropic key', starts: ['sk-ant-'], body: WORD, length: 0, min: 20 },
  { type: 'openai key', starts: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], body: WORD, length: 0, min: 20 },
  { type: 'openrouter key', starts: ['sk-or-v1-', 'sk-or-'], body: HEX, length: 64 },
  { type: 'langfuse key', starts: ['sk-lf-'], body: WORD, length: 36 },
  { type: 'openai key', starts: ['sk-'], body: WORD, length: 48, min: 20 },
  { type: 'hugging face token', starts: ['hf_', 'api_org_'], body: ALNUM, length: 34 },
  { type: 'replicate token', starts: ['r8_'], body: ALNUM, length: 37 },
  { type: 'groq key', starts: ['gsk_'], body: ALNUM, length: 52 },
  { type: 'perplexity key', starts: ['pplx-'], body: ALNUM, length: 48 },
  { type: 'xai key', starts: ['xai-'], body: ALNUM, length: 80, min: 40 },
  { type: 'fireworks key', starts: ['fw_'], body: ALNUM, length: 24, min: 20 },
  { type: 'nvidia key', starts: ['nvapi-'], body: WORD, length: 64 },
  { type: 'together key', starts: ['tgp_v1_'], body: WORD, length: 43 },
  { type: 'langsmith key', starts: ['lsv2_pt_', 'lsv2_sk_'], body: WORD, length: 43 },
  { type: 'pinecone key', starts: ['pcsk_'], body: WORD, length: 0, min: 40 },
  { type: 'tavily key', starts: ['tvly-'], body: WORD, length: 0, min: 20 },
  { type: 'firecrawl key', starts: ['fc-'], body: HEX, length: 32, exact: true },
  { type: 'cursor key', starts: ['key_'], body: HEX, length: 64, exact: true },
  { type: 'elevenlabs key', starts: ['sk_'], body: HEX, length: 48, exact: true },
  { type: 'composio key', starts: ['ak_'], body: WORD, length: 20, exact: true },
  { type: 'jina key', starts: ['jina_'], body: WORD, length: 60 },
  { type: 'voyage key', starts: ['pa-'], body: WORD, length: 43, exact: true },
  { type: 'weights and biases key', starts: ['wandb_v1_'], body: WORD, length: 0, min: 40 },
  { type: 'google ai key', starts: ['AQ.Ab'], body: DOTTED, length: 0, min: 30 },
]
