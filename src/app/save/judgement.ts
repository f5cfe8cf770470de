/**
 * The judgement that autosaves continue: the newest entry of their line that somebody made on purpose. Every autosave names
 * it, because a session makes one at every turn and nobody wants to wait while they are all read. Where one does not, the
 * line is walked back until somebody tells.
 */
import type { Entry } from '../../core/entry/entry.js'
import { compareIds } from '../../core/entry/id.js'
import { judgementIdOf } from '../../core/session/triggers/autosaved.js'
import { readEntry } from '../../store/entries/entries.js'
import type { Project } from '../../store/paths.js'

/** The longest chain of autosaves that is looked through. */
const MAX_LOOKED_AT = 5000

/** Null: there is none. */
export function findJudgement(project: Project, head: Entry): Entry | null {
  if (head.lane === 'named') return head
  const queue = [head]
  const seen = new Set<string>([head.id])
  for (let i = 0; i < queue.length && i < MAX_LOOKED_AT; i++) {
    const entry = queue[i] as Entry
    if (entry.lane === 'named') return entry
    const id = judgementIdOf(entry)
    if (id === null) continue
    const named = id === undefined ? undefined : readEntry(project, head.name, id)?.entry
    if (named?.lane === 'named') return named
    for (const parentId of entry.parents.filter((one) => !seen.has(one))) {
      seen.add(parentId)
      const parent = readEntry(project, head.name, parentId)?.entry
      if (parent) queue.push(parent)
    }
  }
  return null
}

/** Of the entries that an autosave continues, the newest judgement. */
export function judgementBehind(project: Project, parents: readonly Entry[]): string | null {
  const found = parents.flatMap((parent) => findJudgement(project, parent) ?? [])
  return (
    found
      .map(({ id }) => id)
      .toSorted(compareIds)
      .at(-1) ?? null
  )
}
