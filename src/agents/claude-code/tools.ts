/** What a tool does, from its name and input. */
import { linesIn } from '../common/edits.js'
import { clip, type Json, listOf, objectsOf, present, textOf } from '../common/values.js'
import type { Action } from '../../core/session/transcript.js'

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

/** Their kind and line counts are known only with the result. */
export const SETTLED_BY_RESULT: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Write'])

function actionOf(tool: string, input: Input): Action {
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return known?.(input) ?? { type: 'other', tool }
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
    })
  }
  return { ...action, ...countChanges(details['structuredPatch']) }
}

function editOf(input: Input): Action | undefined {
  return onPath(input, (path) => present<Action>({ type: 'edit', path, undo: undoOf(input) }))
}

function undoOf(input: Input): { before: string; after: string } | undefined {
  const edits = objectsOf(input['edits'])
  const { old_string: before, new_string: after } = edits.length === 1 ? (edits[0] ?? input) : input
  return typeof before === 'string' && typeof after === 'string'
    ? { before: clip(before), after: clip(after) }
    : undefined
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

function onText(value: unknown, make: (text: string) => Action): Action | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : make(text)
}

function countChanges(patch: unknown): { added?: number; removed?: number } {
  if (!Array.isArray(patch)) return {}
  const lines = objectsOf(patch).flatMap((hunk) => listOf(hunk['lines']))
  const count = (sign: string): number => lines.filter((line) => typeof line === 'string' && line[0] === sign).length
  return { added: count('+'), removed: count('-') }
}
