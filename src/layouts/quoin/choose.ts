/**
 * The one choice of what to restore: sentinels and checkpoints in, a decision or a question out. In this order: the
 * sentinel of this session; the only one there is; the one the user picks; the newest checkpoint.
 */
import type { Lane } from '../../core/entry/entry.js'
import { cleanLine } from '../../core/text/text.js'
import type { FoundFile } from '../abilities.js'
import { isBroken, extrasIn, NO_BRANCH, parseCheckpoint } from './checkpoint.js'
import { SESSION_MISMATCH } from './messages.js'
import { isConflictCopy, parseCheckpointName, resolveSentinel, sessionOfSentinel } from './paths.js'

export interface RestoreState {
  /** Of this session; empty counts as not known. */
  session?: string
  /** The folder all paths are relative to. */
  root: string
  sentinels: readonly FoundFile[]
  checkpoints: readonly FoundFile[]
  /** yyyy-mm-dd: a date after it counts as this one where they are put in order. */
  today: string
  /** What was answered to the list so far, in order. */
  answers: readonly string[]
}

export type Choice =
  | { do: 'restore'; checkpoint: string; sentinels: string[]; notes: string[] }
  /** `attempt` 2: the first answer was none of the options. */
  | { do: 'ask'; text: string; options: string[]; attempt: 1 | 2; notes: string[] }
  | { do: 'nothing'; notes: string[] }

/** A checkpoint that is waited for, and the sentinels that name it. */
interface Pending {
  checkpoint: Dated
  sentinels: string[]
}

export function chooseRestore(state: RestoreState): Choice {
  const { checkpoints, notes } = candidatesOf(state.checkpoints, state.today)
  const pending = pendingOf(state, checkpoints, notes)
  const own = state.session ? pending.find((one) => one.sentinels.some(isOf(state.session as string))) : undefined
  if (own) return restore(own, notes)
  if (pending.length === 0) return direct(checkpoints, notes)
  const only = pending.length === 1 ? (pending[0] as Pending) : null
  const newer = only && newerOfAnotherTask(only, checkpoints)
  if (only && !newer) return restore(only, [...notes, SESSION_MISMATCH])
  return newer && only
    ? ask(state, [only, newer], OLDER, checkpoints, notes)
    : ask(state, pending, MANY, checkpoints, notes)
}

const MANY = 'Multiple pending-restore sentinels found. Which session do you want to restore?'
const OLDER =
  'The only pending-restore sentinel names an older checkpoint, and a newer one of another task is there. Which do you want to restore?'
const PROMPT = "Enter number, or 'skip' to proceed to direct checkpoint lookup:"

function ask(
  state: RestoreState,
  pending: readonly Pending[],
  question: string,
  checkpoints: readonly Dated[],
  notes: string[],
): Choice {
  const options = pending.map(({ checkpoint }) => labelOf(checkpoint))
  for (const answer of state.answers.slice(0, 2).map((one) => one.trim().toLowerCase())) {
    if (answer === 'skip') return direct(checkpoints, notes)
    const picked = /^\d{1,4}$/.test(answer) ? pending[Number(answer) - 1] : undefined
    if (picked) return restore(picked, picked.sentinels.length > 0 ? [...notes, SESSION_MISMATCH] : notes)
  }
  if (state.answers.length >= 2) return direct(checkpoints, notes)
  const text = [question, ...options.map((option, i) => `${i + 1}. ${option}`), PROMPT].join('\n')
  return { do: 'ask', text, options, attempt: state.answers.length === 0 ? 1 : 2, notes }
}

/** Newest first. Sentinels that lead nowhere are told about and left where they are. */
function pendingOf({ sentinels, root }: RestoreState, checkpoints: readonly Dated[], notes: string[]): Pending[] {
  const found = new Map<string, Pending>()
  for (const sentinel of sentinels.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    const checkpoint = follow(sentinel, root, checkpoints, notes)
    if (!checkpoint) continue
    const known = found.get(checkpoint.path)
    if (known) known.sentinels.push(sentinel.path)
    else found.set(checkpoint.path, { checkpoint, sentinels: [sentinel.path] })
  }
  return [...found.values()]
}

function follow(sentinel: FoundFile, root: string, checkpoints: readonly Dated[], notes: string[]): Dated | null {
  const ignored = (why: string): null => {
    notes.push(`Ignored ${sentinel.path}: ${why}`)
    return null
  }
  if (isConflictCopy(sentinel.path)) return ignored('it is a copy that a sync program made.')
  if (sentinel.text === null) return ignored('it cannot be read.')
  const paths = checkpoints.map((checkpoint) => checkpoint.path)
  const named = resolveSentinel({ path: sentinel.path, text: sentinel.text }, paths, root)
  if ('checkpoint' in named) return checkpoints.find((one) => one.path === named.checkpoint) as Dated
  return ignored(
    named.problem === 'missing'
      ? `the checkpoint it names is not there: ${named.named || '(nothing)'}`
      : `it names a file outside of the checkpoints: ${named.named}`,
  )
}

/** The sentinel of a session days ago must not bring back its task by itself, when other work was saved since. */
function newerOfAnotherTask(only: Pending, checkpoints: readonly Dated[]): Pending | null {
  const newest = checkpoints.toSorted(newestFirst)[0] as Dated
  const isNewer = newest.order > only.checkpoint.order && newest.name !== only.checkpoint.name
  return isNewer ? { checkpoint: newest, sentinels: [] } : null
}

function direct(checkpoints: readonly Dated[], notes: string[]): Choice {
  const [newest, ...others] = checkpoints.toSorted(newestFirst)
  if (!newest) return { do: 'nothing', notes }
  const sameDay = others.filter((one) => one.date === newest.date && one.name !== newest.name)
  const names = [...new Set(sameDay.map((one) => read(one).task))]
  const also = names.map((name) => `Another task was saved on ${newest.date}: ${name} (dogear resume ${name}).`)
  return restore({ checkpoint: newest, sentinels: [] }, [...notes, ...also])
}

/** The date in the name counts before the time of the file, which any copying changes; what was meant before what was automatic. */
function newestFirst(a: Dated, b: Dated): number {
  if (a.order !== b.order) return a.order < b.order ? 1 : -1
  if (a.lane !== b.lane) return a.lane === 'named' ? -1 : 1
  return b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1)
}

function isOf(session: string): (sentinel: string) => boolean {
  return (sentinel) => sessionOfSentinel(sentinel) === session
}

function restore({ checkpoint, sentinels }: Pending, notes: string[]): Choice {
  return { do: 'restore', checkpoint: checkpoint.path, sentinels, notes }
}

// The checkpoints that a restore can choose from, and how a list shows them.

interface Dated extends FoundFile {
  /** As its name has it. */
  date: string
  order: string
  name: string
  lane: Lane
}

/** `notes`: what was left out, and why. */
function candidatesOf(files: readonly FoundFile[], today: string): { checkpoints: Dated[]; notes: string[] } {
  const copies = files.filter((file) => isConflictCopy(file.path))
  const checkpoints = files.flatMap((file): Dated[] => {
    const named = isConflictCopy(file.path) ? null : nameOf(file)
    return named
      ? [
          {
            ...file,
            date: named.date,
            order: named.date < today ? named.date : today,
            name: named.name,
            lane: named.lane,
          },
        ]
      : []
  })
  const notes = copies.map(
    (file) => `Ignored ${file.path}: it is a copy that a sync program made. Compare it with the original.`,
  )
  return { checkpoints, notes }
}

/** Task: auth  Branch: main  (checkpoint: 2026-11-15), with single spaces. */
function labelOf(checkpoint: Dated): string {
  const { task, branch } = read(checkpoint)
  return `Task: ${task} Branch: ${branch} (checkpoint: ${checkpoint.date})`
}

function read({ path, text, mtimeMs, name }: Dated): { task: string; branch: string } {
  const parsed = text === null ? null : parseCheckpoint({ path, text, mtimeMs })
  if (!parsed || isBroken(parsed)) return { task: name, branch: '(unreadable)' }
  return {
    task: cleanLine(extrasIn(parsed).task ?? parsed.label ?? parsed.name),
    branch: cleanLine(parsed.branch ?? NO_BRANCH),
  }
}

function nameOf({ path, text, mtimeMs }: FoundFile): ReturnType<typeof parseCheckpointName> {
  const parsed = text === null ? null : parseCheckpoint({ path, text, mtimeMs })
  return parseCheckpointName(path, parsed !== null && !isBroken(parsed) && parsed.lane === 'named')
}
