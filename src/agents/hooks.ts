/**
 * The ability of an agent to call dogear while it works, in words that hold for all agents. An agent's `hooks.ts` turns
 * the client's own message into one of these events and an answer into what the client understands; both are pure. What
 * is done at an event is decided once, in src/hook, and never asks which agent it is.
 */

export interface Hooks {
  /** Null: nothing that dogear acts on. What is missing in a message is missing in the event; nothing is thrown. */
  parseEvent(input: HookInput): HookEvent | null
  /** For stdout. Null: this client takes nothing of the kind at this event, and silence is always understood. */
  printAnswer(event: HookEvent, answer: HookAnswer): string | null
  /**
   * How long an event may take, in milliseconds from the start of the process. A kind that is not named never comes from
   * this client.
   */
  budgets: Readonly<Partial<Record<HookKind, number>>>
  /**
   * Where a briefing reaches the model: one place each, for a client that takes text in two would show it twice. Null:
   * nowhere.
   */
  briefing: { atStart: BriefingSlot; afterCompaction: BriefingSlot }
  /** What is longer does not reach the model whole. */
  maxCharacters: number
  /**
   * Is the message really this client's? Others read its settings and run its hooks too. `others`: it bears the marks of
   * another agent. Absent: whoever calls is believed.
   */
  isOwn?(input: HookInput, others: boolean): boolean
  /**
   * Do the last lines of the session's file, the newest first, tell that all that came before this event is in it? Only for
   * a client that writes late: it is waited for, for a moment.
   */
  isWritten?(event: HookEvent, lastLines: readonly string[]): boolean
  /**
   * Do the last lines of the session's file, the newest first, tell of a client that has forgotten what it was told behind a compaction, once another process
   * takes the session up? Then it is told again.
   */
  forgets?(lines: readonly string[]): boolean
  /**
   * Do these lines tell that the service refused at last, and another agent could go on? Only for a client that has no event
   * for it, or one that comes only at times: it is asked where a session ends, and at the next prompt.
   */
  isRefused?(lastLines: readonly string[]): boolean
  /** How the model knows a tool of dogear's MCP server. */
  toolName(tool: string): string
  /** What the user types to make room, for the sentence "Run …". */
  makeRoom: string
}

export type BriefingSlot = 'session-start' | 'prompt' | 'before-tool' | 'after-tool' | null

export interface HookInput {
  /** The message on stdin. */
  message: Readonly<Record<string, unknown>>
  /** The word behind the agent's id in the command: some clients do not name the event in the message. */
  word?: string
  userHome: string
  env: Readonly<Record<string, string | undefined>>
}

/** To the model, to the user, or a refusal with its reason: of what goes on now, never of a turn's end. */
export interface HookAnswer {
  toModel?: string
  toUser?: string
  refuse?: string
}

export type HookKind = HookEvent['kind']

export type HookEvent = Common &
  (
    | { kind: 'session-start'; source: SessionSource }
    | { kind: 'prompt'; prompt: string }
    | { kind: 'before-tool'; tool: ToolUse }
    | { kind: 'after-tool'; tool: ToolUse }
    | { kind: 'tool-failed'; tool: ToolUse; error: string; interrupted: boolean }
    /** `again`: a hook made the model go on after an end before this one. */
    | { kind: 'turn-end'; lastWords?: string; again: boolean }
    /** `elsewhere`: the service refuses, and another agent could go on. */
    | { kind: 'turn-failed'; error: string; elsewhere: boolean }
    | { kind: 'before-compaction'; trigger: 'manual' | 'auto' }
    /** `cleared`: the user goes on in a new session of the same process. */
    | { kind: 'session-end'; reason: string; cleared: boolean }
    | { kind: 'idle' }
    | { kind: 'statusline'; context?: { tokens: number; window: number } }
  )

interface Common {
  /** The client's own word for it, which its answers repeat and the log shows. */
  name: string
  /** Empty: the client does not say. */
  session: string
  transcript?: string
  /** Where the session may be at work, the likeliest first. */
  folders: readonly string[]
  /** The client's own process, where it names it. */
  pid?: number
  /** In this mode no tool waits for the user. */
  asksNothing?: boolean
}

/** `compact`: the same session goes on after a compaction. `fork`: a new one with what another knows. */
export type SessionSource = 'startup' | 'resume' | 'fork' | 'clear' | 'compact'

/** Empty texts where the client does not say. */
export type ToolUse =
  | { does: 'run'; command: string; background: boolean }
  | { does: 'edit'; path: string; before: string; after: string }
  | { does: 'other'; tool: string }
