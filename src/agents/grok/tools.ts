/** What a tool call of Grok Build did, and what it answered. */
import type { Answer } from '../common/calls.js'
import { replaced } from '../common/edits.js'
import { actionByShape } from '../common/shapes.js'
import { clip, type Json, numberOf, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

type Make = (input: Json) => Action | undefined

const BY_TOOL: Readonly<Record<string, Make>> = {
  read_file: (input) => onText(input['target_file'] ?? input['file_path'], (path) => ({ type: 'read', path })),
  list_dir: (input) => onText(input['target_directory'] ?? '.', (path) => ({ type: 'search', pattern: '*', path })),
  grep: (input) =>
    onText(input['pattern'], (pattern) => present<Action>({ type: 'search', pattern, path: textOf(input['path']) })),
  search_replace: (input) =>
    onText(input['file_path'], (path) => replaced(path, input['old_string'], input['new_string'])),
  run_terminal_command: (input) =>
    onText(input['command'], (command) =>
      present<Action>({ type: 'run', command, background: input['is_background'] === true ? true : undefined }),
    ),
  web_search: (input) => onText(input['query'], (what) => ({ type: 'web', what })),
  web_fetch: (input) => onText(input['url'], (what) => ({ type: 'web', what })),
  spawn_subagent: (input) =>
    onText(input['description'] ?? input['prompt'], (what) => ({ type: 'delegate', what: clip(what) })),
}

const NOTES: ReadonlySet<string> = new Set(
  'todo_write ask_user_question search_tool exit_plan_mode enter_plan_mode'.split(' '),
)

/** Tools of servers are called through another one. */
export function actionOf(tool: string, input: Json): Action {
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return NOTES.has(tool) ? { type: 'note', tool } : (known?.(input) ?? actionByShape(tool, input))
}

/** Undefined: it is still at work. */
export function answerOf(update: Json): Answer | undefined {
  const { status } = update
  if (status !== 'completed' && status !== 'failed') return undefined
  const output = objectOf(update['rawOutput'])
  const exit = numberOf(output?.['exit_code'])
  const text = textIn(update['content'])
  const isStopped = output?.['timed_out'] === true || textOf(output?.['signal']) !== undefined
  return present<Answer>({
    ok: status === 'completed' && (exit ?? 0) === 0 && !isStopped,
    exit,
    interrupted: isStopped ? true : undefined,
    text: text === '' ? undefined : clip(text),
  })
}

function textIn(content: unknown): string {
  return objectsOf(content)
    .map((part) => textOf(objectOf(part['content'])?.['text']) ?? '')
    .filter(Boolean)
    .join('\n')
}
