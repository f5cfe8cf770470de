/** A plan in words: what comes back, what stays and why, and what to do about it. */
import { printPath } from './bytes.js'
import type { Cause, LeftWhy } from './take.js'
import type { Loss } from './loss.js'
import type { Plan, Reason, Step } from './plan.js'

const REASONS: Readonly<Record<Reason | LeftWhy, string>> = {
  'changed-since': 'it was worked on since; name it to have it written over',
  'base-differs': 'the commit under it is another one now; name it to have it written all the same',
  'parent-is-no-folder': 'something that is no folder is in its way',
  'is-folder': 'a folder is in its place',
  'is-no-file': 'something that is no file is in its place',
  'hard-links': 'other names lead to the same file; name it to write it all the same',
  'foreign-owner': 'it belongs to another user; name it to write it all the same',
  'other-case': 'a file is there whose name differs only in case',
  'same-file-twice': 'two of the names lead to one file',
  'cannot-be-kept': 'what is there could not be read, so it could not be kept',
  'holds-a-secret': 'what is there holds a secret, so it cannot be kept',
  'too-large': 'larger than a take keeps',
  'bytes-are-gone': 'its bytes are not kept any more',
  filtered: 'a filter or line ends apply to it: git restore --source=BASE --worktree does it',
  'would-delete': 'it was not there then; --exact deletes it',
  outside: 'it is not below the work tree',
  'left-secret': 'it holds a secret or is named like one, so it was not taken',
  'left-too-large': 'it was too large to be taken',
  'left-repository': 'a repository of its own, which is not taken',
  'left-other': 'it was not taken',
  'over-limit': 'more than a take holds',
  secret: 'holds a secret, or is named like one',
  waiting: 'not looked through for secrets yet',
  unsettled: 'being written',
  repository: 'a repository of its own',
  unreadable: 'cannot be read',
}

export function reasonText(why: Reason | LeftWhy): string {
  return REASONS[why]
}

const VERBS: Readonly<Record<Step['do'], string>> = {
  write: 'write',
  link: 'link',
  delete: 'delete',
  mode: 'set the rights of',
}

function stepText({ do: act, path, was }: Step): string {
  return `${VERBS[act]} ${printPath(path)}${act === 'write' && was === null ? ' (it is gone)' : ''}`
}

const MAX_LINES = 40

interface Shown extends Plan {
  kind: 'loss' | 'take' | 'redo'
  take: string
  notes: readonly string[]
  target: { loss?: Loss }
}

export function summaryOf({ kind, take, notes, steps, refused, same, target }: Shown): string {
  const { loss } = target
  const head = loss ? lossText(loss) : kind === 'redo' ? 'Takes the last undo back.' : `To the take ${take}.`
  const stay = refused.filter(({ why }) => why !== 'would-delete')
  const extra = refused.length - stay.length
  return [
    head,
    ...notes,
    steps.length === 0 ? 'Nothing would be written.' : `Would ${countText(kind, steps.length)}:`,
    ...limited(steps.map((step) => `  ${stepText(step)}`)),
    ...(stay.length === 0 ? [] : ['Stays as it is:']),
    ...limited(stay.map(({ path, why }) => `  ${printPath(path)}: ${reasonText(why)}`)),
    ...(extra === 0
      ? []
      : [`${extra} ${extra === 1 ? 'file that was' : 'files that were'} not there then stay; --exact deletes.`]),
    ...(same.length === 0 ? [] : [`${same.length} ${same.length === 1 ? 'is' : 'are'} as before already.`]),
  ].join('\n')
}

function countText(kind: Shown['kind'], count: number): string {
  return `${kind === 'redo' ? 'change' : 'bring back'} ${count === 1 ? '1 file' : `${count} files`}`
}

function limited(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines]
  return [...lines.slice(0, MAX_LINES), `  and ${lines.length - MAX_LINES} more`]
}

/** Which files, between when and when, and what ran then. Times are of the day, in UTC. */
function lossText({ lost, fromMs, untilMs, causes, aside }: Loss): string {
  const count = `${lost.length} ${lost.length === 1 ? 'file' : 'files'} of uncommitted work`
  const when = `between ${clock(fromMs)} and ${clock(untilMs)} UTC`
  const where = aside === undefined ? 'left the work tree' : `left the work tree for a ${aside}`
  return `${count} ${where} ${when}${whileText(causes)}.`
}

function whileText(causes: readonly Cause[]): string {
  const shown = causes.map(({ command, edits, agent }) => {
    const what =
      command === undefined ? (edits === undefined ? 'a call' : `an edit of ${printPath(edits)}`) : `\`${command}\``
    return agent === undefined ? what : `${what} (${agent})`
  })
  return shown.length === 0 ? '' : `, while ${shown.join(' and ')} ran`
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}
