/** What a session did that did not work, and what did: from its own file, and from what its tools answer [F14]. */
import { commandMark, editMark } from '../core/marks.js'
import { redactorFor } from '../core/redact/redact.js'
import type { TranscriptEvent } from '../core/transcript.js'
import type { FailedBefore } from '../store/hook-state.js'
import { failedCommand, shortWhy } from './hook-known.js'

/** Of what a tool printed. */
const LONGEST_READ = 6000

export function failedRun(command: string, why: string): FailedBefore {
  return failedCommand(command, redacted(why))
}

export function failedEdit(path: string, before: string, after: string, why: string): FailedBefore {
  return { kind: 'edit', key: editMark(path, before, after), why: shortWhy(redacted(why)) }
}

function redacted(why: string): string {
  const text = why.slice(0, LONGEST_READ)
  return redactorFor([text])(text)
}

export interface FailureCollector {
  add(event: TranscriptEvent): void
  /** Edits that were put back. */
  putBack(): FailedBefore[]
  /** Marks of the commands that passed, and of those that took longer than the limit. */
  passed(): ReadonlySet<string>
  slow(): string[]
}

const LONGEST_EDIT = 1500
const MOST_EDITS = 200
const MOST_SLOW = 50

export function collectFailures(slowSeconds: number): FailureCollector {
  const open = new Map<string, { command: string; at: number | undefined }>()
  const edits: { path: string; before: string; after: string }[] = []
  const back = new Map<string, FailedBefore>()
  const passed = new Set<string>()
  const slow = new Set<string>()

  const edit = (path: string, { before, after }: { before: string; after: string }): void => {
    if (before.length > LONGEST_EDIT || after.length > LONGEST_EDIT || after === '') return
    const undone = edits.find((one) => one.path === path && one.before === after && one.after === before)
    if (undone) {
      const failed = failedEdit(path, undone.before, undone.after, 'this edit was made before and put back')
      back.set(failed.key, failed)
    }
    edits.push({ path, before, after })
    if (edits.length > MOST_EDITS) edits.shift()
  }

  return {
    add: (event) => {
      if (event.kind === 'call' && event.action.type === 'run')
        open.set(event.call, { command: event.action.command, at: event.at })
      if (event.kind === 'call' && event.action.type === 'edit' && event.action.undo)
        edit(event.action.path, event.action.undo)
      if (event.kind !== 'result') return
      const run = open.get(event.call)
      open.delete(event.call)
      if (!run || event.interrupted || event.ok === undefined) return
      const mark = commandMark(run.command)
      // The last run counts.
      if (!event.ok) return void passed.delete(mark)
      passed.add(mark)
      if (event.at !== undefined && run.at !== undefined && event.at - run.at > slowSeconds * 1000) slow.add(mark)
    },
    putBack: () => [...back.values()],
    passed: () => passed,
    slow: () => [...slow].slice(-MOST_SLOW),
  }
}
