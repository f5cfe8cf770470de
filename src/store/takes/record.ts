/** What happened in a worktree beside its takes, one line each: losses, takes that were missed, what was undone, what is pinned. */
import type { Loss } from '../../core/undo/loss.js'
import type { Cause } from '../../core/undo/take.js'
import { appendDurable, readTextFile } from '../../platform/files/files.js'
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

function pathOf({ dir }: Shelf): string {
  return `${dir}/record.jsonl`
}
