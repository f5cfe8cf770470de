/**
 * The contract of an agent. An agent is one folder below src/agents: `manifest.ts` says how to recognise it and what it can
 * do, `reader.ts` reads its transcripts. Everything else is optional. docs/write-an-agent.md shows the way.
 */
import type { WindowHints } from '../core/session/context.js'
import type { Survived, TranscriptEvent } from '../core/session/transcript.js'
import type { Hooks } from './hooks.js'
import type { Install, InstallScope } from './install.js'

/** The name of its folder. A plain text: the registry knows which there are. */
export type AgentId = string

type Env = Readonly<Record<string, string | undefined>>

/** Whose machine it is. */
export interface Machine {
  userHome: string
  env: Env
}

/**
 * All signs of an agent, and the only place where they stand. Manifests are loaded by every command, so they import
 * nothing heavy: abilities with much code are functions that load it.
 */
export interface Manifest {
  id: AgentId
  /** As its makers write it. */
  title: string
  /** Where the signs of several agents are found, the smallest number wins: in a file, and among the variables. */
  order: { file: number; env: number }
  env: {
    /** It sets these for the programs it starts. Any of them set means this agent. */
    marks: readonly string[]
    /** Those that hold the id of the session, the best first. */
    sessions: readonly string[]
  }
  /** How the user starts it, where work that another agent had to leave can be handed over to it. */
  command?: string
  /** The flag before a first prompt with which it starts. Absent: the prompt is a word of its own. */
  promptFlag?: string
  /** How the names begin under which it connects to an MCP server, in small letters. */
  clients: readonly string[]
  /** It shows its model the text of a tool's answer and the data beside it: what stands in both is read, and paid for, twice. */
  showsData?: 'beside the text'
  /** The folders it keeps something in. None of them there: it has never run on this machine. */
  homes(machine: Machine): string[]
  /** The folders with the plans of its plan mode. */
  plans?(place: PlanPlace, disk: PlanDisk): string[]
  /** Ability: the folder of its automatic memory of a project, there yet or not. Null: it is switched off. */
  memory?(place: MemoryPlace): string | null
  /** Ability: it calls dogear by itself while it works. */
  hooks?(): Promise<Hooks>
  /** Ability: dogear can be set up in it, checked and taken out again. */
  install?: {
    /** The first is meant where none is named. */
    scopes: readonly [InstallScope, ...InstallScope[]]
    load(): Promise<Install>
  }
}

export interface PlanPlace extends Machine {
  worktree: string
  session?: string
}

/** How a manifest looks at the disk: data from strangers, with a limit, and never through a link out of the worktree. */
export interface PlanDisk {
  /** A path that is not absolute counts from the worktree. Null: there is nothing that one should read. */
  read(path: string): string | null
  /** The names of the folders in it. */
  folders(path: string): string[]
  isInWorktree(path: string): boolean
}

export interface MemoryPlace extends Machine {
  /** The root of the main worktree, which all its subfolders and linked worktrees share; without git the folder itself. */
  root: string
}

/** The one part that every agent has: its file into the stream of core/session/transcript. */
export interface TranscriptReader {
  agent: AgentId
  /** Is this file mine? Exactly one reader says so. */
  sniff(firstLines: string, path: string): boolean
  read(path: string, from: unknown, onEvent: (event: TranscriptEvent) => void): ReadResult
  /** From the end: the same cost for 1 MB and 1 GB. */
  readTail(path: string): Tail
  /** Newest first. Cheap: names and stats, at most a few first lines. */
  findSessions(place: Place): SessionFile[]
  /** For an agent that keeps many sessions in one file and names them by more than its path: that file. */
  fileOf?(path: string): string
  /** What settings and environment say about the size of the context. */
  windowHints?(place: WindowPlace): WindowHints
}

export interface Place {
  cwd: string
  gitRoot?: string
  userHome: string
  env: Record<string, string | undefined>
}

export interface SessionFile {
  agent: AgentId
  path: string
  session: string
  mtimeMs: number
  cwd?: string
}

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
  /** For so long after its last turn what the model has read need not be read anew, where the client says so. */
  cacheMs?: number
  model?: string
  branch?: string
  session?: string
  at?: number
}

export interface WindowPlace extends Machine {
  /** Where the session works: its project may have settings too. */
  worktree?: string
  /** As the transcript names it, which may be without the suffix of a large window. */
  model?: string
}
