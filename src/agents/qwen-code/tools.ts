/** What a tool call of Qwen Code did, and what it answered. */
import type { Answer } from '../common/calls.js'
import { linesIn, replaced } from '../common/edits.js'
import { actionByShape } from '../common/shapes.js'
import { clip, type Json, numberOf, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

export interface Call {
  tool: string
  input: Json
}

/** Tools that are not offered from the start are called through another one. */
export function callIn(part: Json): Call | null {
  const [name, input] = [textOf(part['name']), objectOf(part['args']) ?? {}]
  const inner = name === 'tool_call' ? textOf(input['name']) : undefined
  if (inner !== undefined) return { tool: inner, input: objectOf(input['arguments']) ?? {} }
  return name === undefined ? null : { tool: name, input }
}

type Make = (input: Json) => Action | undefined

const path = (input: Json): string | undefined => textOf(input['file_path']) ?? textOf(input['path'])
const search: Make = (input) =>
  onText(input['pattern'], (pattern) => present<Action>({ type: 'search', pattern, path: textOf(input['path']) }))

const BY_TOOL: Readonly<Record<string, Make>> = {
  read_file: (input) => onText(path(input), (one) => ({ type: 'read', path: one })),
  edit: (input) => onText(path(input), (one) => replaced(one, input['old_string'], input['new_string'])),
  write_file: (input) =>
    onText(path(input), (one) => {
      const { content } = input
      return present<Action>({
        type: 'edit',
        path: one,
        added: typeof content === 'string' ? linesIn(content) : undefined,
      })
    }),
  notebook_edit: (input) => onText(input['notebook_path'], (one) => ({ type: 'edit', path: one })),
  run_shell_command: (input) =>
    onText(input['command'], (command) =>
      present<Action>({
        type: 'run',
        command,
        cwd: textOf(input['directory']),
        background: input['is_background'] === true ? true : undefined,
      }),
    ),
  glob: search,
  grep_search: search,
  list_directory: (input) => onText(input['path'], (one) => ({ type: 'search', pattern: '*', path: one })),
  web_fetch: (input) => onText(input['url'], (what) => ({ type: 'web', what })),
  web_search: (input) => onText(input['query'], (what) => ({ type: 'web', what })),
  agent: (input) => onText(input['description'] ?? input['prompt'], (what) => ({ type: 'delegate', what: clip(what) })),
}

const NOTES: ReadonlySet<string> = new Set(
  (
    'todo_write ask_user_question enter_plan_mode exit_plan_mode tool_search get_goal update_goal propose_goal ' +
    'list_agents task_list task_stop send_message record_artifact record_source structured_output cron_list'
  ).split(' '),
)

export function actionOf({ tool, input }: Call): Action {
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return NOTES.has(tool) ? { type: 'note', tool } : (known?.(input) ?? actionByShape(tool, input))
}

const EXIT = /^Exit Code: (\d{1,5})$/m
/** It stands behind the output. */
const TAIL = 600

/** `result`: what the client notes beside the parts. */
export function answerOf(parts: readonly Json[], result: Json): Answer {
  const text = parts.map(textIn).filter(Boolean).join('\n')
  const shown = objectOf(result['resultDisplay'])
  const said = EXIT.exec(text.slice(-TAIL))?.[1]
  const exit = numberOf(shown?.['exitCode']) ?? (said === undefined ? undefined : Number(said))
  const { status } = result
  const isStopped = status === 'cancelled' || shown?.['outcome'] === 'cancelled' || shown?.['outcome'] === 'aborted'
  const ok = status === undefined ? undefined : status === 'success' && (exit ?? 0) === 0 && !isStopped
  const output = textOf(shown?.['output']) ?? text
  return present<Answer>({
    ok,
    exit,
    interrupted: isStopped ? true : undefined,
    text: output === '' ? undefined : clip(output),
  })
}

function textIn(part: Json): string {
  const response = objectOf(objectOf(part['functionResponse'])?.['response'])
  return textOf(part['text']) ?? textOf(response?.['output']) ?? textOf(response?.['error']) ?? ''
}

export function responsesIn(message: Json | undefined): Json[] {
  return objectsOf(message?.['parts']).flatMap((part): Json[] => {
    const response = objectOf(part['functionResponse'])
    return response ? [response] : []
  })
}
