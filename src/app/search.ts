/** Full-text search over every entry, of this project or of all. */
import type { SearchResult } from '../store/search.js'
import { searchEntries } from '../store/search.js'
import { locate } from './locate.js'
import type { World } from './world.js'

export interface SearchRequest {
  query: string
  project?: 'here' | 'all'
  name?: string
  limit: number
  engine?: 'auto' | 'scan'
  onProgress?: (done: number, total: number) => void
}

export function search(world: World, request: SearchRequest): SearchResult {
  const here = request.project === 'here' ? locate(world).project.key : undefined
  return searchEntries(world.home, request.query, {
    limit: request.limit,
    ...(here === undefined ? {} : { project: here }),
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.engine === undefined ? {} : { engine: request.engine }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
  })
}
