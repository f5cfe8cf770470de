/** What the entry of the hooks needs of all agents: it is loaded at every tool call, so no manifest is. */
// Generated from the folders beside it: node scripts/generate-registry.mjs
import { hooks as claudeCode } from './claude-code/hooks.js'
import { hooks as cline } from './cline/hooks.js'
import { hooks as codex } from './codex/hooks.js'
import { hooks as copilotCli } from './copilot-cli/hooks.js'
import { hooks as cursor } from './cursor/hooks.js'
import { hooks as droid } from './droid/hooks.js'
import { hooks as geminiCli } from './gemini-cli/hooks.js'
import { hooks as grok } from './grok/hooks.js'
import type { Hooks } from './hooks.js'
import { hooks as kilo } from './kilo/hooks.js'
import { hooks as opencode } from './opencode/hooks.js'
import { hooks as pi } from './pi/hooks.js'
import { hooks as qwenCode } from './qwen-code/hooks.js'

export const HOOKS: Readonly<Record<string, Hooks>> = {
  'claude-code': claudeCode,
  cline,
  codex,
  'copilot-cli': copilotCli,
  cursor,
  droid,
  'gemini-cli': geminiCli,
  grok,
  kilo,
  opencode,
  pi,
  'qwen-code': qwenCode,
}

/** The variables by which each is known, as its manifest says. */
export const MARKS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'],
  cline: [],
  codex: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_SANDBOX'],
  'copilot-cli': ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
  cursor: ['CURSOR_AGENT', 'CURSOR_VERSION'],
  droid: [],
  'gemini-cli': ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
  grok: ['GROK_AGENT', 'GROK_SESSION_ID', 'GROK_HOOK_EVENT'],
  kilo: ['KILO'],
  opencode: ['OPENCODE'],
  pi: ['PI_CODING_AGENT', 'PI_SESSION_ID', 'PI_SESSION_FILE'],
  'qwen-code': ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'],
}
