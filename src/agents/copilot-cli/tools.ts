/** What a tool does, from its name and arguments; and what it answered. */
import { type Answer, reasonIn } from '../common/calls.js'
import { actionsOfPatch, countReplaced, linesIn } from '../common/edits.js'
import { clip, type Json, numberOf, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { actionByShape } from '../common/shapes.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

type Make = (args: Json) => Action | undefined

const read: Make = (args) => onText(args['path'], (path) => ({ type: 'read', path }))
const run: Make = (args) =>
  onText(args['command'], (command) =>
    present<Action>({
      type: 'run',
      command,
      cwd: textOf(args['cwd']),
      background: args['mode'] === 'async' || args['detach'] === true || args['async'] === true ? true : undefined,
    }),
  )
const search: Make = (args) =>
  onText(args['pattern'] ?? args['query'], (pattern) =>
    present<Action>({ type: 'search', pattern, path: textOf(args['path']) }),
  )
const web: Make = (args) => onText(args['url'] ?? args['query'], (what) => ({ type: 'web', what }))

const BY_TOOL: Readonly<Record<string, Make>> = {
  view: read,
  read_file: read,
  create: createOf,
  edit: editOf,
  str_replace: editOf,
  insert: editOf,
  str_replace_editor: (args) => editorOf(args),
  bash: run,
  powershell: run,
  local_shell: run,
  grep: search,
  rg: search,
  glob: search,
  web_fetch: web,
  fetch: web,
  web_search: web,
  task: (args) =>
    onText(args['description'] ?? args['prompt'] ?? args['name'], (what) => ({ type: 'delegate', what: clip(what) })),
}

const NOTES: ReadonlySet<string> = new Set('report_intent task_complete update_todo ask_user exit_plan_mode'.split(' '))

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: unknown): Action[] {
  const args = objectOf(input) ?? {}
  if (tool === 'apply_patch') {
    const patch = textOf(input) ?? textOf(args['patch']) ?? textOf(args['input']) ?? ''
    const actions = actionsOfPatch(patch)
    if (actions.length > 0) return actions
  }
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return [NOTES.has(tool) ? { type: 'note', tool } : (known?.(args) ?? actionByShape(tool, args))]
}

function editorOf(args: Json): Action | undefined {
  const command = args['command']
  if (command === 'view') return read(args)
  return command === 'create' ? createOf(args) : editOf(args)
}

function createOf(args: Json): Action | undefined {
  const content = typeof args['file_text'] === 'string' ? args['file_text'] : args['content']
  const added = typeof content === 'string' ? linesIn(content) : undefined
  return onText(args['path'], (path) => present<Action>({ type: 'create', path, added }))
}

function editOf(args: Json): Action | undefined {
  const before = args['old_str'] ?? args['old_string'] ?? (args['insert_line'] === undefined ? undefined : '')
  const after = args['new_str'] ?? args['new_string'] ?? args['insert_text']
  return onText(args['path'], (path): Action => {
    if (typeof before !== 'string' || typeof after !== 'string') return { type: 'edit', path }
    return { type: 'edit', path, ...countReplaced(before, after), undo: { before: clip(before), after: clip(after) } }
  })
}

const EXIT = /<(?:exited|shellId: \S{1,20} completed) with exit code (-?\d{1,10})>\s*$/
const TAIL = 200
const STOPPED: ReadonlySet<unknown> = new Set([
  'rejected',
  'denied',
  'aborted',
  'cancelled',
  'canceled',
  'user_rejected',
])
const STOPPED_TEXT =
  /^(?:The user rejected|The execution of this tool, or a previous tool was interrupted|User (?:rejected|denied|cancelled))/i

export function answerOf(data: Json): Answer {
  const result = objectOf(data['result'])
  const error = objectOf(data['error'])
  const text = textOf(error?.['message']) ?? textOf(result?.['content']) ?? textOf(data['error']) ?? ''
  const exit = numberOf(objectOf(data['shellExecution'])?.['exitCode']) ?? exitOf(text, result)
  const isStopped = STOPPED.has(error?.['code']) || STOPPED_TEXT.test(text)
  const said = typeof data['success'] === 'boolean' ? data['success'] : undefined
  return present<Answer>({
    ok: exit !== undefined && exit !== 0 ? false : said,
    exit,
    interrupted: isStopped ? true : undefined,
    said: isStopped ? reasonIn(text) : undefined,
    text: text ? clip(text) : undefined,
  })
}

function exitOf(text: string, result: Json | undefined): number | undefined {
  const block = objectsOf(result?.['contents']).find(({ type }) => type === 'shell_exit' || type === 'terminal')
  const said = EXIT.exec(text.slice(-TAIL))?.[1]
  return numberOf(block?.['exitCode']) ?? (said === undefined ? undefined : Number(said))
}
