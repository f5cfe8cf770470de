/**
 * What happened in a session, in one shape for every agent. A reader turns an agent's own file into a stream of these;
 * everything behind it (facts, briefing, context use) knows only this.
 */

/** Where it was read, so that a reader of the checkpoint can look it up. */
export interface Ref {
  /** Byte offset of the record in its file; for databases the row. */
  offset: number
  /** The agent's own id of the record, where it has one. */
  id?: string
}

interface Common {
  ref: Ref
  /** Milliseconds since 1970, where the record says. */
  at?: number
  /** The sub-agent it happened in; absent in the main conversation. */
  sub?: string
}

/** Typed by a person: no meta records, no tool results, no injected tags, no compaction summaries. */
interface PromptEvent extends Common {
  kind: 'prompt'
  text: string
}

/** What the assistant said. */
interface TextEvent extends Common {
  kind: 'text'
  text: string
}

/** A file as a whole, or the place in one that was replaced. */
export type OwnEdit = { whole: string } | { before: string; after: string }

export type Action =
  | { type: 'read'; path: string }
  /** Lines added and removed where the record tells; `undo` holds what the edit replaced, for noticing reverts. */
  | {
      type: 'edit'
      path: string
      added?: number
      removed?: number
      undo?: { before: string; after: string }
      wrote?: readonly OwnEdit[]
    }
  /** `wrote`: what it wrote, whole, where the record tells. It is not to be held on to. */
  | { type: 'create'; path: string; added?: number; wrote?: readonly OwnEdit[] }
  | { type: 'delete'; path: string }
  | { type: 'search'; pattern: string; path?: string }
  | { type: 'run'; command: string; cwd?: string; background?: boolean }
  | { type: 'web'; what: string }
  | { type: 'delegate'; what: string }
  /** Nothing is done by it: a list, a plan, a question, a look at what runs. Where it says something, another event tells. */
  | { type: 'note'; tool: string }
  /** Nobody here knows what it does. */
  | { type: 'other'; tool: string }

/** The assistant used a tool. */
export interface CallEvent extends Common {
  kind: 'call'
  call: string
  tool: string
  action: Action
}

/** What a tool answered. `ok` is undefined where the file does not tell. */
export interface ResultEvent extends Common {
  kind: 'result'
  call: string
  ok?: boolean
  exit?: number
  /** The user stopped or refused it. */
  interrupted?: boolean
  /** What the user said beside a refusal: why, or what instead. */
  said?: string
  /** The first and last lines of what it printed, at most 2,000 characters. */
  text?: string
}

export interface Todo {
  text: string
  state: 'open' | 'doing' | 'done' | 'dropped'
}

/** The whole list as it stands after this record. */
export interface TodosEvent extends Common {
  kind: 'todos'
  items: Todo[]
}

export interface PlanEvent extends Common {
  kind: 'plan'
  /** `enter`: plan mode began; `proposed`: a plan was shown; `approved` / `refused`: the user's answer. */
  state: 'enter' | 'proposed' | 'approved' | 'refused'
  path?: string
  text?: string
}

/** The assistant asked through a question tool, and perhaps the user answered. */
export interface QuestionEvent extends Common {
  kind: 'question'
  call: string
  question: string
  options: string[]
  answer?: string
}

/**
 * What the agent or its client wrote down of the work at that time: the goal it was set, a title, a recap for somebody who
 * comes back, the summary with which a compaction went on.
 */
export interface StatedEvent extends Common {
  kind: 'stated'
  what: 'goal' | 'title' | 'recap' | 'summary'
  text: string
}

export interface CompactionEvent extends Common {
  kind: 'compaction'
  trigger?: 'manual' | 'auto'
  /** Context tokens after it, where the record says. */
  tokensAfter?: number
}

export interface UsageEvent extends Common {
  kind: 'usage'
  model?: string
  /** Tokens in the context of this request: input, cache reads and cache writes. */
  context: number
  output?: number
  /** The window, where the agent writes it down. */
  window?: number
}

/** What the agent says about where it is. Only when it changes. */
export interface WhereEvent extends Common {
  kind: 'where'
  session?: string
  cwd?: string
  branch?: string
  head?: string
  model?: string
}

export type TranscriptEvent =
  | PromptEvent
  | TextEvent
  | CallEvent
  | ResultEvent
  | TodosEvent
  | PlanEvent
  | QuestionEvent
  | StatedEvent
  | CompactionEvent
  | UsageEvent
  | WhereEvent

/** What was met on the way and survived. */
export interface Survived {
  malformed: number
  unknown: number
  duplicate: number
  /** The file ended inside a record. */
  tornTail: boolean
}
