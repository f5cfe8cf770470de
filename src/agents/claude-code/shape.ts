/** Which big parts of a record are used. Whatever records.ts and its helpers look at, and may be big, must stand here. */
import { keysOf } from './lean.js'
import type { Shape, Wanted } from './lean.js'

function object(keys: Record<string, Wanted>): Shape {
  return { keys: keysOf(keys) }
}

function whole(...names: string[]): Record<string, Wanted> {
  return Object.fromEntries(names.map((name) => [name, 'all']))
}

const EDIT: Record<string, Wanted> = { old_string: 'short', new_string: 'short' }

const INPUT = object({
  ...whole('file_path', 'notebook_path', 'path', 'pattern', 'command', 'url', 'query', 'description', 'subagent_type'),
  ...whole('plan', 'planFilePath', 'questions', 'todos', 'taskId', 'subject', 'status'),
  ...EDIT,
  prompt: 'short',
  content: 'lines',
  edits: { each: object(EDIT) },
})

const BLOCK = object({
  ...whole('type', 'text', 'id', 'name', 'tool_use_id'),
  content: { text: 'short', each: object({ type: 'all', text: 'short' }) },
  input: INPUT,
})

const DETAILS = object({
  ...whole('type', 'filePath', 'planFilePath', 'plan', 'answers', 'task', 'tasks'),
  ...whole('backgroundTaskId', 'returnCodeInterpretation'),
  structuredPatch: { each: object({ lines: 'signs' }) },
})

export const RECORD: Shape = object({
  ...whole('type', 'uuid', 'timestamp', 'sessionId', 'cwd', 'gitBranch', 'slug', 'agentId', 'origin', 'planContent'),
  ...whole('compactMetadata', 'content', 'relocatedCwd', 'lastPrompt'),
  attachment: object(whole('type', 'prompt', 'origin', 'commandMode')),
  message: object({
    ...whole('id', 'model'),
    content: { text: 'all', each: BLOCK },
    usage: 'all',
  }),
  toolUseResult: DETAILS,
})
