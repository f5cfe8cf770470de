/** What a tool does, from its name and input. */
import { linesIn } from '../common/edits.js'
import { knownState, todoState } from '../common/events.js'
import { clip, type Json, listOf, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { actionByShape } from '../common/shapes.js'
import { present } from '../../core/present.js'
import type { Action, OwnEdit, Todo } from '../../core/session/transcript.js'

type Input = Json

const BY_TOOL: Record<string, (input: Input) => Action | undefined> = {
  Read: (input) => onPath(input, (path) => ({ type: 'read', path })),
  NotebookRead: (input) => onPath(input, (path) => ({ type: 'read', path })),
  Edit: editOf,
  MultiEdit: editOf,
  NotebookEdit: editOf,
  Write: editOf,
  Bash: runOf,
  PowerShell: runOf,
  Grep: searchOf,
  Glob: searchOf,
  LS: (input) => onPath(input, (path) => ({ type: 'search', pattern: '*', path })),
  WebFetch: (input) => onText(input['url'], (what) => ({ type: 'web', what })),
  WebSearch: (input) => onText(input['query'], (what) => ({ type: 'web', what })),
  Task: delegateOf,
  Agent: delegateOf,
}

/** What they say is told by events of its own, or is only a look at what runs. */
const NOTES: ReadonlySet<string> = new Set(
  `TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet TaskOutput TaskStop BashOutput AgentOutput KillShell KillBash
  EnterPlanMode ExitPlanMode AskUserQuestion ToolSearch`.split(/\s+/),
)

/** Their kind and line counts are known only with the result. */
export const SETTLED_BY_RESULT: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Write'])

function actionOf(tool: string, input: Input): Action {
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  if (NOTES.has(tool)) return { type: 'note', tool }
  return known?.(input) ?? actionByShape(tool, input)
}

/** An edit as it turned out. `details` is the structured half of the result. */
export function settle(tool: string, input: Input, details: Json | undefined): Action {
  const action = actionOf(tool, input)
  if (action.type !== 'edit' || !details) return action
  if (tool === 'Write' && details['type'] === 'create') {
    const content = input['content']
    return present<Action>({
      type: 'create',
      path: action.path,
      added: typeof content === 'string' ? linesIn(content) : undefined,
      wrote: action.wrote,
    })
  }
  return { ...action, ...countChanges(details['structuredPatch']) }
}

function editOf(input: Input): Action | undefined {
  return onPath(input, (path) => present<Action>({ type: 'edit', path, undo: undoOf(input), wrote: wroteOf(input) }))
}

function undoOf(input: Input): { before: string; after: string } | undefined {
  const edits = objectsOf(input['edits'])
  const { old_string: before, new_string: after } = edits.length === 1 ? (edits[0] ?? input) : input
  return typeof before === 'string' && typeof after === 'string'
    ? { before: clip(before), after: clip(after) }
    : undefined
}

/** Unlike `undo`, uncut: whoever compares texts with it needs every letter. */
function wroteOf(input: Input): readonly OwnEdit[] | undefined {
  if (typeof input['content'] === 'string') return [{ whole: input['content'] }]
  const edits = objectsOf(input['edits'])
  const pairs = (edits.length > 0 ? edits : [input]).map(({ old_string: before, new_string: after }) =>
    typeof before === 'string' && typeof after === 'string' ? editOrWhole(before, after) : null,
  )
  return pairs.every((one) => one !== null) ? pairs : undefined
}

/** With nothing to replace, the tool makes a new file. */
function editOrWhole(before: string, after: string): OwnEdit {
  return before === '' ? { whole: after } : { before, after }
}

function runOf(input: Input): Action | undefined {
  return onText(input['command'], (command) =>
    present<Action>({ type: 'run', command, background: input['run_in_background'] === true ? true : undefined }),
  )
}

function searchOf(input: Input): Action | undefined {
  return onText(input['pattern'], (pattern) =>
    present<Action>({ type: 'search', pattern, path: textOf(input['path']) }),
  )
}

function delegateOf(input: Input): Action | undefined {
  const prompt = textOf(input['prompt'])
  const what = textOf(input['description']) ?? (prompt && clip(prompt)) ?? textOf(input['subagent_type'])
  return onText(what, (text) => ({ type: 'delegate', what: text }))
}

function onPath(input: Input, make: (path: string) => Action): Action | undefined {
  return onText(input['file_path'] ?? input['notebook_path'] ?? input['path'], make)
}

function countChanges(patch: unknown): { added?: number; removed?: number } {
  if (!Array.isArray(patch)) return {}
  const lines = objectsOf(patch).flatMap((hunk) => listOf(hunk['lines']))
  const count = (sign: string): number => lines.filter((line) => typeof line === 'string' && line[0] === sign).length
  return { added: count('+'), removed: count('-') }
}

interface Task extends Todo {
  /** Records that made it what it is: reading them again brings it back. */
  offsets: number[]
}

export interface Tasks {
  /** The whole list after a call was answered; null: the call did not change it. */
  apply(call: TaskCall, record: Json, ok: boolean, answer: string): Todo[] | null
  offsets(): number[]
}

interface TaskCall {
  tool: string
  input: Json
  offset: number
  answered: number
}

const CREATED = /^Task #(\S+) created/
const MAX_TASKS = 200

export function trackTasks(): Tasks {
  const tasks = new Map<string, Task>()
  const apply: Record<string, (call: TaskCall, details: Json, answer: string) => boolean> = {
    TaskCreate: (call, details, answer) => {
      const made = objectOf(details['task'])
      const id = idOf(made?.['id']) ?? CREATED.exec(answer)?.[1]
      const text = textOf(call.input['subject']) ?? textOf(made?.['subject'])
      if (!id || !text || tasks.size >= MAX_TASKS) return false
      tasks.set(id, { text, state: 'open', offsets: [call.offset, call.answered] })
      return true
    },
    TaskUpdate: (call) => {
      const task = tasks.get(idOf(call.input['taskId']) ?? '')
      if (!task) return false
      task.text = textOf(call.input['subject']) ?? task.text
      task.state = knownState(call.input['status']) ?? task.state
      task.offsets = [...task.offsets.slice(0, 2), call.offset, call.answered]
      return true
    },
    TaskList: (call, details) => {
      const listed = objectsOf(details['tasks'])
      for (const one of listed) {
        const [id, text] = [idOf(one['id']), textOf(one['subject'])]
        if (!id || !text || tasks.size >= MAX_TASKS) continue
        tasks.set(id, { text, state: todoState(one['status']), offsets: [call.offset, call.answered] })
      }
      return listed.length > 0
    },
  }
  return {
    apply(call, record, ok, answer) {
      const details = objectOf(record['toolUseResult']) ?? {}
      const changed = ok && Object.hasOwn(apply, call.tool) && apply[call.tool]?.(call, details, answer)
      return changed ? [...tasks.values()].map(({ text, state }) => ({ text, state })) : null
    },
    offsets: () => [...tasks.values()].flatMap((task) => task.offsets),
  }
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? `${value}` : textOf(value)
}
