import { parseQuery } from '../core/search-text.js'
import type { SearchOptions, SearchResult } from './search-hits.js'
import { searchIndex } from './search-index.js'
import { searchScan } from './search-scan.js'

export type { Hit, SearchOptions, SearchResult } from './search-hits.js'

/** Full-text search over all projects, newest first. The index only makes it fast: the scan gives the same answers. */
export function searchEntries(home: string, query: string, options: SearchOptions): SearchResult {
  const parsed = parseQuery(query)
  const found = options.engine === 'scan' ? null : searchIndex(home, parsed, options)
  return found ?? searchScan(home, parsed, options)
}
