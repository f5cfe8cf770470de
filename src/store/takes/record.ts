/** What happened in a worktree beside its takes, one line each: losses, takes that were missed, what was undone, what is pinned. */
import type { Loss } from '../../core/undo/loss.js'
import type { Cause } from '../../core/undo/take.js'
import { appendDurable, readTextFile } from '../../platform/files/files.js'
import { dropQuick, readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { openShelf, type Shelf } from './takes.js'

export type Recorded =
  | { did: 'lose'; at: number; loss: Loss }
  | { did: 'miss'; at: number; why: string; before?: Cause }
  /** `kept`: the take that holds what was written over. `of`: the loss it was about, `only` as far as these paths. */
  | { did: 'undo'; at: number; plan: string; kept: string; of?: string; only?: string[]; paths: number }
  /** `plan`: of the undo that it takes back. */
  | { did: 'redo'; at: number; plan: string; kept: string; paths: number }
  /** An entry was saved while the work tree was as in this take. */
  | { did: 'save'; at: number; take: string; entry: string; name: string; pinned: boolean }
  | { did: 'thin'; at: number; takes: string[] }
  /** Files that were left out for a secret, since this take. */
  | { did: 'leave'; at: number; secrets: string[] }
  /** The user was told of these losses, or of these paths that are left out. */
  | { did: 'tell'; at: number; losses?: string[]; secrets?: string[] }

const MAX_BYTES = 64_000_000

export function addRecord(shelf: Shelf, record: Recorded): void {
  openShelf(shelf)
  appendDurable(pathOf(shelf), JSON.stringify(record))
}

/** Oldest first. A torn line is none. */
export function readRecords(shelf: Shelf): Recorded[] {
  const text = readTextFile(pathOf(shelf), MAX_BYTES) ?? ''
  return text.split('\n').flatMap((line): Recorded[] => {
    try {
      const record = JSON.parse(line) as Recorded | null
      return record !== null && typeof record === 'object' && typeof record.did === 'string' ? [record] : []
    } catch {
      return []
    }
  })
}

const SLOW_MS = 500
const SLOW = 'slow'

/** How long git took to answer. That it is slow again and again is for doctor to say. */
export function noteGitTime(shelf: Shelf, ms: number): void {
  const before = slowInARow(shelf)
  if (ms > SLOW_MS) writeQuick(shelf.dir, SLOW, String(before + 1), shelf.home)
  else if (before > 0) dropQuick(`${shelf.dir}/${SLOW}`)
}

/** How often in a row it took too long. */
export function slowInARow({ dir, home }: Shelf): number {
  return Number(readQuick(`${dir}/${SLOW}`, 20, home) ?? 0) || 0
}

function pathOf({ dir }: Shelf): string {
  return `${dir}/record.jsonl`
}
