/** What the engine notes beside its bookkeeping repository: where every branch stood and ended when it last looked. Derived. */
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { readTextFile, replaceDerived, statOf } from '../../platform/files/files.js'
import { MAX_BATCH_BYTES } from '../../platform/records.js'
import type { GitRepository } from './calls.js'

/** Where a branch ends. */
export interface End {
  seq: number
  tip: string
}

export interface Fetched {
  /** By device: its last commit. Only of those that can be followed. */
  commits: Map<string, string>
  rewritten: string[]
}

/** What was found last time, so that nothing new costs one call of git: derived, and good as long as git has not written since. */
export interface Notes {
  text: string
  /** How the refs looked, and the commits that they named. */
  stamp: string
  commits: [device: string, commit: string][]
  /** Where the branches end, by commit. */
  ends: Map<string, End>
}

export function readNotes(scratch: string): Notes {
  const none: Notes = { text: '', stamp: '', commits: [], ends: new Map() }
  try {
    const text = readTextFile(`${scratch}/ends.json`, MAX_BATCH_BYTES) ?? ''
    const { stamp, commits, ends } = (openRecord(text) ?? {}) as Partial<Record<keyof Notes, unknown>>
    return {
      text,
      stamp: typeof stamp === 'string' && Array.isArray(commits) ? stamp : '',
      commits: Array.isArray(commits) ? (commits as Notes['commits']) : [],
      ends: new Map(ends as [string, End][] | undefined),
    }
  } catch {
    return none
  }
}

export function writeNotes(
  scratch: string,
  {
    git,
    store,
    commits,
    rewritten,
    ends,
    before,
    tag,
  }: Fetched & { git: GitRepository; store: string; ends: Notes['ends']; before: string; tag: string },
): void {
  const current = new Set(commits.values())
  const text = sealRecord({
    // Whoever was rewritten is found again by looking.
    stamp: rewritten.length > 0 ? '' : refsStamp(git.dir, store),
    commits: [...commits],
    ends: [...ends].filter(([commit]) => current.has(commit)),
  })
  if (text !== before) replaceDerived(`${scratch}/ends.json`, text, tag)
}

/** Changes with every ref that git writes: it puts a new file in the place of the old one. Empty: it keeps them in another form. */
export function refsStamp(dir: string, store: string): string {
  const paths = [`${dir}/refs/seen/${store}`, `${dir}/refs/kept/${store}`, `${dir}/packed-refs`]
  const stamps = paths
    .map((path) => statOf(path))
    .map((stat) => (stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}` : ''))
  return stamps.join('') === '' ? '' : stamps.join(' ')
}
