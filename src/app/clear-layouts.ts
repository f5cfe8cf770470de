/** Clear where layouts are live: what leaves the list leaves their files too, and so do lines that lead nowhere. */
import { DogearError } from '../core/errors.js'
import { slugFrom } from '../core/name.js'
import { clear, type ClearRequest } from './clear.js'
import type { Opened } from './live.js'
import { isOffList, isOrphan } from './orphans.js'

export function clearLayouts(
  { world, layouts }: Opened,
  request: ClearRequest,
): { cleared: string[]; warnings: string[] } {
  if (!layouts) return { ...clear(world, request), warnings: [] }
  const orphans = layouts.orphans.map((one) => one.name)
  const cleared = clearOrOrphan()
  if (request.dryRun) return { cleared, warnings: [] }
  const gone = cleared.filter((name) => isOffList(world, name))
  return { cleared, warnings: layouts.retract(request.all ? [...new Set([...gone, ...orphans])] : gone) }

  /** A name that only an index knows can be cleared as well. */
  function clearOrOrphan(): string[] {
    try {
      return clear(world, request).cleared
    } catch (error) {
      const name = request.name === undefined ? null : slugFrom(request.name)
      const isUnknown = error instanceof DogearError && ['not-found', 'no-checkpoints'].includes(error.code)
      if (name === null || !isUnknown || !layouts || !isOrphan(layouts, name)) throw error
      return [name]
    }
  }
}
