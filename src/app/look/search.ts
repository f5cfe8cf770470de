/** Full-text search over every entry, of this project or of all. */
import { searchEntries, type SearchResult } from '../../store/search/search.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'

interface SearchRequest extends Omit<SearchIn, 'key'> {
  project?: 'here' | 'all'
}

export function search(world: World, { project, ...request }: SearchRequest): SearchResult {
  return searchIn(world, { ...request, ...(project === 'here' ? { key: locate(world).project.key } : {}) })
}

// Full-text search for who knows which project is meant: finding that out takes code that most searches never need.

interface SearchIn {
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
