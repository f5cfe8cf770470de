/** What a tool call of pi did, and what it answered. */
import type { Answer } from '../common/calls.js'
import { countReplaced, linesIn, replaced } from '../common/edits.js'
import { actionByShape } from '../common/shapes.js'
import { clip, type Json, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

export function actionOf(tool: string, input: Json): Action {
  const [path, command, pattern] = [textOf(input['path']), textOf(input['command']), textOf(input['pattern'])]
  if ((tool === 'bash' || tool === 'powershell') && command) return { type: 'run', command }
  if (tool === 'read' && path) return { type: 'read', path }
  if (tool === 'edit' && path) return editOf(path, input)
  if (tool === 'write' && path) {
    const content = input['content']
    return present<Action>({ type: 'edit', path, added: typeof content === 'string' ? linesIn(content) : undefined })
  }
  if ((tool === 'grep' || tool === 'find') && pattern) return present<Action>({ type: 'search', pattern, path })
  if (tool === 'ls') return { type: 'search', pattern: '*', path: path ?? '.' }
  return actionByShape(tool, input)
}

function editOf(path: string, input: Json): Action {
  const edits = objectsOf(input['edits'])
  const { oldText, newText } = edits.length === 1 ? (edits[0] as Json) : input
  if (edits.length < 2) return replaced(path, oldText, newText)
  const counts = edits.map((edit) => countReplaced(textOf(edit['oldText']) ?? '', textOf(edit['newText']) ?? ''))
  const sum = (key: 'added' | 'removed'): number => counts.reduce((all, one) => all + one[key], 0)
  return { type: 'edit', path, added: sum('added'), removed: sum('removed') }
}

/** How it ended stands at the end of what it printed. */
const EXIT = /Command exited with code (\d{1,5})\s*$/
const STOPPED = /Command aborted\s*$|^Operation aborted/

export function answerOf(message: Json): Answer {
  const text = textIn(message['content'])
  const said = EXIT.exec(text.slice(-100))?.[1]
  const ok = message['isError'] !== true
  return present<Answer>({
    ok,
    exit: said === undefined ? undefined : Number(said),
    interrupted: !ok && STOPPED.test(text.slice(-200)) ? true : undefined,
    text: text === '' ? undefined : clip(text),
  })
}

const OURS = /\n*<dogear>\n[^]*?\n<\/dogear>\s*$/

/** A text, or a list of parts; without what dogear put behind it. */
export function textIn(content: unknown): string {
  const parts = typeof content === 'string' ? [content] : objectsOf(content).map((part) => textOf(part['text']) ?? '')
  return parts.filter(Boolean).join('\n').replace(OURS, '')
}
