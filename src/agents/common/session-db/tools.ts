/** What a tool call did, from its name, input and what the client noted about it; and what it answered. */
import { type Answer, reasonIn } from '../calls.js'
import { actionsOfPatch, type Changed, countDiff, countReplaced, linesIn } from '../edits.js'
import { clip, type Json, numberOf, objectOf, objectsOf, onText, textOf } from '../values.js'
import { actionByShape } from '../shapes.js'
import { present } from '../../../core/present.js'
import type { Action } from '../../../core/session/transcript.js'

type Make = (input: Json, noted: Json) => Action | undefined

const search: Make = (input) =>
  onText(input['pattern'], (pattern) => present<Action>({ type: 'search', pattern, path: textOf(input['path']) }))
const list: Make = (input) => onText(textOf(input['path']) ?? '.', (path) => ({ type: 'search', pattern: '*', path }))
const web: Make = (input) => onText(input['url'] ?? input['query'], (what) => ({ type: 'web', what }))

const BY_TOOL: Readonly<Record<string, Make>> = {
  read: (input) => onText(pathIn(input), (path) => ({ type: 'read', path })),
  write: writeOf,
  edit: editOf,
  multiedit: editOf,
  bash: (input) =>
    onText(input['command'], (command) => present<Action>({ type: 'run', command, cwd: textOf(input['workdir']) })),
  grep: search,
  glob: search,
  list,
  ls: list,
  webfetch: web,
  websearch: web,
  codesearch: web,
  task: (input) => onText(input['description'] ?? input['prompt'], (what) => ({ type: 'delegate', what: clip(what) })),
}

const NOTES: ReadonlySet<string> = new Set(
  'todowrite todoread question plan_enter plan_exit suggest board_post board_read schedule_wakeup cancel_wakeup'.split(
    ' ',
  ),
)

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: Json, noted: Json): Action[] {
  if (tool === 'patch' || tool === 'apply_patch') {
    const actions = actionsOfPatch(textOf(input['patchText']) ?? textOf(input['patch']) ?? '')
    if (actions.length > 0) return actions
  }
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  if (tool === 'background_process') return [background(tool, input)]
  return [NOTES.has(tool) ? { type: 'note', tool } : (known?.(input, noted) ?? actionByShape(tool, input))]
}

/** It starts one, or looks after those that run. */
function background(tool: string, input: Json): Action {
  const command = input['action'] === 'start' ? textOf(input['command']) : undefined
  return command === undefined ? { type: 'note', tool } : { type: 'run', command, background: true }
}

function writeOf(input: Json, noted: Json): Action | undefined {
  const content = input['content']
  return onText(pathIn(input), (path) => {
    if (noted['exists'] !== false) return { type: 'edit', path, ...changedIn(noted) }
    return present<Action>({ type: 'create', path, added: typeof content === 'string' ? linesIn(content) : undefined })
  })
}

function editOf(input: Json, noted: Json): Action | undefined {
  const edits = objectsOf(input['edits'])
  const { oldString: before, newString: after } = edits.length === 1 ? (edits[0] ?? input) : input
  return onText(pathIn(input), (path): Action => {
    if (typeof before !== 'string' || typeof after !== 'string') return { type: 'edit', path, ...changedIn(noted) }
    // With an empty text to replace, the tool makes a new file.
    if (before === '') return { type: 'create', path, added: linesIn(after) }
    const changed = changedIn(noted) ?? (input['replaceAll'] === true ? undefined : countReplaced(before, after))
    return { type: 'edit', path, ...changed, undo: { before: clip(before), after: clip(after) } }
  })
}

function changedIn(noted: Json): Changed | undefined {
  const file = objectOf(noted['filediff'])
  const [added, removed] = [numberOf(file?.['additions']), numberOf(file?.['deletions'])]
  if (added !== undefined && removed !== undefined) return { added, removed }
  const diff = textOf(noted['diff'])
  return diff === undefined ? undefined : countDiff(diff)
}

function pathIn(input: Json): string | undefined {
  return textOf(input['filePath']) ?? textOf(input['path'])
}

const STOPPED = /^(?:The user (?:rejected|dismissed)|Tool execution aborted|Tool call aborted)/

/** What dogear's plug-in put behind it. */
const OURS = /\n*<dogear>\n[^]*?\n<\/dogear>\s*$/

/** Undefined: it has not answered yet. */
export function answerOf(state: Json, noted: Json): Answer | undefined {
  const exit = numberOf(noted['exit']) ?? numberOf(noted['exitCode'])
  const text = (textOf(state['output']) ?? textOf(state['error']))?.replace(OURS, '')
  const shown = { text: text && clip(text) }
  if (state['status'] === 'completed') return present<Answer>({ ok: (exit ?? 0) === 0, exit, ...shown })
  if (state['status'] !== 'error') return undefined
  const isStopped = STOPPED.test(text ?? '') || noted['interrupted'] === true
  return present<Answer>({
    ok: false,
    exit,
    interrupted: isStopped ? true : undefined,
    said: reasonIn(text ?? ''),
    ...shown,
  })
}
