/** An entry that was saved on another machine: its folder there says nothing here. */
import type { Entry } from '../entry/entry.js'
import { lineKeysOf } from '../entry/line-keys.js'

/** The worktree of an entry whose place is recorded on another machine: none that is here. */
export const ELSEWHERE = 'another machine'

/** It was taken up on another machine, which may lie in a drawer by now: here it can still be gone on with. */
export function isTakenUpElsewhere(entry: Entry): boolean {
  return (
    entry.kind === 'consumed' &&
    !entry.foreign &&
    machineOf(entry) !== undefined &&
    lineKeysOf(entry).continued === undefined
  )
}

/** How that machine is said in a sentence; undefined for what was saved here. */
export function machineOf({ by, where }: Pick<Entry, 'by' | 'where'>): string | undefined {
  if (where.worktree !== ELSEWHERE) return undefined
  return by.host === undefined ? ELSEWHERE : `the machine "${by.host}"`
}
