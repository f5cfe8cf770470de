/** The readers of all agents, each loaded when it is asked for: most people have one or two. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import type { TranscriptReader } from './agent.js'
import { reader as claudeCode } from './claude-code/reader.js'
import { reader as cline } from './cline/reader.js'
import { reader as codex } from './codex/reader.js'
import { reader as copilotCli } from './copilot-cli/reader.js'
import { reader as cursor } from './cursor/reader.js'
import { reader as droid } from './droid/reader.js'
import { reader as geminiCli } from './gemini-cli/reader.js'
import { reader as grok } from './grok/reader.js'
import { reader as kilo } from './kilo/reader.js'
import { reader as opencode } from './opencode/reader.js'
import { reader as pi } from './pi/reader.js'
import { reader as qwenCode } from './qwen-code/reader.js'

export const READER_OF: Readonly<Record<string, () => TranscriptReader>> = {
  'claude-code': () => claudeCode,
  cline: () => cline,
  codex: () => codex,
  'copilot-cli': () => copilotCli,
  cursor: () => cursor,
  droid: () => droid,
  'gemini-cli': () => geminiCli,
  grok: () => grok,
  kilo: () => kilo,
  opencode: () => opencode,
  pi: () => pi,
  'qwen-code': () => qwenCode,
}
