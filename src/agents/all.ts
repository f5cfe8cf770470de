/** The readers of all agents. */
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

export const READERS: readonly TranscriptReader[] = [
  claudeCode,
  cline,
  codex,
  copilotCli,
  cursor,
  droid,
  geminiCli,
  grok,
  kilo,
  opencode,
  pi,
  qwenCode,
]
