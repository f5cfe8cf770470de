/** Which file holds what. */
import type { Lane } from '../../core/entry.js'
import { nameOf } from '../common/name-of.js'

export const FOLDER = 'memory/checkpoints'
export const AUTOSAVE: string = `${FOLDER}/autosave.md`
export const AUTOSAVE_LOG: string = `${FOLDER}/autosave-log.md`

const TAKEN = new Set([AUTOSAVE, AUTOSAVE_LOG])

export function isCheckpointPath(path: string): boolean {
  return path.startsWith(`${FOLDER}/`) && /^[^/.][^/]*\.md$/i.test(path.slice(FOLDER.length + 1))
}

export function laneOf(path: string): Lane {
  return path === AUTOSAVE ? 'auto' : 'named'
}

/** The file name tells the workstream, except of the autosave, whose heading does. Null: neither says one. */
export function workstreamOf(path: string, heading: string | null): string | null {
  const inHeading = heading === null ? null : nameOf(heading)
  if (path === AUTOSAVE) return inHeading ?? 'autosave'
  return nameOf(path.slice(FOLDER.length + 1).replace(/\.md$/i, '')) ?? inHeading
}

/**
 * Where a new file of a named workstream goes. An underscore, which no workstream has in its name, steps aside: for the
 * autosave's two files, and for a file that says nothing we could have kept.
 */
export function freePlace(name: string, isTaken: (path: string) => boolean): string {
  for (let path = `${FOLDER}/${name}.md`; ; path = path.replace(/\.md$/, '_.md'))
    if (!TAKEN.has(path) && !isTaken(path)) return path
}
