/** What a tool call of Cline did, and what it answered. */
import type { Answer } from '../common/calls.js'
import { replaced } from '../common/edits.js'
import { actionByShape } from '../common/shapes.js'
import { clip, type Json, listOf, objectOf, objectsOf, onText, parseRecord, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

const texts = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

const BY_TOOL: Readonly<Record<string, (input: Json) => Action[]>> = {
  read_files: (input) =>
    objectsOf(input['files']).flatMap((file) => made(file['path'], (path) => ({ type: 'read', path }))),
  run_commands: (input) => texts(input['commands']).map((command) => ({ type: 'run', command })),
  search_codebase: (input) => texts(input['queries']).map((pattern) => ({ type: 'search', pattern })),
  fetch_web_content: (input) =>
    objectsOf(input['requests']).flatMap((one) => made(one['url'], (what) => ({ type: 'web', what }))),
  editor: (input) => made(input['path'], (path) => editOf(path, input)),
  spawn_agent: (input) => made(input['task'], (what) => ({ type: 'delegate', what: clip(what) })),
  team_run_task: (input) => made(input['task'], (what) => ({ type: 'delegate', what: clip(what) })),
}

function made(value: unknown, make: (text: string) => Action): Action[] {
  const action = onText(value, make)
  return action ? [action] : []
}

function editOf(path: string, input: Json): Action {
  const { old_text: before, new_text: after, insert_line: line } = input
  return line === undefined ? replaced(path, before ?? '', after) : { type: 'edit', path }
}

const NOTES = /^(?:ask_question|skills?|team_\w+)$/

/** One call may read several files or run several commands. */
export function actionsOf(tool: string, input: Json): Action[] {
  const known = Object.hasOwn(BY_TOOL, tool) ? (BY_TOOL[tool]?.(input) ?? []) : []
  if (known.length > 0) return known
  return [NOTES.test(tool) ? { type: 'note', tool } : actionByShape(tool, input)]
}

const EXIT = /\[Command exited with code (\d{1,5})\]/

/** A part for each file or command, or one of them as a text. */
export function answerOf(part: Json): Answer {
  const { content } = part
  const whole = typeof content === 'string' ? parseRecord(content) : null
  const parts = whole ? [whole] : objectsOf(content)
  const text = typeof content === 'string' && !whole ? content : parts.map(textIn).filter(Boolean).join('\n')
  const said = EXIT.exec(text)?.[1]
  const isWell = part['is_error'] !== true && parts.every((one) => one['success'] !== false)
  return present<Answer>({
    ok: isWell && (said === undefined || said === '0'),
    exit: said === undefined ? undefined : Number(said),
    text: clip(text.replace(EXIT, '').trim()) || undefined,
  })
}

function textIn(part: Json): string {
  const error = textOf(part['error']) ?? textOf(objectOf(part['error'])?.['message'])
  return error ?? textOf(part['result']) ?? textOf(part['text']) ?? ''
}
