/** Full-text search for who knows which project is meant: finding that out takes code that most searches never need. */
import type { SearchResult } from '../store/search.js'
import { searchEntries } from '../store/search.js'
import type { World } from './world.js'

export interface SearchIn {
  query: string
  /** The key of the only project to look into. */
  key?: string
  name?: string
  limit: number
  engine?: 'auto' | 'scan'
  onProgress?: (done: number, total: number) => void
}

export function searchIn({ home }: World, { query, key, ...options }: SearchIn): SearchResult {
  return searchEntries(home, query, { ...options, ...(key === undefined ? {} : { project: key }) })
}
