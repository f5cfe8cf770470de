/**
 * What changed between the save and now. Each recorded fact is compared with what the disk says: still true, changed,
 * or not checkable. A belief is never shown as a fact.
 */
import { ELSEWHERE } from '../sync/elsewhere.js'
import { isSavedIn } from '../choose/selection.js'
import type { Entry, Item, Plan, Where } from '../entry/entry.js'
import { lostDetail, lostPath } from '../entry/observed.js'
import type { Locks } from '../page/lock-files.js'
import { present } from '../present.js'

/** What capture read just now. Undefined means it could not be read, which is not the same as "nothing". */
export interface Now {
  branch?: string
  head?: string
  /** The branch the entry was saved on is there no more. */
  branchGone?: boolean
  worktree: string
  /** Where it was before it was moved. */
  formerly?: readonly string[]
  /** The commits that came since the recorded head; null where git does not know that head any more. */
  commits?: CommitsSince | null
  /** The state of each file the entry names, in its order. */
  files: FileNow[]
  /** Paths it only mentions, as far as they are no longer what they were. */
  mentioned?: FileNow[]
  /** Uncommitted work of the entry that is nowhere any more. */
  vanished?: string[]
  /** Those of them that a take holds, and what leads there. */
  kept?: { to: string; paths: string[] }
  /** Paths of losses that were recorded and are not undone. */
  undoable?: string[]
  /** Uncommitted work of the entry that lies in a stash. */
  stashed?: { path: string; stash: string }[]
  /** Uncommitted work of the entry that is not there any more, and something new that may be it. */
  perhapsMoved?: { path: string; to: string }[]
  plan?: PlanNow
  operation?: string
  conflicts: string[]
  /** The lock files that its failures recorded. */
  locks?: Locks
  /** How many commits there are since each commit that its failures were seen at, where git knows it. */
  commitsSince?: Readonly<Record<string, number>>
}

interface CommitsSince {
  total: number
  /** How many commits of the recorded head's history the present one has not. */
  left?: number
  commits: { id: string; subject: string }[]
}

export interface FileNow {
  path: string
  state: 'same' | 'changed' | 'missing' | 'renamed' | 'unknown'
  /** Where the same content lies now. */
  to?: string
}

export interface PlanNow {
  state: 'read' | 'missing' | 'unreadable'
  /** Absent: the file does not say. */
  step?: number
  of?: number
  /** The step it stands at and the next few. */
  ahead?: { step: number; text: string; isDone: boolean }[]
  /** Those of them that a stranger wrote. */
  theirs?: { step: number; text: string }[]
}

type Verdict = 'true' | 'changed' | 'not checkable'

interface Fact {
  fact: string
  verdict: Verdict
  detail?: string
  /** Work that was lost: to be told before anything else. */
  isLost?: true
}

export interface Drift {
  facts: Fact[]
  commits: CommitsSince | null
  conflicts: string[]
  operation?: string
  /** What the lock files hold now. */
  locks?: Locks
  commitsSince?: Readonly<Record<string, number>>
  /** Anything at all that is no longer as it was. */
  moved: boolean
}

export function compare(entry: Entry, now: Now): Drift {
  const { vanished = [], stashed = [], perhapsMoved = [], kept, undoable = [] } = now
  const told = new Set([...vanished, ...[...stashed, ...perhapsMoved].map(({ path }) => path)])
  const facts = [
    ...(kept ? [keptFact(kept)] : []),
    ...vanished.filter((path) => !kept?.paths.includes(path)).map(lostFact),
    ...entry.context.flatMap((item) => lostBefore(item, told, undoable)),
    ...stashed.map(({ path, stash }) => uncommittedFact(path, `in the stash: ${stash}`)),
    ...perhapsMoved.map(({ path, to }) => uncommittedFact(path, `not there any more; perhaps moved to ${to}`)),
    ...whereFacts(entry, now),
    ...now.files.filter(({ path }) => !told.has(path)).map(fileFact),
    ...(now.mentioned ?? []).map(mentionedFact),
    ...planFacts(entry.plan, now.plan),
    ...statedFacts(entry),
  ]
  const commits = now.commits && now.commits.total > 0 ? now.commits : null
  const moved =
    facts.some((fact) => fact.verdict === 'changed') ||
    commits !== null ||
    now.conflicts.length > 0 ||
    now.operation !== undefined
  return {
    facts,
    commits,
    conflicts: now.conflicts,
    ...present<Partial<Drift>>({ operation: now.operation, locks: now.locks, commitsSince: now.commitsSince }),
    moved,
  }
}

function lostFact(path: string): Fact {
  const detail = 'GONE: what it held is in no commit, stash or work tree any more'
  return { ...uncommittedFact(path, detail), isLost: true }
}

/** One line for all of them: one command brings them back. */
function keptFact({ to, paths }: NonNullable<Now['kept']>): Fact {
  const detail = `no longer here: ${paths.join(', ')}; it is kept, and \`dogear undo --to ${to}\` brings it back`
  return { fact: 'the uncommitted work of the save', verdict: 'changed', detail, isLost: true }
}

/** It was gone at an earlier save already, and nobody has said since that this is well. */
function lostBefore(item: Item, told: ReadonlySet<string>, undoable: readonly string[]): Fact[] {
  const path = lostPath(item)
  if (path === null || told.has(path)) return []
  const id = item.id === undefined ? '' : ` (${item.id})`
  const way = undoable.includes(path) ? '; it is kept: `dogear undo --list`' : ''
  return [{ ...uncommittedFact(path, `${lostDetail(item)}${id}${way}`), isLost: true }]
}

function uncommittedFact(path: string, detail: string): Fact {
  return { fact: `uncommitted work in ${path}`, verdict: 'changed', detail }
}

function whereFacts(entry: Entry, now: Now): Fact[] {
  const { branch, head, worktree } = entry.where
  const facts: Fact[] = []
  if (branch !== undefined) facts.push(branchFact(branch, now.branch))
  if (head !== undefined) facts.push(headFact(head, entry.where, now))
  // What was saved on another machine says nothing of a folder here.
  if (worktree !== undefined && worktree !== ELSEWHERE && !isSavedIn(now, worktree))
    facts.push({ fact: `worktree ${worktree}`, verdict: 'changed', detail: `this is ${now.worktree}` })
  return facts
}

function branchFact(saved: string, current: string | undefined): Fact {
  const fact = `on branch ${saved}`
  if (saved === current) return { fact, verdict: 'true' }
  return {
    fact,
    verdict: 'changed',
    detail: current === undefined ? 'now on no branch (detached head)' : `now on ${current}`,
  }
}

function headFact(saved: string, { branch }: Where, now: Now): Fact {
  const fact = `head ${saved.slice(0, 10)}`
  if (now.head === undefined) return { fact, verdict: 'not checkable', detail: 'the current head could not be read' }
  if (saved === now.head) return { fact, verdict: 'true' }
  if (now.commits === null)
    return { fact, verdict: 'changed', detail: `now ${now.head.slice(0, 10)}; the saved commit is not in its history` }
  if (now.commits?.left !== undefined)
    return { fact, verdict: 'changed', detail: leftBehind(now.head, branch === now.branch, now.commits) }
  const count = now.commits?.total
  return {
    fact,
    verdict: 'changed',
    detail: count === undefined ? `now ${now.head.slice(0, 10)}` : `${plural(count, 'commit')} since`,
  }
}

/** An amend, a rebase, a reset; on another branch only another history. */
function leftBehind(head: string, isSameBranch: boolean, { total, left = 0 }: CommitsSince): string {
  const now = `now ${head.slice(0, 10)}`
  const counts = `${plural(left, 'saved commit')} ${left === 1 ? 'is' : 'are'} not in it, ${plural(total, 'other')} ${total === 1 ? 'is' : 'are'}`
  return isSameBranch
    ? `history was rewritten: ${now}; ${counts}`
    : `${now}; the saved commit is not in its history (${counts})`
}

function fileFact(file: FileNow): Fact {
  const fact = `file ${file.path}`
  if (file.state === 'same') return { fact, verdict: 'true' }
  if (file.state === 'unknown') return { fact, verdict: 'not checkable', detail: 'no content hash was saved' }
  if (file.state === 'renamed') return { fact, verdict: 'changed', detail: `moved to ${file.to ?? '?'}` }
  return { fact, verdict: 'changed', detail: file.state === 'missing' ? 'missing' : 'content changed' }
}

/** Of a file that is only mentioned no content was kept: all that can be told is when it was written. */
function mentionedFact(file: FileNow): Fact {
  const fact = fileFact(file)
  return file.state === 'changed' ? { ...fact, detail: 'written since the save' } : fact
}

/** What is wrong with the paths of an entry, one line each. */
export function staleIn(now: Now): string[] {
  const named = now.files.map((file) => ({ path: file.path, ...fileFact(file) }))
  const mentioned = (now.mentioned ?? []).map((file) => ({ path: file.path, ...mentionedFact(file) }))
  const facts = [...named, ...mentioned]
  return facts.filter((one) => one.verdict === 'changed').map(({ path, detail }) => `${path}: ${detail}`)
}

function planFacts(saved: Plan | undefined, now: PlanNow | undefined): Fact[] {
  if (!saved) return []
  const fact = `plan ${saved.path}${saved.step === undefined ? '' : ` at step ${saved.step}`}`
  if (!now || now.state === 'unreadable')
    return [{ fact, verdict: 'not checkable', detail: 'the plan could not be read' }]
  if (now.state === 'missing') return [{ fact, verdict: 'changed', detail: 'missing' }]
  if (saved.step === undefined) return [{ fact, verdict: 'true' }]
  if (now.step === undefined) {
    const detail = now.of === undefined ? 'it has no steps' : 'it does not mark what is done'
    return [{ fact, verdict: 'not checkable', detail }]
  }
  if (saved.step === now.step && (saved.of ?? now.of) === now.of) return [{ fact, verdict: 'true' }]
  return [{ fact, verdict: 'changed', detail: `now at step ${now.step} of ${now.of ?? '?'}` }]
}

/** What somebody stated about their work can only be believed, and is counted as such. */
function statedFacts(entry: Entry): Fact[] {
  const items = [...entry.done, ...entry.failed, ...entry.decisions, ...entry.blockers]
  const stated = items.filter((item) => item.observed === undefined).length
  return stated === 0
    ? []
    : [
        {
          fact: `${plural(stated, 'statement')} about what was done, failed, decided or blocked`,
          verdict: 'not checkable',
        },
      ]
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
