/** The assistant's list as the newer tools write it: one task at a time. */
import { knownState, todoState } from '../common/events.js'
import { type Json, objectOf, objectsOf, textOf } from '../common/values.js'
import type { Todo } from '../../core/session/transcript.js'

interface Task extends Todo {
  /** Records that made it what it is: reading them again brings it back. */
  offsets: number[]
}

export interface Tasks {
  /** The whole list after a call was answered; null: the call did not change it. */
  apply(call: TaskCall, record: Json, ok: boolean, answer: string): Todo[] | null
  offsets(): number[]
}

interface TaskCall {
  tool: string
  input: Json
  offset: number
  answered: number
}

const CREATED = /^Task #(\S+) created/
const MOST_TASKS = 200

export function keepTasks(): Tasks {
  const tasks = new Map<string, Task>()
  const apply: Record<string, (call: TaskCall, details: Json, answer: string) => boolean> = {
    TaskCreate: (call, details, answer) => {
      const made = objectOf(details['task'])
      const id = idOf(made?.['id']) ?? CREATED.exec(answer)?.[1]
      const text = textOf(call.input['subject']) ?? textOf(made?.['subject'])
      if (!id || !text || tasks.size >= MOST_TASKS) return false
      tasks.set(id, { text, state: 'open', offsets: [call.offset, call.answered] })
      return true
    },
    TaskUpdate: (call) => {
      const task = tasks.get(idOf(call.input['taskId']) ?? '')
      if (!task) return false
      task.text = textOf(call.input['subject']) ?? task.text
      task.state = knownState(call.input['status']) ?? task.state
      task.offsets = [...task.offsets.slice(0, 2), call.offset, call.answered]
      return true
    },
    TaskList: (call, details) => {
      const listed = objectsOf(details['tasks'])
      for (const one of listed) {
        const [id, text] = [idOf(one['id']), textOf(one['subject'])]
        if (!id || !text || tasks.size >= MOST_TASKS) continue
        tasks.set(id, { text, state: todoState(one['status']), offsets: [call.offset, call.answered] })
      }
      return listed.length > 0
    },
  }
  return {
    apply(call, record, ok, answer) {
      const details = objectOf(record['toolUseResult']) ?? {}
      const changed = ok && Object.hasOwn(apply, call.tool) && apply[call.tool]?.(call, details, answer)
      return changed ? [...tasks.values()].map(({ text, state }) => ({ text, state })) : null
    },
    offsets: () => [...tasks.values()].flatMap((task) => task.offsets),
  }
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? `${value}` : textOf(value)
}
