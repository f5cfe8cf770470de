/** Search without an index: reads entries, newest first, until there are enough hits. Holds ids, never texts. */
import type { Query } from '../core/search-text.js'
import { listEntryIds } from './entries.js'
import {
  type Candidate,
  type SearchOptions,
  type SearchResult,
  collectHits,
  compareCandidates,
  listFolders,
  timeOf,
} from './search-hits.js'

export function searchScan(home: string, query: Query, options: SearchOptions): SearchResult {
  const all: Candidate[] = []
  for (const folder of listFolders(home, options)) {
    for (const id of listEntryIds(folder.project, folder.name)) all.push({ ...folder, id, ms: timeOf(id) })
  }
  all.sort(compareCandidates)
  return collectHits(withProgress(all, options.onProgress), query, options.limit, 'scan')
}

function* withProgress(all: Candidate[], onProgress: SearchOptions['onProgress']): Generator<Candidate> {
  for (let i = 0; i < all.length; i++) {
    if (i % 100 === 0) onProgress?.(i, all.length)
    yield all[i] as Candidate
  }
}
