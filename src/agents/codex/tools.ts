/** What a tool does, from its name and arguments. */
import type { Action } from '../../core/transcript.js'
import { actionsOfPatch, patchInShell } from '../common/patch.js'
import { clip } from '../common/clip.js'
import { listOf, objectOf, present, textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const SHELLS: ReadonlySet<string> = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'container.exec',
  'local_shell',
  'unified_exec',
])
const PATCHES: ReadonlySet<string> = new Set(['apply_patch', 'applypatch'])
const DELEGATES: ReadonlySet<string> = new Set(['spawn_agent', 'delegate', 'spawn_agents_on_csv'])

/** One action per file that a patch touches, one in every other case. */
export function actionsOf(tool: string, input: unknown): Action[] {
  const other: Action = { type: 'other', tool }
  const args = objectOf(input) ?? {}
  if (PATCHES.has(tool))
    return orElse(actionsOfPatch(textOf(input) ?? textOf(args['input']) ?? textOf(args['patch']) ?? ''), other)
  if (SHELLS.has(tool)) return orElse(actionsOfShell(args), other)
  if (DELEGATES.has(tool)) {
    const what = textOf(args['message']) ?? textOf(args['prompt']) ?? textOf(args['instruction'])
    return [what ? { type: 'delegate', what: clip(what) } : other]
  }
  const path =
    tool === 'view_image' || tool === 'read_file' ? (textOf(args['path']) ?? textOf(args['file_path'])) : undefined
  return [path ? { type: 'read', path } : other]
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
