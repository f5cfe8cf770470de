/**
 * Who is calling? Other agents read the hook settings of Claude Code too (Copilot CLI those of a repository, Grok Build
 * those of a user, Codex and Copilot CLI its plugins) and run what stands there. Their sessions are not Claude Code's.
 */
import { type Event, textIn } from './call.js'

type Env = Readonly<Record<string, string | undefined>>

/** Set by other agents for their hooks or their shells. The launcher has the same list. */
export const MARKS_OF_OTHERS: readonly string[] = [
  'COPILOT_CLI',
  'GROK_HOOK_EVENT',
  'GROK_SESSION_ID',
  'GEMINI_CLI',
  'GEMINI_SESSION_ID',
  'QWEN_CODE',
  'QWEN_CODE_SESSION_ID',
  'CODEX_THREAD_ID',
  'OPENCODE',
  // Of plugins, in Codex and Copilot CLI. Claude Code's own is CLAUDE_PLUGIN_ROOT, which these set as well.
  'PLUGIN_ROOT',
]

const FOLDERS_OF_OTHERS = /[\\/]\.(?:copilot|grok|codex|gemini|qwen|factory)[\\/]/

export function isFromClaudeCode(env: Env, event: Event): boolean {
  // Copilot CLI and Grok Build spell their fields so, Grok Build beside Claude Code's spelling.
  if ('sessionId' in event || 'hookEventName' in event) return false
  if (FOLDERS_OF_OTHERS.test(textIn(event, 'transcript_path'))) return false
  if (!MARKS_OF_OTHERS.some((name) => env[name])) return true
  // One of the two was started in a shell of the other and has inherited its marks: the session tells whose hook it is.
  const session = env['CLAUDE_CODE_SESSION_ID']
  return Boolean(env['CLAUDECODE']) && (session === undefined || session === textIn(event, 'session_id'))
}
