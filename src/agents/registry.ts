/** The manifests of all agents. Their code is not loaded by this: see all.ts. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import type { Manifest } from './agent.js'
import { manifest as claudeCode } from './claude-code/manifest.js'
import { manifest as cline } from './cline/manifest.js'
import { manifest as codex } from './codex/manifest.js'
import { manifest as copilotCli } from './copilot-cli/manifest.js'
import { manifest as cursor } from './cursor/manifest.js'
import { manifest as droid } from './droid/manifest.js'
import { manifest as geminiCli } from './gemini-cli/manifest.js'
import { manifest as grok } from './grok/manifest.js'
import { manifest as kilo } from './kilo/manifest.js'
import { manifest as opencode } from './opencode/manifest.js'
import { manifest as pi } from './pi/manifest.js'
import { manifest as qwenCode } from './qwen-code/manifest.js'

export const MANIFESTS: readonly Manifest[] = [
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
