/** What a tool call did, from its name, arguments and what the client showed of it; and what it answered. */
import type { Answer } from '../common/calls.js'
import { type Changed, countDiff, countReplaced, linesIn } from '../common/edits.js'
import { clip, type Json, listOf, numberOf, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { actionByShape } from '../common/shapes.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

type Make = (args: Json, shown: Json | undefined) => Action | undefined

const search: Make = (args) =>
  onText(args['pattern'], (pattern) => present<Action>({ type: 'search', pattern, path: pathIn(args) }))
const delegate: Make = (args) =>
  onText(args['objective'] ?? args['query'] ?? args['prompt'] ?? args['task'], (what) => ({
    type: 'delegate',
    what: clip(what),
  }))

const BY_TOOL: Readonly<Record<string, Make>> = {
  read_file: (args) => onText(pathIn(args), (path) => ({ type: 'read', path })),
  read_many_files: (args) =>
    onText(
      listOf(args['include'] ?? args['paths'])
        .filter((one) => typeof one === 'string')
        .join(' '),
      (path) => ({ type: 'read', path }),
    ),
  write_file: writeOf,
  replace: replaceOf,
  edit: replaceOf,
  run_shell_command: (args) =>
    onText(args['command'], (command) =>
      present<Action>({
        type: 'run',
        command,
        cwd: textOf(args['dir_path']) ?? textOf(args['directory']),
        background: args['is_background'] === true ? true : undefined,
      }),
    ),
  glob: search,
  grep_search: search,
  search_file_content: search,
  list_directory: (args) => onText(pathIn(args), (path) => ({ type: 'search', pattern: '*', path })),
  google_web_search: (args) => onText(args['query'], (what) => ({ type: 'web', what })),
  web_fetch: (args) => onText(args['url'] ?? args['prompt'], (what) => ({ type: 'web', what: clip(what) })),
  codebase_investigator: delegate,
  delegate_to_agent: delegate,
  invoke_agent: delegate,
}

const NOTES: ReadonlySet<string> = new Set(
  'update_topic write_todos ask_user enter_plan_mode exit_plan_mode complete_task'.split(' '),
)

export function actionOf(call: Json): Action {
  const tool = textOf(call['name']) ?? 'tool'
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  const shown = call['status'] === 'success' ? objectOf(call['resultDisplay']) : undefined
  const args = objectOf(call['args']) ?? {}
  return NOTES.has(tool) ? { type: 'note', tool } : (known?.(args, shown) ?? actionByShape(tool, args))
}

function writeOf(args: Json, shown: Json | undefined): Action | undefined {
  const content = typeof args['content'] === 'string' ? args['content'] : undefined
  return onText(pathIn(args), (path) => {
    if (shown?.['isNewFile'] !== true) return { type: 'edit', path, ...changedIn(shown) }
    return present<Action>({
      type: 'create',
      path,
      added: changedIn(shown)?.added ?? (content === undefined ? undefined : linesIn(content)),
    })
  })
}

function replaceOf(args: Json, shown: Json | undefined): Action | undefined {
  const [before, after] = [args['old_string'], args['new_string']]
  return onText(pathIn(args), (path): Action => {
    if (typeof before !== 'string' || typeof after !== 'string') return { type: 'edit', path, ...changedIn(shown) }
    // With an empty text to replace, the tool makes a new file.
    if (before === '') return { type: 'create', path, added: changedIn(shown)?.added ?? linesIn(after) }
    const changed = changedIn(shown) ?? (args['allow_multiple'] === true ? undefined : countReplaced(before, after))
    return { type: 'edit', path, ...changed, undo: { before: clip(before), after: clip(after) } }
  })
}

function changedIn(shown: Json | undefined): Changed | undefined {
  const stat = objectOf(shown?.['diffStat'])
  const [added, removed] = [numberOf(stat?.['model_added_lines']), numberOf(stat?.['model_removed_lines'])]
  if (added !== undefined && removed !== undefined) return { added, removed }
  const diff = textOf(shown?.['fileDiff'])
  return diff === undefined ? undefined : countDiff(diff)
}

function pathIn(args: Json): string | undefined {
  return textOf(args['file_path']) ?? textOf(args['absolute_path']) ?? textOf(args['dir_path']) ?? textOf(args['path'])
}

const FINAL: ReadonlySet<unknown> = new Set(['success', 'error', 'cancelled'])
const EXIT = /^(?:Exit Code|Exit code): (\d{1,5})$/m
/** The exit code stands after the output, with little behind it. */
const TAIL = 600

export function answerOf(call: Json): Answer | undefined {
  const status = call['status']
  if (!FINAL.has(status)) return undefined
  const text = textIn(call['result']) || textOf(call['resultDisplay']) || ''
  const said = call['name'] === 'run_shell_command' ? EXIT.exec(text.slice(-TAIL))?.[1] : undefined
  const exit = said === undefined ? undefined : Number(said)
  return present<Answer>({
    ok: status === 'success' && (exit ?? 0) === 0,
    exit,
    interrupted: status === 'cancelled' ? true : undefined,
    text: text ? clip(text) : undefined,
  })
}

/** Parts: texts, or what a function returned. */
export function textIn(result: unknown): string {
  if (typeof result === 'string') return result
  const parts = Array.isArray(result) ? objectsOf(result) : [objectOf(result) ?? {}]
  return parts
    .flatMap((part) => {
      const response = objectOf(objectOf(part['functionResponse'])?.['response'])
      return textOf(part['text']) ?? textOf(response?.['output']) ?? textOf(response?.['error']) ?? []
    })
    .join('\n')
}
