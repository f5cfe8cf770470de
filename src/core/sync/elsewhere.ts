/** An entry that was saved on another machine: its folder there says nothing here. */
import type { Entry } from '../entry/entry.js'

/** The worktree of an entry whose place is recorded on another machine: none that is here. */
export const ELSEWHERE = 'another machine'

/** What that machine is called, where it is known; undefined for what was saved here. */
export function machineOf({ by, where }: Pick<Entry, 'by' | 'where'>): string | undefined {
  return where.worktree === ELSEWHERE ? by.host : undefined
}
