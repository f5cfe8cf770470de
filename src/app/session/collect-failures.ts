/** What a session did that did not work, and what did: from its own file, and from what its tools answer [F14]. */
import { cutAt } from '../../core/text/cut.js'
import { redactorFor } from '../../core/redact/redact.js'
import { boundedMap, pushBounded } from '../../core/session/facts/collect.js'
import { commandMark, editMark } from '../../core/session/marks.js'
import type { Action, TranscriptEvent } from '../../core/session/transcript.js'
import { mayChange } from '../../core/session/triggers/changes.js'
import type { FailedBefore } from '../../store/session/hook-state.js'
import { failedCommand, shortWhy } from './failures.js'

/** Of what a tool printed. */
const MAX_READ_LENGTH = 6000

export function failedRun(command: string, why: string): FailedBefore {
  return failedCommand(command, redacted(why))
}

export function failedEdit(path: string, before: string, after: string, why: string): FailedBefore {
  return { kind: 'edit', key: editMark(path, before, after), why: shortWhy(redacted(why)) }
}

function redacted(why: string): string {
  const text = cutAt(why, MAX_READ_LENGTH)
  return redactorFor([text])(text)
}

export interface FailureCollector {
  add(event: TranscriptEvent): void
  /** Edits that were put back, and nothing was changed after that. */
  putBack(): FailedBefore[]
  /** Marks of the commands that passed, and of those that took longer than the limit. */
  passed(): ReadonlySet<string>
  /** When a command with this mark failed last, as far as it was read. */
  failedAt(mark: string): number | undefined
  slow(): string[]
  state(): FailuresState
}

/** Plain JSON; of edits only marks. */
export interface FailuresState {
  open: OpenRun[]
  edits: string[]
}

interface OpenRun {
  call: string
  command: string
  at?: number
}

const MAX_EDIT_LENGTH = 1500
const MAX_EDITS = 200
const MAX_OPEN = 100
const MAX_SLOW = 50

function mayHaveChanged(action: Action): boolean {
  return action.type === 'edit' || (action.type === 'run' && mayChange(action.command))
}

export function collectFailures(slowSeconds: number, known?: FailuresState): FailureCollector {
  const open = boundedMap<OpenRun>(MAX_OPEN)
  for (const run of known?.open ?? []) open.set(run.call, run)
  const edits = [...(known?.edits ?? [])]
  const back = new Map<string, FailedBefore>()
  const passed = new Set<string>()
  const failedAt = new Map<string, number>()
  const slow = new Set<string>()

  const edit = (path: string, { before, after }: { before: string; after: string }): void => {
    if (before.length > MAX_EDIT_LENGTH || after.length > MAX_EDIT_LENGTH || after === '') return
    const undone = editMark(path, after, before)
    if (edits.includes(undone))
      back.set(undone, failedEdit(path, after, before, 'this edit was made before and put back'))
    pushBounded(edits, editMark(path, before, after), MAX_EDITS)
  }

  return {
    add: (event) => {
      if (event.kind === 'call' && mayHaveChanged(event.action)) back.clear()
      if (event.kind === 'call' && event.action.type === 'run')
        open.set(event.call, {
          call: event.call,
          command: event.action.command,
          ...(event.at !== undefined && { at: event.at }),
        })
      if (event.kind === 'call' && event.action.type === 'edit' && event.action.undo)
        edit(event.action.path, event.action.undo)
      if (event.kind !== 'result') return
      const run = open.get(event.call)
      open.delete(event.call)
      if (!run || event.interrupted || event.ok === undefined) return
      const mark = commandMark(run.command)
      // The last run counts.
      if (!event.ok) {
        if (event.at !== undefined) failedAt.set(mark, event.at)
        return void passed.delete(mark)
      }
      passed.add(mark)
      if (event.at !== undefined && run.at !== undefined && event.at - run.at > slowSeconds * 1000) slow.add(mark)
    },
    putBack: () => [...back.values()],
    passed: () => passed,
    failedAt: (mark) => failedAt.get(mark),
    slow: () => [...slow].slice(-MAX_SLOW),
    state: () => ({ open: open.values(), edits }),
  }
}
