/** The reader of one agent, loaded alone. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import type { TranscriptReader } from './agent.js'

export const LOAD_READER: Readonly<Record<string, () => Promise<TranscriptReader>>> = {
  'claude-code': async () => (await import('./claude-code/reader.js')).reader,
  cline: async () => (await import('./cline/reader.js')).reader,
  codex: async () => (await import('./codex/reader.js')).reader,
  'copilot-cli': async () => (await import('./copilot-cli/reader.js')).reader,
  cursor: async () => (await import('./cursor/reader.js')).reader,
  droid: async () => (await import('./droid/reader.js')).reader,
  'gemini-cli': async () => (await import('./gemini-cli/reader.js')).reader,
  grok: async () => (await import('./grok/reader.js')).reader,
  kilo: async () => (await import('./kilo/reader.js')).reader,
  opencode: async () => (await import('./opencode/reader.js')).reader,
  pi: async () => (await import('./pi/reader.js')).reader,
  'qwen-code': async () => (await import('./qwen-code/reader.js')).reader,
}
