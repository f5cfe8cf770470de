/** Full-text search over every entry, of this project or of all. */
import type { SearchResult } from '../store/search.js'
import { locate } from './locate.js'
import { type SearchIn, searchIn } from './search-in.js'
import type { World } from './world.js'

export interface SearchRequest extends Omit<SearchIn, 'key'> {
  project?: 'here' | 'all'
}

export function search(world: World, { project, ...request }: SearchRequest): SearchResult {
  return searchIn(world, { ...request, ...(project === 'here' ? { key: locate(world).project.key } : {}) })
}
