/** Which agent and session this command runs in, from the variables that agents set for the programs they start. */
import type { Env } from './output.js'

export interface FoundAgent {
  agent?: string
  session?: string
}

interface Signs {
  agent: string
  /** Any of these set means this agent. */
  marks: readonly string[]
  sessions: readonly string[]
}

const AGENTS: readonly Signs[] = [
  { agent: 'claude-code', marks: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'], sessions: ['CLAUDE_CODE_SESSION_ID'] },
  { agent: 'codex', marks: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'], sessions: ['CODEX_THREAD_ID'] },
  { agent: 'gemini-cli', marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'], sessions: ['GEMINI_SESSION_ID'] },
  { agent: 'opencode', marks: ['OPENCODE'], sessions: [] },
  { agent: 'cursor', marks: ['CURSOR_AGENT'], sessions: [] },
]

/** DOGEAR_AGENT and DOGEAR_SESSION say it outright and win. */
export function findAgent(env: Env): FoundAgent {
  const signs = AGENTS.find((one) => one.marks.some((mark) => env[mark]))
  const agent = env['DOGEAR_AGENT'] || signs?.agent
  const session = env['DOGEAR_SESSION'] || signs?.sessions.map((name) => env[name]).find(Boolean)
  return { ...(agent ? { agent } : {}), ...(session ? { session } : {}) }
}
