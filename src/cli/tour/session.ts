/** A made-up session of a coding agent: its words and calls as the client writes them, and the events it tells the hooks. */
import { appendDurable } from '../../platform/files/files.js'
import { askBeside } from '../../platform/process/scratch.js'

interface Told {
  /** What the model is handed. */
  model: string
  /** What the user reads. */
  user: string
}

export interface TourSession {
  /** Written to the session file as it goes. */
  turn(prompt: string, ...steps: Step[]): void
  /** The hook program, as the client calls it. */
  hear(event: string, more?: object): Told
}

export type Step =
  | { says: string }
  | { edits: string; from: string; to: string }
  | { runs: string; fails?: string; prints?: string }
  | { todos: readonly string[]; doing: string }

export interface Where {
  agent: string
  session: string
  pid: number
  folder: string
  file: string
  env: Record<string, string | undefined>
  startMs: number
}

export function tourSession({ agent, session, pid, folder, file, env, startMs }: Where): TourSession {
  let count = 0
  const write = (record: object): void => {
    const common = {
      uuid: `${session}-${++count}`,
      parentUuid: count === 1 ? null : `${session}-${count - 1}`,
      sessionId: session,
      timestamp: new Date(startMs + count * 1000).toISOString(),
      cwd: folder,
      gitBranch: 'main',
      version: '2.1.0',
    }
    appendDurable(file, JSON.stringify({ ...common, ...record }))
  }
  const say = (block: object): void =>
    write({ type: 'assistant', message: { id: `m${count}`, role: 'assistant', model: 'tour', content: [block] } })
  const use = (name: string, input: object, text: string, isError = false): void => {
    const id = `call-${session}-${count}`
    say({ type: 'tool_use', id, name, input })
    const content = [{ type: 'tool_result', tool_use_id: id, content: text, ...(isError && { is_error: true }) }]
    write({ type: 'user', message: { role: 'user', content } })
  }
  const take = (step: Step): void => {
    if ('says' in step) say({ type: 'text', text: step.says })
    else if ('edits' in step)
      use('Edit', { file_path: `${folder}/${step.edits}`, old_string: step.from, new_string: step.to }, 'done')
    else if ('todos' in step) use('TodoWrite', { todos: todosOf(step.todos, step.doing) }, 'done')
    else use('Bash', { command: step.runs }, step.fails ?? step.prints ?? '', step.fails !== undefined)
  }
  return {
    turn(prompt, ...steps) {
      write({ type: 'user', message: { role: 'user', content: prompt } })
      for (const step of steps) take(step)
    },
    hear(event, more = {}) {
      const common = { session_id: session, transcript_path: file, cwd: folder, hook_event_name: event }
      const input = JSON.stringify({ ...common, ...more })
      return toldIn(askBeside('hook.cjs', [agent], input, { cwd: folder, env: { ...env, CLAUDE_PID: String(pid) } }))
    },
  }
}

function todosOf(all: readonly string[], doing: string): object[] {
  const at = all.indexOf(doing)
  return all.map((content, i) => ({
    content,
    activeForm: content,
    status: i < at ? 'completed' : i === at ? 'in_progress' : 'pending',
  }))
}

function toldIn(printed: string): Told {
  const said = (printed === '' ? {} : JSON.parse(printed)) as {
    systemMessage?: string
    hookSpecificOutput?: { additionalContext?: string }
  }
  return { model: said.hookSpecificOutput?.additionalContext ?? '', user: said.systemMessage ?? '' }
}
