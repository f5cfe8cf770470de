/** What every agent's reader can do. A reader turns the agent's own file into the stream of core/transcript. */
import type { Survived, TranscriptEvent } from '../core/transcript.js'

export type AgentId = 'claude-code' | 'codex' | 'gemini-cli' | 'copilot-cli' | 'cursor' | 'opencode'

export interface ReadResult {
  /** Hand it to the next `read` to continue there. Plain JSON without any text of the conversation. */
  mark: unknown
  /** The file was read from its start although a mark was given: forget what was collected from it before. */
  restarted: boolean
  survived: Survived
}

/** The newest state. What is absent was not found within the stretch that is looked at. */
export interface Tail {
  lastPrompt?: string
  context?: { tokens: number; window?: number }
  model?: string
  branch?: string
  session?: string
  at?: number
}

export interface SessionFile {
  agent: AgentId
  path: string
  session: string
  mtimeMs: number
  cwd?: string
}

export interface Place {
  cwd: string
  gitRoot?: string
  userHome: string
  env: Record<string, string | undefined>
}

export interface TranscriptReader {
  agent: AgentId
  /** Is this file mine? */
  sniff(firstLines: string, path: string): boolean
  read(path: string, from: unknown, onEvent: (event: TranscriptEvent) => void): ReadResult
  /** From the end: the same cost for 1 MB and 1 GB. */
  readTail(path: string): Tail
  /** Newest first. Cheap: names and stats, at most a few first lines. */
  findSessions(place: Place): SessionFile[]
}
