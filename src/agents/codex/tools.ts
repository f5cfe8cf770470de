/** What a tool does, from its name and arguments; and what it answered: JSON in a text, a text with the exit code in words, or blocks. */
import type { Answer } from '../common/calls.js'
import { actionsOfPatch, patchInShell } from '../common/edits.js'
import { clip, type Json, listOf, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { actionByShape } from '../common/shapes.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

const SHELLS: ReadonlySet<string> = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'container.exec',
  'local_shell',
  'unified_exec',
])
const PATCHES: ReadonlySet<string> = new Set(['apply_patch', 'applypatch'])
const DELEGATES: ReadonlySet<string> = new Set(
  'spawn_agent delegate spawn_agents_on_csv send_message send_input followup_task'.split(' '),
)

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: unknown): Action[] {
  const other: Action = { type: 'other', tool }
  const args = objectOf(input) ?? {}
  if (PATCHES.has(tool))
    return orElse(actionsOfPatch(textOf(input) ?? textOf(args['input']) ?? textOf(args['patch']) ?? ''), other)
  if (SHELLS.has(tool)) return orElse(actionsOfShell(args), other)
  if (DELEGATES.has(tool.replace(/^(?:collaboration|multi_agent_v\d)\./, ''))) {
    const what = textOf(args['message']) ?? textOf(args['prompt']) ?? textOf(args['instruction'])
    return [what ? { type: 'delegate', what: clip(what) } : other]
  }
  const query = queriesIn(args)
  if (query && (tool === 'tool_search' || tool === 'web__run')) {
    return [tool === 'web__run' ? { type: 'web', what: query } : { type: 'search', pattern: query }]
  }
  const path =
    tool === 'view_image' || tool === 'read_file' ? (textOf(args['path']) ?? textOf(args['file_path'])) : undefined
  return [path ? { type: 'read', path } : actionByShape(tool, args)]
}

/** `{query}`, `{search_query: [{q}], open: [{ref_id}], find: [{pattern}]}` */
function queriesIn(args: Json): string | undefined {
  const asked = ['search_query', 'image_query', 'find', 'open', 'click'].flatMap((key) => objectsOf(args[key]))
  const words = asked.flatMap((one) => textOf(one['q']) ?? textOf(one['pattern']) ?? textOf(one['ref_id']) ?? [])
  return textOf(args['query']) ?? (words.join(', ') || undefined)
}

/** Arguments as the record holds them: JSON in a text, or the text itself. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

export function actionsOfShell(args: Json): Action[] {
  const argv = listOf(args['command']).filter((part) => typeof part === 'string')
  const command = argv.length > 0 ? scriptOf(argv) : (textOf(args['command']) ?? textOf(args['cmd']))
  if (command === undefined) return []
  const patch = PATCHES.has(argv[0] ?? '') ? argv[1] : patchInShell(command)
  const cwd = textOf(args['workdir']) ?? textOf(args['working_directory']) ?? pathOf(args['cwd'])
  return orElse(patch === undefined ? [] : actionsOfPatch(patch), present<Action>({ type: 'run', command, cwd }))
}

/** `file:///a/b` and plain paths. */
export function pathOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (!text?.startsWith('file://')) return text
  try {
    return decodeURIComponent(text.slice('file://'.length))
  } catch {
    return text
  }
}

/** `bash -lc <script>` is the script; other commands are written as a shell would take them. */
function scriptOf(argv: string[]): string {
  const [program = '', flag = '', script] = argv
  const isShell = /(?:^|[/\\])(?:ba|z|da|k|fi)?sh$|(?:^|[/\\])(?:pwsh|powershell)(?:\.exe)?$/.test(program)
  if (argv.length === 3 && isShell && /^-(?:\w*c|Command)$/.test(flag)) return script as string
  return argv.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`)).join(' ')
}

function orElse(actions: Action[], other: Action): Action[] {
  return actions.length > 0 ? actions : [other]
}

const EXIT = /^(?:Exit code: |Process exited with code )(-?\d{1,10})$/m
const STOPPED = /^(?:aborted by user|(?:exec )?command rejected by user|patch rejected by user|rejected by user)/i
const FAILED =
  /^(?:patch rejected|apply_patch verification failed|failed (?:to|in)|execution error|unsupported call|error[: ]|Failed to apply patch)/i
const DONE = /^(?:Success\. Updated the following files|Plan updated|Done!)/
/** The exit code stands before the output, which can be long and say anything. */
const HEAD = 400

export function answerOf(output: unknown): Answer {
  const object = objectOf(output)
  const text =
    textOf(output) ?? textOf(object?.['content']) ?? blocksOf(Array.isArray(output) ? output : object?.['content'])
  const said = object?.['success']
  return readText(text, typeof said === 'boolean' ? said : undefined)
}

/** Structured forms: `CommandExecution` and its like. */
export function answerOfItem(item: Json): Answer {
  const exit = numberOf(item['exit_code'])
  const status = textOf(item['status'])
  const ok = exit === undefined ? okOf(status, item['success']) : exit === 0
  const text = textOf(item['aggregated_output']) ?? (joined(item['stdout'], item['stderr']) || textOf(item['error']))
  return present<Answer>({ ok, exit, interrupted: status === 'declined' ? true : undefined, text: text && clip(text) })
}

function readText(text: string, said: boolean | undefined): Answer {
  const inner = text.startsWith('{') ? jsonOf(text) : undefined
  const output = textOf(inner?.['output'])
  const meta = objectOf(inner?.['metadata'])
  const exit = numberOf(meta?.['exit_code']) ?? numberOf(inner?.['exit_code']) ?? exitIn(text)
  const shown = output ?? (inner && meta ? '' : text)
  const stopped = STOPPED.test(shown)
  const ok =
    exit === undefined
      ? (said ?? (stopped || FAILED.test(shown) ? false : DONE.test(shown) ? true : undefined))
      : exit === 0
  return present<Answer>({ ok, exit, interrupted: stopped ? true : undefined, text: shown ? clip(shown) : undefined })
}

function exitIn(text: string): number | undefined {
  const said = EXIT.exec(text.slice(0, HEAD))?.[1]
  return said === undefined ? undefined : Number(said)
}

function okOf(status: string | undefined, success: unknown): boolean | undefined {
  if (typeof success === 'boolean') return success
  if (status === 'failed' || status === 'declined') return false
  return status === 'completed' ? true : undefined
}

function blocksOf(content: unknown): string {
  return objectsOf(content)
    .map((block) => clip(textOf(block['text']) ?? ''))
    .join('\n')
}

function joined(...texts: unknown[]): string {
  return texts.flatMap((text) => textOf(text) ?? []).join('\n')
}

function jsonOf(text: string): Json | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}
