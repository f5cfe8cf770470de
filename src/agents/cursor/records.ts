/** Cursor's lines into events. Pure: no disk. There are no ids, so a call is named by its place: `<offset>/<block>`. */
import { actionsOfPatch, countReplaced } from '../common/edits.js'
import { type Emit, questionsIn, todosIn, todoState } from '../common/events.js'
import { clip, type Json, objectOf, objectsOf, onText, textOf } from '../common/values.js'
import { actionByShape } from '../common/shapes.js'
import { present } from '../../core/present.js'
import type { Action, Survived, Todo } from '../../core/session/transcript.js'

export interface Machine {
  record(record: Json, offset: number): void
  survived: Omit<Survived, 'tornTail'>
}

interface Common {
  ref: { offset: number }
  sub?: string
}

const MAX_TODOS = 500
const SILENT: ReadonlySet<unknown> = new Set(['image', 'thinking', 'redacted_thinking', 'tool_result'])

export function readRecords(emit: Emit, sub: string | undefined): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  let todos = new Map<string, Todo>()

  function use(block: Json, call: string, common: Common): void {
    const tool = textOf(block['name'])
    if (!tool) return void survived.unknown++
    const input = objectOf(block['input']) ?? {}
    for (const [i, action] of actionsOf(tool, input, block['input']).entries()) {
      emit({ kind: 'call', call: i === 0 ? call : `${call}#${i + 1}`, tool, action, ...common })
    }
    if (tool === 'TodoWrite') emit({ kind: 'todos', items: listTodos(input), ...common })
    if (tool === 'CreatePlan') emit({ kind: 'plan', state: 'proposed', ...planIn(input), ...common })
    if (tool === 'SwitchMode' && /plan/i.test(textOf(input['target_mode_id']) ?? '')) {
      emit({ kind: 'plan', state: 'enter', ...common })
    }
    if (tool !== 'AskQuestion') return
    for (const { question, options } of questionsIn(input['questions'])) {
      emit({ kind: 'question', call, question, options, ...common })
    }
  }

  /** `merge` changes the items it names and keeps the others. */
  function listTodos(input: Json): Todo[] {
    if (input['merge'] !== true) todos = new Map()
    for (const [i, one] of objectsOf(input['todos']).slice(0, MAX_TODOS).entries()) {
      const id = textOf(one['id']) ?? `${i}`
      const text = todosIn([one])[0]?.text ?? todos.get(id)?.text
      if (text !== undefined && (todos.size < MAX_TODOS || todos.has(id))) {
        todos.set(id, {
          text,
          state: one['status'] === undefined ? (todos.get(id)?.state ?? 'open') : todoState(one['status']),
        })
      }
    }
    return [...todos.values()]
  }

  return {
    survived,
    record(record, offset) {
      const role = record['role'] ?? record['type']
      const content = objectOf(record['message'])?.['content'] ?? record['content']
      if ((role !== 'user' && role !== 'assistant') || content === undefined) return void survived.unknown++
      const common = present<Common>({ ref: { offset }, sub })
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content)
      if (role === 'user') {
        const text = typedText(
          blocks.flatMap((block) => (block['type'] === 'text' ? (textOf(block['text']) ?? []) : [])).join('\n'),
        )
        if (text && sub === undefined) emit({ kind: 'prompt', text, ...common })
        return
      }
      for (const [i, block] of (blocks as Json[]).entries()) {
        const text = block['type'] === 'text' ? textOf(block['text'])?.trim() : undefined
        if (text) emit({ kind: 'text', text, ...common })
        else if (block['type'] === 'tool_use') use(block, `${offset}/${i}`, common)
        else if (block['type'] !== 'text' && !SILENT.has(block['type'])) survived.unknown++
      }
    },
  }
}

function planIn(input: Json): { path?: string; text?: string } {
  return present({ path: textOf(input['path']), text: textOf(input['plan']) })
}

const QUERY = /<user_query>\n?([^]*?)\n?<\/user_query>/g
const LEADING = /^\s*<timestamp>[^<]*<\/timestamp>\s*/
/** Any other block in tags at the start is context that the editor put there. */
const INJECTED = /^\s*<[a-z]+(?:[_-][a-z]+)+(?:\s[^>]*)?>/

function typedText(text: string): string | undefined {
  const queries = [...(text.includes('</user_query>') ? text.matchAll(QUERY) : [])].map((match) =>
    (match[1] as string).trim(),
  )
  if (queries.length > 0) return queries.join('\n').trim() || undefined
  const plain = text.replace(LEADING, '')
  return INJECTED.test(plain) ? undefined : plain.trim() || undefined
}

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

const NOTES: ReadonlySet<string> = new Set('TodoWrite AskQuestion CreatePlan SwitchMode'.split(' '))

/** One action per file that a patch touches, one in every other case. */
function actionsOf(tool: string, input: Json, raw: unknown): Action[] {
  if (tool === 'ApplyPatch') {
    const actions = actionsOfPatch(textOf(raw) ?? textOf(input['patch']) ?? textOf(input['input']) ?? '')
    if (actions.length > 0) return actions
  }
  const known = Object.hasOwn(BY_TOOL, tool) ? BY_TOOL[tool] : undefined
  return [NOTES.has(tool) ? { type: 'note', tool } : (known?.(input) ?? actionByShape(tool, input))]
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
