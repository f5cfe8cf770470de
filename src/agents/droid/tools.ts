/** What a tool call of droid did, and what it answered. */
import { type Answer, reasonIn } from '../common/calls.js'
import { actionsOfPatch, linesIn, replaced } from '../common/edits.js'
import { todoState } from '../common/events.js'
import { actionByShape } from '../common/shapes.js'
import { clip, type Json, listOf, objectsOf, onText, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action, Todo } from '../../core/session/transcript.js'

type Make = (input: Json) => Action | undefined

const BY_TOOL: Readonly<Record<string, Make>> = {
  Read: (input) => onText(input['file_path'], (path) => ({ type: 'read', path })),
  LS: (input) => onText(input['directory_path'] ?? '.', (path) => ({ type: 'search', pattern: '*', path })),
  Edit: (input) => onText(input['file_path'], (path) => replaced(path, input['old_str'], input['new_str'])),
  Create: (input) =>
    onText(input['file_path'], (path) => {
      const { content } = input
      return present<Action>({
        type: 'create',
        path,
        added: typeof content === 'string' ? linesIn(content) : undefined,
      })
    }),
  Execute: (input) =>
    onText(input['command'], (command) =>
      present<Action>({ type: 'run', command, background: input['fireAndForget'] === true ? true : undefined }),
    ),
  Grep: (input) =>
    onText(input['pattern'], (pattern) => present<Action>({ type: 'search', pattern, path: textOf(input['path']) })),
  Glob: (input) =>
    onText(
      listOf(input['patterns'])
        .filter((one) => typeof one === 'string')
        .join(' '),
      (pattern) => present<Action>({ type: 'search', pattern, path: textOf(input['folder']) }),
    ),
  WebSearch: (input) => onText(input['query'], (what) => ({ type: 'web', what })),
  FetchUrl: (input) => onText(input['url'], (what) => ({ type: 'web', what })),
  Task: (input) => onText(input['description'] ?? input['prompt'], (what) => ({ type: 'delegate', what: clip(what) })),
}

const NOTES: ReadonlySet<string> = new Set(
  'TodoWrite ToolSearch TaskOutput TaskStop AskUser ExitSpecMode ConnectorSearch UpgradeSessionModel'.split(' '),
)

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: Json): Action[] {
  if (tool === 'ApplyPatch') {
    const actions = actionsOfPatch(textOf(input['input']) ?? textOf(input['patch']) ?? '')
    if (actions.length > 0) return actions
  }
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return [NOTES.has(tool) ? { type: 'note', tool } : (known?.(input) ?? actionByShape(tool, input))]
}

const LINE = /^\s*(?:\d+\.|[-*])?\s*\[(\w+)\]\s*(\S.*)$/

/** A list, or one text: `1. [in_progress] …`. */
export function todosOf(input: Json): Todo[] {
  return (textOf(input['todos']) ?? '').split('\n').flatMap((line): Todo[] => {
    const [, state, text] = LINE.exec(line) ?? []
    return text === undefined ? [] : [{ text: text.trim(), state: todoState(state) }]
  })
}

/** How a command ended stands at the end, and when it failed at the start as well. */
const EXIT = /\[Process exited with code (\d{1,5})\]\s*$/
const FAILED = /^Error: Command failed \(exit code: \d+\)\n/
const STOPPED =
  /^(?:Error: )?(?:Tool execution cancelled|Request cancelled|Command was aborted|User (?:cancelled|rejected))/i

export function answerOf(part: Json): Answer {
  const text = textIn(part['content'])
  const said = EXIT.exec(text.slice(-200))?.[1]
  const ok = part['is_error'] !== true && (said === undefined || said === '0')
  return present<Answer>({
    ok,
    exit: said === undefined ? undefined : Number(said),
    interrupted: STOPPED.test(text) ? true : undefined,
    said: ok ? undefined : reasonIn(text),
    text: clip(text.replace(FAILED, '').replace(EXIT, '').trimEnd()) || undefined,
  })
}

/** A text, or a list of parts. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map((part) => textOf(part['text']) ?? '')
    .filter(Boolean)
    .join('\n')
}
