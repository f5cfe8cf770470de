/** What a session did that did not work, and what did: from its own file, and from what its tools answer [F14]. */
import type { Entry, Failed } from '../../core/entry/entry.js'
import { redactorFor } from '../../core/redact/redact.js'
import { boundedMap, pushBounded } from '../../core/session/facts/collect.js'
import { kindOf, plainCommand } from '../../core/session/facts/command-text.js'
import { commandMark, editMark } from '../../core/session/marks.js'
import type { TranscriptEvent } from '../../core/session/transcript.js'
import { cleanLine } from '../../core/text/text.js'
import type { FailedBefore } from '../../store/session/hook-state.js'

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

const LONGEST_EDIT = 1500
const MOST_EDITS = 200
const MOST_OPEN = 100
const MOST_SLOW = 50

export function collectFailures(slowSeconds: number, known?: FailuresState): FailureCollector {
  const open = boundedMap<OpenRun>(MOST_OPEN)
  for (const run of known?.open ?? []) open.set(run.call, run)
  const edits = [...(known?.edits ?? [])]
  const back = new Map<string, FailedBefore>()
  const passed = new Set<string>()
  const slow = new Set<string>()

  const edit = (path: string, { before, after }: { before: string; after: string }): void => {
    if (before.length > LONGEST_EDIT || after.length > LONGEST_EDIT || after === '') return
    const undone = editMark(path, after, before)
    if (edits.includes(undone))
      back.set(undone, failedEdit(path, after, before, 'this edit was made before and put back'))
    pushBounded(edits, editMark(path, before, after), MOST_EDITS)
  }

  return {
    add: (event) => {
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
      if (!event.ok) return void passed.delete(mark)
      passed.add(mark)
      if (event.at !== undefined && run.at !== undefined && event.at - run.at > slowSeconds * 1000) slow.add(mark)
    },
    putBack: () => [...back.values()],
    passed: () => passed,
    slow: () => [...slow].slice(-MOST_SLOW),
    state: () => ({ open: open.values(), edits }),
  }
}

// What an entry says did not work, in the form in which it is recognised when it is about to be done again [F14]. Entries are
// redacted already, so this is all that a session needs to load when it begins.

const LONGEST_WHY = 300

/** `why` must be redacted. */
function failedCommand(command: string, why: string): FailedBefore {
  const isCheck = kindOf(plainCommand(command)) === 'check'
  return { kind: 'command', key: commandMark(command), why: shortWhy(why), ...(isCheck ? { check: true } : {}) }
}

function shortWhy(why: string): string {
  return cleanLine(why).slice(0, LONGEST_WHY)
}

/** The commands that an entry says have failed: those in code marks. */
export function failuresOf(entry: Pick<Entry, 'failed'>): FailedBefore[] {
  return entry.failed.flatMap((item) =>
    commandsIn(item).map((command) => failedCommand(command, item.why ?? item.text)),
  )
}

function commandsIn({ text }: Failed): string[] {
  return [...text.slice(0, 2000).matchAll(/`([^`\n]{3,})`/g)]
    .map((found) => (found[1] as string).trim())
    .filter((one) => one.includes(' ') && !one.endsWith('…'))
}

/** The newest says why; at most one for each. */
export function joinFailures(older: readonly FailedBefore[], newer: readonly FailedBefore[]): FailedBefore[] {
  return [...new Map([...older, ...newer].map((one) => [one.key, one])).values()]
}
