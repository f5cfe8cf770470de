/** What a tool does, from its name and input. The keys are Cursor's own: `path`, `contents`. */
import { actionsOfPatch, countReplaced } from '../common/edits.js'
import { clip, type Json, present, textOf } from '../common/values.js'
import type { Action } from '../../core/session/transcript.js'

type Make = (input: Json) => Action | undefined

const search: Make = (input) =>
  onText(input['pattern'] ?? input['glob_pattern'] ?? input['query'], (pattern) =>
    present<Action>({ type: 'search', pattern, path: textOf(input['path']) ?? textOf(input['target_directory']) }),
  )
const run: Make = (input) =>
  onText(input['command'], (command) =>
    present<Action>({
      type: 'run',
      command,
      cwd: textOf(input['working_directory']),
      background: input['is_background'] === true || input['block_until_ms'] === 0 ? true : undefined,
    }),
  )

const BY_TOOL: Readonly<Record<string, Make>> = {
  Read: (input) => onText(pathIn(input), (path) => ({ type: 'read', path })),
  // The file does not tell whether there was one before, nor what it held.
  Write: (input) => onText(pathIn(input), (path) => ({ type: 'edit', path })),
  StrReplace: replaceOf,
  Edit: replaceOf,
  EditNotebook: replaceOf,
  Delete: (input) => onText(pathIn(input), (path) => ({ type: 'delete', path })),
  Shell: run,
  Grep: search,
  Glob: search,
  SemanticSearch: search,
  LS: (input) => onText(pathIn(input), (path) => ({ type: 'search', pattern: '*', path })),
  WebSearch: (input) => onText(input['search_term'] ?? input['query'], (what) => ({ type: 'web', what })),
  WebFetch: (input) => onText(input['url'], (what) => ({ type: 'web', what })),
  Task: (input) => onText(input['description'] ?? input['prompt'], (what) => ({ type: 'delegate', what: clip(what) })),
}

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: Json, raw: unknown): Action[] {
  if (tool === 'ApplyPatch') {
    const actions = actionsOfPatch(textOf(raw) ?? textOf(input['patch']) ?? textOf(input['input']) ?? '')
    if (actions.length > 0) return actions
  }
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return [known?.(input) ?? { type: 'other', tool }]
}

function replaceOf(input: Json): Action | undefined {
  const [before, after] = [input['old_string'], input['new_string']]
  return onText(pathIn(input), (path): Action => {
    if (typeof before !== 'string' || typeof after !== 'string') return { type: 'edit', path }
    const changed = input['replace_all'] === true ? undefined : countReplaced(before, after)
    return { type: 'edit', path, ...changed, undo: { before: clip(before), after: clip(after) } }
  })
}

function pathIn(input: Json): string | undefined {
  return (
    textOf(input['path']) ??
    textOf(input['file_path']) ??
    textOf(input['target_file']) ??
    textOf(input['target_notebook'])
  )
}

function onText(value: unknown, make: (text: string) => Action): Action | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : make(text)
}
